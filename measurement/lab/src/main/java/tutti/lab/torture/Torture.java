package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tutti.engine.journal.disk.FolderRemoval;
import tutti.lab.log.NumberedFile;
import tutti.lab.torture.RoundWorkload.Judgement;
import tutti.lab.torture.TortureReport.RoundReport;
import tutti.lab.torture.TortureRound.Plan;
import tutti.lab.torture.TortureRound.Result;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.file.HistoryFiles;

/**
 * Rounds of torture until the time is over. The actions of each round are drawn from the seed;
 * their exact times among the actions of the nodes are not, so a round cannot be repeated, only its
 * plan.
 */
public final class Torture {
  private static final int PAUSE_MILLIS = 1_000;
  private static final int MOST_PHASES = 3;
  private static final int JAVA_ONE_OF = 4;

  /** The divisor of rounds that have a benchmark. */
  private static final int BENCHMARK_ONE_OF = 4;

  private static final List<TortureWorkload> BENCHMARKS =
      List.of(TortureWorkload.TPCC, TortureWorkload.TPCC_ROWS, TortureWorkload.SMALLBANK);

  private final TortureOptions options;
  private final SplittableRandom random;
  private final long begin = System.nanoTime();
  private final TortureReport report;

  private Torture(TortureOptions options) {
    this.options = options;
    this.random = new SplittableRandom(options.seed());
    this.report = new TortureReport(options.seed());
  }

  /**
   * Makes the rounds.
   *
   * @throws IOException if nodes cannot be started or their folders not be read; all files stay
   */
  public static TortureReport run(TortureOptions options) throws IOException, InterruptedException {
    return new Torture(options).run();
  }

  private TortureReport run() throws IOException, InterruptedException {
    int number = 1;
    do {
      SplittableRandom drawn = random.split();
      int nodes =
          options.fixed().nodes() > 0
              ? options.fixed().nodes()
              : options.fixed().replicated()
                  ? TortureOptions.REPLICAS
                  : 1 + (int) ((options.seed() + number) % 4);
      round(number, plan(nodes, workload(number, nodes), drawn), drawn);
      number++;
    } while (left() > 0);
    return report;
  }

  private double left() {
    return options.seconds() - (System.nanoTime() - begin) / 1e9;
  }

  /** Returns the workload of a round, which has draws of its own. */
  private TortureWorkload workload(int number, int nodes) {
    TortureWorkload fixed = options.fixed().workload();
    if (fixed != null) {
      return fixed;
    }
    int benchmark =
        new SplittableRandom(options.seed() + number).split().nextInt(3 * BENCHMARK_ONE_OF);
    if (benchmark < 3) {
      TortureWorkload drawn = BENCHMARKS.get(benchmark);
      boolean fits = !options.fixed().integrated() || drawn.hasSmallActors();
      return fits ? drawn : TortureWorkload.TPCC_ROWS;
    }
    if (new SplittableRandom(options.seed() + number).nextInt(JAVA_ONE_OF) > 0) {
      return TortureWorkload.BANK;
    }
    return options.fixed().mayAct(nodes) ? TortureWorkload.CHARGES : TortureWorkload.PURSES;
  }

  private Plan plan(int nodes, TortureWorkload workload, SplittableRandom drawn) {
    List<TortureFault> chosen = options.fixed().troubles();
    boolean crashing =
        chosen.stream().allMatch(TortureFault::leavesTime)
            && CommitChoice.crashing(drawn, options, nodes);
    boolean replicated = options.fixed().replicated();
    boolean acts = workload.acts() && nodes > 1;
    boolean changes = chosen.isEmpty() && !replicated || chosen.contains(TortureFault.CHANGE);
    List<TorturePhase> phases = new ArrayList<>();
    for (int i = changes ? 1 + drawn.nextInt(MOST_PHASES) : 1; i > 0; i--) {
      phases.add(
          TorturePhase.drawn(
              drawn, options, CommitChoice.drawn(drawn, options, nodes, crashing, acts)));
    }
    List<TortureFault> kinds = new ArrayList<>(chosen);
    for (TortureFault kind : TortureFault.values()) {
      // A trouble that always comes hides the effects of the others.
      if (chosen.isEmpty() && drawn.nextInt(4) > 0 && (nodes > 1 || !kind.betweenNodes())) {
        kinds.add(kind);
      }
    }
    boolean losesTwo =
        replicated && !options.fixed().integrated() && kinds.contains(TortureFault.LOSE_TWO);
    kinds.removeIf(kind -> kind.hasItsTime() || crashing && !kind.leavesTime());
    if (!replicated) {
      kinds.remove(TortureFault.LOSE_DISK);
    }
    if (kinds.isEmpty()) {
      kinds.add(TortureFault.KILL);
    }
    int pause = PAUSE_MILLIS / 2 + drawn.nextInt(PAUSE_MILLIS);
    List<TortureFault> first = chosen.isEmpty() ? List.of() : kinds;
    return new Plan(nodes, workload, phases, kinds, first, losesTwo, options.roundSeconds(), pause);
  }

  private void round(int number, Plan plan, SplittableRandom drawn)
      throws IOException, InterruptedException {
    Path folder = options.data().resolve("round-" + number);
    if (Files.exists(folder)) {
      throw new IOException(folder + " is there already: name another folder with --data");
    }
    options
        .say()
        .accept(
            String.format(
                Locale.ROOT,
                "round %s: %s node%s, %s, %.0f s",
                number,
                plan.nodes(),
                plan.nodes() == 1 ? "" : "s",
                plan.phases().stream()
                    .map(TorturePhase::toString)
                    .collect(Collectors.joining(" then ")),
                options.roundSeconds()));
    Result result;
    try (RoundWorkload workload = plan.workload().in(Files.createDirectories(folder))) {
      result = new TortureRound(options, drawn, folder, workload).run(plan);
    }
    Judgement judged = result.judgement();
    Path history = folder.resolve("history.jsonl").toAbsolutePath();
    if (options.history() != null) {
      history = NumberedFile.of(options.history(), number).toAbsolutePath();
    }
    HistoryFiles.write(history, judged.history());
    List<Anomaly> anomalies = new ArrayList<>(judged.anomalies());
    anomalies.addAll(HistoryChecker.check(judged.history()));
    boolean good = anomalies.isEmpty();
    if (good) {
      FolderRemoval.remove(folder, history);
    } else {
      Files.write(folder.resolve("troubles.txt"), result.story());
    }
    Map<String, Integer> troubles = new TreeMap<>();
    result.troubles().forEach((kind, count) -> troubles.put(kind.label(), count));
    RoundReport one =
        new RoundReport(
            number,
            plan.nodes(),
            plan.phases().stream().map(TorturePhase::toString).toList(),
            judged.as(),
            new RoundReport.Counts(
                judged.history().operations().size(),
                result.acknowledged(),
                judged.foundOutLater(),
                result.leaderChanges()),
            troubles,
            history,
            good ? null : folder,
            anomalies);
    report.add(one);
    options.say().accept(line(one));
  }

  private String replicated(RoundReport round) {
    return options.fixed().replicated()
        ? ", %s changes of leaders, %s lost disks"
            .formatted(round.counts().leaderChanges(), round.lostDisks())
        : "";
  }

  private String line(RoundReport round) {
    return "round %s: %s node%s, %s: %s troubles, %s operations, %s acknowledged, %s known by logs alone%s, judged as %s: %s"
        .formatted(
            round.number(),
            round.nodes(),
            round.nodes() == 1 ? "" : "s",
            String.join(" then ", round.phases()),
            round.troubles().values().stream().mapToInt(Integer::intValue).sum(),
            round.counts().operations(),
            round.acknowledged(),
            round.counts().foundOutLater(),
            replicated(round),
            round.claim(),
            round.anomalies().isEmpty()
                ? "all held"
                : round.anomalies().size() + " things did not hold");
  }
}
