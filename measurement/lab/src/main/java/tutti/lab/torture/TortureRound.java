package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tutti.lab.http.HttpCaller;
import tutti.lab.torture.RoundWorkload.Judgement;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;

/**
 * Nodes from their first start to their last end, under load and troubles, in one to three phases;
 * and the result of the round. Used once.
 */
final class TortureRound {
  private static final int WHOLE_SECONDS = 60;

  private final TortureOptions options;
  private final SplittableRandom random;
  private final Path folder;
  private final RoundWorkload workload;
  private final long begin = System.nanoTime();
  private final List<Anomaly> anomalies = new ArrayList<>();
  private final List<String> story = new ArrayList<>();

  /**
   * @param workload of this round alone
   */
  TortureRound(
      TortureOptions options, SplittableRandom random, Path folder, RoundWorkload workload) {
    this.options = options;
    this.random = random;
    this.folder = folder;
    this.workload = workload;
  }

  /**
   * The result of a round.
   *
   * @param acknowledged the number of requests that a client got the answer that they happened
   * @param leaderChanges the number of changes of leaders that were seen
   * @param judgement the judge's result, with all anomalies except those that the history shows
   * @param troubles the number of each kind
   * @param story the actions of the round, in order
   */
  record Result(
      int acknowledged,
      int leaderChanges,
      Judgement judgement,
      Map<TortureFault, Integer> troubles,
      List<String> story) {}

  /**
   * Makes the whole round.
   *
   * @param plan the fixed part of the round, beside the drawn part
   */
  Result run(Plan plan) throws IOException, InterruptedException {
    List<TorturePhase> phases = plan.phases();
    try (TortureNodes nodes = new TortureNodes(options, folder, plan.nodes(), workload);
        TermCounter leaders = new TermCounter(nodes)) {
      workload.follow(nodes.folders(), options.fixed().replicas().protocol());
      FaultInjector troubles =
          new FaultInjector(
              nodes, workload, random.split(), plan.kinds(), phases.getFirst(), this::tell);
      troubles.startAll();
      whole(nodes, "at the start");
      if (options.fixed().replicated()) {
        leaders.start();
      }
      List<TortureClient> clients = clients(nodes);
      clients.getFirst().open();
      List<Thread> threads = clients.stream().map(it -> Thread.ofVirtual().start(it::run)).toList();
      for (int i = 0; i < phases.size(); i++) {
        if (i > 0) {
          troubles.change(phases.get(i));
        }
        troubles.run(
            plan.first(),
            plan.seconds() / phases.size(),
            plan.pauseMillis(),
            () -> acknowledged(clients));
      }
      troubles.endAll();
      leaders.stop();
      clients.forEach(TortureClient::finish);
      for (Thread thread : threads) {
        thread.join();
      }
      Map<String, Long> last = end(nodes, troubles);
      Judgement judged = judge(plan, clients, troubles, last);
      if (plan.losesTwo()) {
        loseTwo(nodes, troubles, last);
      }
      return new Result(
          acknowledged(clients),
          leaders.changes(),
          new Judgement(judged.as(), judged.history(), anomalies, judged.foundOutLater()),
          new EnumMap<>(troubles.counts()),
          story);
    }
  }

  /**
   * The plan of a round.
   *
   * @param workload the application
   * @param kinds the kinds of trouble that may be drawn
   * @param first troubles that happen in each phase, whatever is drawn after them
   * @param losesTwo whether two disks are lost at once at the end
   * @param pauseMillis the time between one trouble and the next
   */
  record Plan(
      int nodes,
      TortureWorkload workload,
      List<TorturePhase> phases,
      List<TortureFault> kinds,
      List<TortureFault> first,
      boolean losesTwo,
      double seconds,
      int pauseMillis) {}

  private void tell(String sentence) {
    story.add(sentence);
    options.say().accept("  " + sentence);
  }

  private void found(String name, String story) {
    anomalies.add(new Anomaly(name, List.of(), List.of(story)));
  }

  private void whole(TortureNodes nodes, String when) throws InterruptedException {
    String missing = nodes.awaitWhole(WHOLE_SECONDS);
    if (missing != null) {
      found("not-resolved", when + ", not all was well within " + WHOLE_SECONDS + " s: " + missing);
    }
  }

  private static int acknowledged(List<TortureClient> clients) {
    return clients.stream().mapToInt(TortureClient::acknowledged).sum();
  }

  private List<TortureClient> clients(TortureNodes nodes) throws IOException {
    RoundTraffic traffic = workload.traffic();
    List<TortureClient> clients = new ArrayList<>();
    for (int i = 0; i < options.fixed().clients(); i++) {
      clients.add(
          new TortureClient(
              "c" + i, nodes, traffic, random.split(), begin, options.fixed().integrated()));
    }
    return clients;
  }

  /**
   * Checks that nothing is in doubt soon, and that all effects are there, also after all nodes have
   * started once more.
   */
  private Map<String, Long> end(TortureNodes nodes, FaultInjector troubles)
      throws IOException, InterruptedException {
    whole(nodes, "after all troubles");
    Map<String, Long> before = found(nodes);
    troubles.stopAll();
    troubles.startAll();
    whole(nodes, "after the last restart");
    Map<String, Long> after = found(nodes);
    if (!before.equals(after)) {
      found("lost-write", "before the last restart: " + before + "; after it: " + after);
    }
    troubles.stopAll();
    return after;
  }

  /** Returns the state at rest, as any node tells it. */
  private Map<String, Long> found(TortureNodes nodes) throws IOException, InterruptedException {
    try (HttpCaller caller = new HttpCaller(nodes.door(random.nextInt(nodes.count())))) {
      return workload.found(caller);
    }
  }

  /** Loses two disks at once, when nothing has to be judged by logs any more. */
  private void loseTwo(TortureNodes nodes, FaultInjector troubles, Map<String, Long> last)
      throws IOException, InterruptedException {
    LostMajority lost = new LostMajority(nodes, troubles, random.split(), this::tell);
    lost.beginAnew().forEach(wrong -> found("lost-majority", wrong));
    whole(nodes, "after a new beginning from the disks that were left");
    Map<String, Long> after = found(nodes);
    if (!last.equals(after)) {
      found("lost-write", "before two disks were lost: " + last + "; after it: " + after);
    }
    troubles.stopAll();
  }

  private Judgement judge(
      Plan plan, List<TortureClient> clients, FaultInjector troubles, Map<String, Long> last)
      throws IOException, InterruptedException {
    List<RequestRecord> deeds = new ArrayList<>();
    for (TortureClient client : clients) {
      deeds.addAll(client.deeds());
      client.surprises().forEach(surprise -> found("unexpected-answer", surprise));
    }
    troubles.wrong().forEach(wrong -> found("unexpected-end", wrong));
    HistoryClaim claim =
        plan.phases().stream().map(TorturePhase::claim).sorted().findFirst().orElseThrow();
    Judgement judged = workload.judge(claim, deeds, last);
    anomalies.addAll(judged.anomalies());
    return judged;
  }
}
