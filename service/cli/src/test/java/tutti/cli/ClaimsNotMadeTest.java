package tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.cli.command.ExitStatus;
import tutti.model.testing.Effort;

/**
 * A property that a deployment does not claim does not hold: simulation finds a run that shows it.
 */
class ClaimsNotMadeTest {
  private static final String[] CALM = {
    "simulate", "--threads", "1", "--faults", "none", "--requests", "120"
  };

  /** The first seed that shows that a calm run is not serializable, or one before it. */
  private static final int NOT_SERIALIZABLE = 3;

  /** Some of several seeds show what is looked for. */
  private static final int MOST_SEEDS = 8;

  /** Two requests that simulation found and made small: a transfer, and interest on both sides. */
  private static final String[] FIGURE_9 = {
    "simulate",
    "--workload",
    "bank",
    "--threads",
    "1",
    "--concurrency-control",
    "psac",
    "--isolation",
    "object",
    "-Dtutti.placement=hash",
    "--requests",
    "400",
    "--executors",
    "1",
    "--transaction-timeout",
    "5s",
    "-Dtutti.journal.segment-size=128KiB",
    "-Dtutti.journal.checkpoint-after=256MiB",
    "--nodes",
    "1",
    "--faults",
    "none",
    "--keep",
    "1:55,5:14",
    "--schedule",
    "1",
    "--most-faults",
    "0",
    "--seed",
    "3"
  };

  /** One request that simulation found and made small, and messages that are late. */
  private static final String[] EASY_COMMIT = {
    "simulate",
    "--workload",
    "bank",
    "--threads",
    "1",
    "--commit",
    "easy-commit",
    "--requests",
    "200",
    "-Dtutti.assume.delay-bound=2ms",
    "-Dtutti.placement=hash",
    "--containers",
    "1",
    "--executors",
    "1",
    "--router",
    "affinity",
    "-Dtutti.journal.checkpoint-after=256MiB",
    "--nodes",
    "2",
    "--faults",
    "delay",
    "--seed",
    "60"
  };

  /** The flags of the run under three-phase commit. */
  private static final String[] THREE_PHASE = {
    "simulate",
    "--workload",
    "bank",
    "--threads",
    "1",
    "--commit",
    "three-phase",
    "--requests",
    "200",
    "-Dtutti.assume.delay-bound=2ms",
    "-Dtutti.placement=hash",
    "--containers",
    "1",
    "--executors",
    "1",
    "--router",
    "affinity",
    "-Dtutti.journal.checkpoint-after=256MiB",
    "--nodes",
    "2",
    "--faults",
    "delay",
    "--seed",
    "60"
  };

  /** Messages that are late and lost, and nodes that stand still or are cut off. */
  private static final String[] LATE = {
    "simulate",
    "--workload",
    "bank",
    "--threads",
    "1",
    "--requests",
    "200",
    "-Dtutti.assume.delay-bound=2ms",
    "--nodes",
    "3",
    "--faults",
    "loss,delay,cut-one-way,cut-both-ways,isolate,pause",
    "--runs",
    "5"
  };

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String[] first, String... more) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    out.getBuffer().setLength(0);
    int status =
        Tutti.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(all.toArray(String[]::new));
    assertThat(status).as(err.toString()).isNotEqualTo(ExitStatus.USAGE);
    return status;
  }

  /** Runs seeds one after the other until one fails, with words like these. */
  private void untilOneFails(int seed, String pattern, String[] first, String... more) {
    Pattern words = Pattern.compile(pattern);
    for (int i = 0; i < MOST_SEEDS; i++) {
      List<String> one = new ArrayList<>(List.of(more));
      one.addAll(List.of("--runs", "1", "--seed", String.valueOf(seed + i)));
      int status = run(first, one.toArray(String[]::new));
      if (status == ExitStatus.FAILED && words.matcher(out.toString()).find()) {
        return;
      }
    }
    throw new AssertionError("no seed from " + seed + " on shows " + pattern);
  }

  /** Runs the usual share of four seeds, of which the first is not serializable in itself. */
  private int calm(String... more) {
    List<String> some = new ArrayList<>(List.of(more));
    some.addAll(List.of("--runs", String.valueOf(Effort.of(4))));
    some.addAll(List.of("--seed", String.valueOf(NOT_SERIALIZABLE)));
    return run(CALM, some.toArray(String[]::new));
  }

  @Test
  void pathSensitiveControlOfSingleActorsIsNotSerializable() {
    untilOneFails(
        NOT_SERIALIZABLE,
        "history: G(0|-single): ",
        CALM,
        "--concurrency-control",
        "psac",
        "--isolation",
        "object",
        "--claim",
        "serializable");
  }

  @Test
  void theSameRunsAreWhatIsClaimedOfThem() {
    assertThat(calm("--concurrency-control", "psac", "--isolation", "object"))
        .as(out.toString())
        .isZero();
  }

  @Test
  void pathSensitiveControlOfAllActorsIsSerializable() {
    assertThat(
            calm(
                "--concurrency-control",
                "psac",
                "--isolation",
                "serializable",
                "--claim",
                "serializable"))
        .as(out.toString())
        .isZero();
  }

  @Test
  void figure9OfPsacTakesTwoRequestsAndItsHistoryIsJudgedTheSameFromAFile(@TempDir Path folder) {
    String file = folder.resolve("figure9.jsonl").toString();
    assertThat(run(FIGURE_9, "--claim", "serializable", "--history", file))
        .isEqualTo(ExitStatus.FAILED);
    assertThat(out.toString()).contains("history: G0: ").contains("no order of the two explains");

    String[] check = {"check-history", file};
    assertThat(run(check)).isEqualTo(ExitStatus.FAILED);
    assertThat(out.toString()).contains("G0: ").contains("claimed serializable: 1 anomaly");
    assertThat(run(check, "--claim", "object")).as(out.toString()).isZero();
    assertThat(run(FIGURE_9)).as(out.toString()).isZero();
  }

  @Test
  void asynchronousDurabilityLosesWhatWasAcknowledged() {
    String[] crashing = {
      "simulate", "--threads", "1", "--faults", "crash,lost-writes", "--requests", "200"
    };
    untilOneFails(
        1,
        "durable: transaction \\S+ was acknowledged, and a crash lost it",
        crashing,
        "--concurrency-control",
        "2pl",
        "--durability",
        "async",
        "--claim",
        "strict-serializable,durable");
  }

  @Test
  void easyCommitAndThreePhaseCommitAreNotAtomicWhereMessagesAreLateAndClaimItOnlyWhereNoneIs() {
    for (String[] found : List.of(EASY_COMMIT, THREE_PHASE)) {
      assertThat(run(found, "--claim", "asynchronous")).isEqualTo(ExitStatus.FAILED);
      assertThat(out.toString())
          .containsPattern(
              "atomic-commitment\\.I1: node \\d aborts [^,]+, which node \\d has committed");
      assertThat(run(found)).as(out.toString()).isZero();
    }
  }

  static List<String> nonBlocking() {
    return Effort.few(List.of("easy-commit", "three-phase"));
  }

  @ParameterizedTest
  @MethodSource("nonBlocking")
  void someOfAFewSeedsShowIt(String commit) {
    assertThat(run(LATE, "--commit", commit, "--claim", "asynchronous"))
        .isEqualTo(ExitStatus.FAILED);
    assertThat(out.toString()).contains("atomic-commitment.I1: ");
  }

  static List<String> blocking() {
    return Effort.few(List.of("two-phase", "paxos-commit"));
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void twoPhaseAndPaxosCommitAreAtomicHoweverLateMessagesAre(String commit) {
    assertThat(run(LATE, "--commit", commit, "--claim", "asynchronous"))
        .as(out.toString())
        .isZero();
  }
}
