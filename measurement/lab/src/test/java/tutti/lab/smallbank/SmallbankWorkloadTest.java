package tutti.lab.smallbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.relational.RelationalApplication;
import tutti.lab.bench.SmallRuns;
import tutti.lab.bench.StoredWorkload;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.ProcedureRequest;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.smallbank.SmallbankShape.MultiTransferShape;
import tutti.lab.virtual.Model;
import tutti.model.testing.Effort;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;
import tutti.simulator.model.MachineFile;

/** {@code tutti bench smallbank}, small. */
@Timeout(300)
class SmallbankWorkloadTest {
  private static final Model MODEL = new Model(MachineFile.committed(), null, false);
  private static final int RULES = 4;
  private static final int CHECKS = 5;
  private static final int CUSTOMERS = 60;

  /** The application with a procedure that writes what it likes. */
  private static final RelationalApplication PLANTING =
      new RelationalApplication(
          JavaSmallbank.builder("smallbank").procedures(AccountChange.class).build(), null);

  @TempDir Path folder;

  private final List<String> notes = new ArrayList<>();

  private static SmallbankShape shape(@Nullable MultiTransferShape multi) {
    return new SmallbankShape(CUSTOMERS, 5, 50, multi);
  }

  private static Side quick(String... keys) {
    List<String> all = new ArrayList<>(List.of("durability=off", "accept-loss=on"));
    all.addAll(List.of(keys));
    return SmallRuns.side(1, all.toArray(String[]::new));
  }

  private RunResult run(SmallbankShape shape, Side side, RunNodes.Source source) throws Exception {
    return run(new SmallbankWorkload(shape, List.of(side), source, notes::add), source);
  }

  private static RunResult run(SmallbankWorkload workload, RunNodes.Source source)
      throws Exception {
    return workload.run(SmallRuns.LABEL, SmallRuns.plan(8, source == MODEL ? 400 : 150));
  }

  private void holds(RunResult run) {
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).as("%s", notes).hasSize(RULES + CHECKS).doesNotContainValue(false);
  }

  @Test
  void runsTheStandardMix() throws Exception {
    RunResult run = run(shape(null), quick("containers=2"), SmallRuns.nodes(folder));
    holds(run);
    assertThat(run.measures())
        .containsKeys(
            StoredWorkload.LOAD,
            StoredWorkload.CONDITIONS,
            "cpu-us-per-request",
            "amalgamate-per-s",
            "balance-p90-us",
            "send-payment-per-s")
        .doesNotContainKey("multi-transfer-per-s");
  }

  @ParameterizedTest
  @EnumSource(Formulation.class)
  void runsMultiTransfersInEachFormulation(Formulation form) throws Exception {
    for (@Nullable Integer remote : new @Nullable Integer[] {null, 0, 2}) {
      RunResult run =
          run(
              shape(new MultiTransferShape(form, 5, remote)),
              quick("containers=3", "executors=3"),
              SmallRuns.nodes(folder));
      holds(run);
      assertThat(run.measures()).containsKey("multi-transfer-per-s");
    }
  }

  /** A credit that is sent before the one before was answered saves round trips. */
  @Test
  void sendsMoreMessagesTheMoreDestinationsAreRemote() throws Exception {
    double[] messages = new double[3];
    for (int remote = 0; remote < messages.length; remote++) {
      messages[remote] =
          run(
                  shape(new MultiTransferShape(Formulation.FULLY_SYNC, 2, remote)),
                  SmallRuns.side(3),
                  MODEL)
              .figure("messages-per-commit");
    }
    assertThat(messages).isSorted();
    assertThat(messages[0]).isLessThan(1);
    assertThat(messages[2]).isGreaterThan(messages[1] + 1);
  }

  static List<Arguments> deployments() {
    return Effort.few(
        List.of(
            Arguments.of(2, List.of("concurrency-control=two-phase-locking")),
            Arguments.of(2, List.of("concurrency-control=path-sensitive")),
            Arguments.of(2, List.of("concurrency-control=tl2")),
            Arguments.of(2, List.of("concurrency-control=versioning", "containers=2")),
            Arguments.of(
                2, List.of("concurrency-control=wait-die", "commit=two-phase-presumed-commit")),
            Arguments.of(3, List.of("concurrency-control=optimistic", "commit=paxos-commit")),
            Arguments.of(3, List.of("concurrency-control=optimistic", "replication=multipaxos")),
            Arguments.of(3, List.of("concurrency-control=wound-wait", "replication=multipaxos")),
            Arguments.of(3, List.of("integrated=tapir")),
            Arguments.of(3, List.of("integrated=janus"))));
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void holdsItsRulesOnSeveralNodes(int nodes, List<String> keys) throws Exception {
    Side side = SmallRuns.side(nodes, keys.toArray(String[]::new));
    RunResult run = run(shape(null), side, MODEL);
    holds(run);
    assertThat(run.figure("messages-per-commit")).isPositive();
    holds(run(shape(new MultiTransferShape(Formulation.FULLY_ASYNC, 3, null)), side, MODEL));
  }

  static List<String> rebelControls() {
    return Effort.few(
        List.of("path-sensitive", "two-phase-locking", "optimistic", "wound-wait", "versioning"));
  }

  /** An event does not say whether a check was fined, so there is one check less. */
  @ParameterizedTest
  @MethodSource("rebelControls")
  void holdsItsRulesInRebel(String control) throws Exception {
    Side side = SmallRuns.side(2, "concurrency-control=" + control);
    RunResult run =
        run(SmallbankWorkload.rebel(shape(null), List.of(side), MODEL, notes::add), MODEL);
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks())
        .as("%s", notes)
        .hasSize(RULES + CHECKS - 1)
        .containsEntry("acknowledged-changes-are-there-and-no-more", true)
        .doesNotContainValue(false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void writesAHistoryThatHolds(int nodes) throws Exception {
    Path file = folder.resolve("history.jsonl");
    holds(
        run(
            shape(null),
            SmallRuns.side(nodes),
            RealNodes.in(folder.resolve("runs"), RunHistory.to(file), MessageTrace.NONE)));
    RecordedHistory history = HistoryFiles.read(file);
    assertThat(HistoryChecker.check(history)).isEmpty();
  }

  /** The second run finds what the first one has left, and goes on with it. */
  @Test
  void goesOnWithKeptCustomers() throws Exception {
    Side side = SmallRuns.side(1);
    run(shape(null), side, SmallRuns.nodes(folder).kept());
    RunResult second = run(shape(null), side, SmallRuns.nodes(folder).kept());
    assertThat(second.checks())
        .as("%s", notes)
        .hasSize(2 * RULES + CHECKS)
        .containsKey("smallbank-conserved-at-start")
        .doesNotContainValue(false);
    assertThat(second.figure(StoredWorkload.LOAD)).isZero();
    assertThatThrownBy(
            () -> run(new SmallbankShape(20, 5, 50, null), side, SmallRuns.nodes(folder).kept()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the load of the customers that are there was begun with --customers 60: say this, or"
                + " give another --data folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SmallbankRules.BALANCES,
        SmallbankRules.COMPLETE,
        SmallbankRules.CONSERVED,
        SmallbankRules.SAVINGS
      })
  void findsAViolationOfEachRuleInStoredAccounts(String rule) throws Exception {
    Side side = SmallRuns.side(1);
    RunNodes.Source kept = SmallRuns.nodes(folder).kept();
    JavaSmallbank planting = new JavaSmallbank(PLANTING, JavaSmallbank.CustomerKeys.NUMBERS);
    SmallbankShape shape = new SmallbankShape(4, 2, 50, null);
    try (RunNodes nodes =
        kept.open(planting.application(), side.deployment(), SmallRuns.plan(1, 1))) {
      nodes.commit(1, i -> planting.beginLoad(4), committed -> {});
      nodes.commit(4, i -> planting.open((int) i, 100, 100), committed -> {});
      nodes.commit(1, i -> planting.endLoad(4), committed -> {});
      nodes.commit(
          1,
          i -> ProcedureRequest.of(PLANTING, planting.actor(1), new AccountChange(rule)),
          committed -> {});
    }
    RunResult run = run(shape, side, kept);
    assertThat(run.checks().entrySet())
        .filteredOn(check -> check.getKey().endsWith("-at-start") && !check.getValue())
        .extracting(check -> check.getKey())
        .containsExactly(rule + "-at-start");
    assertThat(notes).anyMatch(note -> note.startsWith(rule + "-at-start: "));
  }

  /** Deposits of which clients were told, and that no account has. */
  @Test
  void findsUpdatesThatAreLost() throws Exception {
    RunNodes.Source nodes = SmallRuns.nodes(folder);
    RunResult run =
        run(
            new SmallbankWorkload(
                shape(null),
                new LosingSmallbank(new JavaSmallbank()),
                List.of(quick()),
                nodes,
                notes::add),
            nodes);
    assertThat(run.checks())
        .containsEntry("acknowledged-changes-are-there-and-no-more", false)
        .containsEntry("acknowledged-deposits-are-there-and-no-more", false)
        .containsEntry(SmallbankRules.CONSERVED, true);
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThatThrownBy(
            () ->
                run(shape(new MultiTransferShape(Formulation.OPT, 2, 1)), SmallRuns.side(1), MODEL))
        .hasMessage(
            "--remote is for several containers or nodes: this deployment has one container");
    assertThatThrownBy(
            () ->
                run(
                    new SmallbankShape(4, 2, 50, new MultiTransferShape(Formulation.OPT, 7, 0)),
                    SmallRuns.side(1),
                    MODEL))
        .hasMessage("there are too few --customers in each container for so many --destinations");
    assertThatThrownBy(
            () ->
                SmallbankWorkload.rebel(
                    shape(new MultiTransferShape(Formulation.OPT, 2, null)),
                    List.of(SmallRuns.side(1)),
                    MODEL,
                    notes::add))
        .hasMessageEndingWith("--language java");
    assertThatThrownBy(() -> new MultiTransferShape(Formulation.OPT, 8, null))
        .hasMessage("--destinations is from 1 to 7, not 8");
    assertThatThrownBy(() -> new SmallbankShape(10, 1, 50, null))
        .hasMessage("--hot-customers is from 2 to 10, not 1");
    assertThatThrownBy(() -> Formulation.of("half"))
        .hasMessage(
            "--multi-transfer is one of fully-sync, partially-async, fully-async, opt, not 'half'");
  }
}
