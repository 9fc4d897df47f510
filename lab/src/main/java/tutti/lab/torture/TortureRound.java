package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.http.HttpCaller;
import tutti.lab.log.Logs;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Claim;
import tutti.simulator.history.RecordedHistory;

/**
 * Nodes from their first start to their last end, under load and troubles, in one to three phases;
 * and the result of the round. Used once.
 */
final class TortureRound {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int WHOLE_SECONDS = 60;
  private static final int PAGE = 500;

  private final TortureOptions options;
  private final SplittableRandom random;
  private final Path folder;
  private final Application application = BundledSpecification.simulation();
  private final long begin = System.nanoTime();
  private final List<Anomaly> anomalies = new ArrayList<>();
  private final List<String> story = new ArrayList<>();

  TortureRound(TortureOptions options, SplittableRandom random, Path folder) {
    this.options = options;
    this.random = random;
    this.folder = folder;
  }

  /**
   * The result of a round.
   *
   * @param acknowledged requests of which a client was told that they happened
   * @param foundOutLater requests that were never answered so that the client could know
   * @param troubles the number of each kind
   * @param history operations and versions, for the checkers
   * @param anomalies the anomalies beside those that the history shows
   * @param story the actions of the round, in order
   */
  record Result(
      int acknowledged,
      int foundOutLater,
      Map<TortureFault, Integer> troubles,
      RecordedHistory history,
      List<Anomaly> anomalies,
      List<String> story) {}

  /**
   * Makes the whole round.
   *
   * @param plan the fixed part of the round, beside the drawn part
   */
  Result run(Plan plan) throws IOException, InterruptedException {
    List<Phase> phases = plan.phases();
    try (TortureNodes nodes = new TortureNodes(options, folder, plan.nodes());
        Tailing tailing =
            new Tailing(new Logs(application, nodes.folders(), options.fixed().replicated()))) {
      FaultInjector troubles =
          new FaultInjector(
              nodes, tailing.logs, random.split(), plan.kinds(), phases.getFirst(), this::tell);
      troubles.startAll();
      whole(nodes, "at the start");
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
      clients.forEach(TortureClient::finish);
      for (Thread thread : threads) {
        thread.join();
      }
      Map<String, Long> last = end(nodes, troubles);
      tailing.stop();
      return result(plan, clients, troubles, tailing.logs, last);
    }
  }

  /**
   * The plan of a round.
   *
   * @param kinds of trouble that may be drawn
   * @param first troubles that happen in each phase, whatever is drawn after them
   * @param pauseMillis between one trouble and the next
   */
  record Plan(
      int nodes,
      List<Phase> phases,
      List<TortureFault> kinds,
      List<TortureFault> first,
      double seconds,
      int pauseMillis) {}

  private void tell(String sentence) {
    story.add(sentence);
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
    Traffic traffic = new Traffic();
    List<TortureClient> clients = new ArrayList<>();
    for (int i = 0; i < options.fixed().clients(); i++) {
      clients.add(new TortureClient("c" + i, nodes, traffic, random.split(), begin));
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
    Map<String, Long> before = versions(nodes);
    troubles.stopAll();
    troubles.startAll();
    whole(nodes, "after the last restart");
    Map<String, Long> after = versions(nodes);
    if (!before.equals(after)) {
      found("lost-write", "before the last restart: " + before + "; after it: " + after);
    }
    troubles.stopAll();
    return after;
  }

  /** Returns the version of every actor that there is, as one node tells them. */
  private Map<String, Long> versions(TortureNodes nodes) throws IOException {
    Map<String, Long> versions = new TreeMap<>();
    int node = random.nextInt(nodes.count());
    try (HttpCaller caller = new HttpCaller(nodes.door(node))) {
      for (String specification : List.of("Account", "Transfer")) {
        String first = "/" + specification + "?limit=" + PAGE;
        String next = first;
        while (next != null) {
          HttpCaller.Answer answer = caller.ask(HttpCaller.request(next, null, null), 20_000);
          if (answer.status() != 200) {
            throw new IOException("all was well, and then " + next + " was answered " + answer);
          }
          JsonNode page = JSON.readTree(answer.body());
          for (JsonNode item : page.path("items")) {
            versions.put(
                specification + "[" + item.path("key").asString("") + "]",
                item.path("version").asLong(-1));
          }
          JsonNode after = page.path("next");
          next = after.isString() ? first + "&after=" + after.asString() : null;
        }
      }
    }
    return versions;
  }

  private Result result(
      Plan plan,
      List<TortureClient> clients,
      FaultInjector troubles,
      Logs logs,
      Map<String, Long> last)
      throws IOException {
    logs.poll();
    List<RequestRecord> deeds = new ArrayList<>();
    for (TortureClient client : clients) {
      deeds.addAll(client.deeds());
      client.surprises().forEach(surprise -> found("unexpected-answer", surprise));
    }
    troubles.wrong().forEach(wrong -> found("unexpected-end", wrong));
    Claim claim = plan.phases().stream().map(Phase::claim).sorted().findFirst().orElseThrow();
    TortureChecker judge = new TortureChecker(application, logs.transactions().summary(true));
    RecordedHistory history = judge.history(claim, deeds, last);
    anomalies.addAll(judge.anomalies());
    return new Result(
        acknowledged(clients),
        judge.foundOutLater(),
        new EnumMap<>(troubles.counts()),
        history,
        anomalies,
        story);
  }

  /** A reader of the logs while they grow, since checkpoints give up old records. */
  private static final class Tailing implements AutoCloseable {
    private static final int EVERY_MILLIS = 25;

    final Logs logs;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile @Nullable IOException failure;

    Tailing(Logs logs) {
      this.logs = logs;
      this.thread = Thread.ofPlatform().daemon().name("logs").start(this::run);
    }

    private void run() {
      try {
        while (!stopping) {
          logs.poll();
          Thread.sleep(EVERY_MILLIS);
        }
      } catch (IOException e) {
        failure = e;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void stop() throws IOException, InterruptedException {
      stopping = true;
      thread.join();
      IOException failed = failure;
      if (failed != null) {
        throw new IOException("the logs cannot be judged: " + failed.getMessage(), failed);
      }
    }

    @Override
    public void close() {
      stopping = true;
    }
  }
}
