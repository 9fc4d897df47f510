package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.lab.torture.Torture;
import tutti.lab.torture.TortureFault;
import tutti.lab.torture.TortureOptions;
import tutti.lab.torture.TortureReport;
import tutti.lab.torture.TortureReport.RoundReport;
import tutti.lab.torture.TortureWorkload;
import tutti.model.testing.Effort;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;

/** A short torture of two real nodes, and its history with a bug put into it. */
class TortureTest {
  private static final TortureOptions.Replicas MULTIPAXOS =
      new TortureOptions.Replicas(Protocol.MULTIPAXOS, null);

  @TempDir private Path folder;

  /** The dear cases take turns: usually one of all {@link DearFamily}. */
  @TestFactory
  Stream<DynamicTest> nodesDoWhatTheyClaim() {
    return Effort.fewInTurn(
        DearFamily.TORTURE,
        DearFamily.COUNT,
        List.of(
            dynamicTest(
                "nodes that are killed, cut off and changed",
                this::nodesThatAreKilledCutOffAndChangedDoWhatTheyClaim),
            dynamicTest(
                "replicas that are killed, cut off and lose their disks",
                this::replicasThatLoseTheirDisksDoWhatTheyClaim),
            dynamicTest(
                "hosts of TAPIR that are killed, cut off and lose their disks",
                () -> hostsThatLoseTheirDisksDoWhatTheyClaim("tapir", Protocol.TAPIR)),
            dynamicTest(
                "hosts of Janus that are killed, cut off and lose their disks",
                () -> hostsThatLoseTheirDisksDoWhatTheyClaim("janus", Protocol.JANUS)),
            dynamicTest(
                "nodes under easy-commit that are just killed",
                () ->
                    nodesThatAreJustKilledEndTransactionsAlikeThoughSilenceIsTakenForACrash(
                        "easy-commit")),
            dynamicTest(
                "nodes under three-phase that are just killed",
                () ->
                    nodesThatAreJustKilledEndTransactionsAlikeThoughSilenceIsTakenForACrash(
                        "three-phase")),
            dynamicTest(
                "charges on nodes that are killed and cut off",
                this::cardsAreChargedOnceThoughNodesAreKilledAndCutOff),
            dynamicTest(
                "orders and payments on nodes that are killed and cut off",
                () -> benchmarkHoldsItsRules(TortureWorkload.TPCC)),
            dynamicTest(
                "the accounts of customers on nodes that are killed and cut off",
                () -> benchmarkHoldsItsRules(TortureWorkload.SMALLBANK))))
        .stream();
  }

  private void benchmarkHoldsItsRules(TortureWorkload workload) throws Exception {
    TortureReport report =
        torturedLongEnough(seconds -> benchmark(seconds, workload), "kill", "cut");

    assertThat(report.good()).as("%s", report.anomalies()).isTrue();
    RoundReport round = report.rounds().getFirst();
    assertThat(round.claim()).isEqualTo(workload.label());
    assertThat(round.acknowledged()).isGreaterThan(10);
    assertThat(round.troubles()).containsKeys("kill", "cut");
  }

  private TortureReport benchmark(int seconds, TortureWorkload workload) throws Exception {
    return Torture.run(
        new TortureOptions(
            7,
            0,
            seconds,
            new TortureOptions.Fixed(
                2, 4, List.of(TortureFault.KILL, TortureFault.CUT), workload, null, null, null),
            new TortureOptions.Program(TuttiProcess.launcher(), List.of()),
            folder.resolve("rounds-" + workload.label() + "-" + seconds),
            folder.resolve(workload.label() + ".jsonl"),
            line -> {}));
  }

  @Test
  void aWholeWarehouseIsNoItemOfAnIntegratedProtocol() {
    TortureOptions.Replicas janus =
        new TortureOptions.Replicas(Protocol.JANUS, HistoryClaim.STRICT_SERIALIZABLE);
    assertThatThrownBy(
            () ->
                new TortureOptions.Fixed(
                    3, 4, List.of(), TortureWorkload.TPCC, null, null, null, janus))
        .hasMessageContaining("take tpcc-rows");
  }

  private void cardsAreChargedOnceThoughNodesAreKilledAndCutOff() throws Exception {
    TortureReport report = torturedLongEnough(this::charged, "kill", "cut");

    assertThat(report.good()).as("%s", report.anomalies()).isTrue();
    RoundReport round = report.rounds().getFirst();
    assertThat(round.claim()).isEqualTo("charges");
    assertThat(round.acknowledged()).isGreaterThan(10);
    assertThat(round.troubles()).containsKeys("kill", "cut");
  }

  private TortureReport charged(int seconds) throws Exception {
    return Torture.run(
        new TortureOptions(
            7,
            0,
            seconds,
            new TortureOptions.Fixed(
                2,
                4,
                List.of(TortureFault.KILL, TortureFault.CUT),
                TortureWorkload.CHARGES,
                ConcurrencyControlKind.VERSIONING,
                null,
                null),
            new TortureOptions.Program(TuttiProcess.launcher(), List.of()),
            folder.resolve("rounds-charges-" + seconds),
            folder.resolve("charges.jsonl"),
            line -> {}));
  }

  @Test
  void cardsAreNotChargedUnderAProtocolUnderWhichOthersDecide() {
    CommitKind paxos = (CommitKind) CommitKinds.byName().get("paxos-commit");
    assertThatThrownBy(
            () ->
                new TortureOptions.Fixed(
                    3, 4, List.of(), TortureWorkload.CHARGES, null, paxos, null))
        .hasMessageContaining("under paxos-commit other nodes may decide while one runs");
  }

  private void nodesThatAreKilledCutOffAndChangedDoWhatTheyClaim() throws Exception {
    Path file = folder.resolve("killed-cut-off-changed.jsonl");
    TortureReport report =
        torturedLongEnough(
            seconds -> killedCutOffAndChanged(seconds, file), "kill", "cut", "containers");

    assertThat(report.good()).as("%s", report.anomalies()).isTrue();
    RoundReport round = report.rounds().getFirst();
    assertThat(round.claim()).isEqualTo("strict-serializable");
    assertThat(round.acknowledged()).isGreaterThan(10);
    assertThat(round.troubles()).containsKeys("kill", "cut", "containers");
    assertThat(round.history()).isEqualTo(file.toAbsolutePath());

    RecordedHistory history = HistoryFiles.read(file);
    assertThat(HistoryChecker.check(history)).isEmpty();
    assertThat(HistoryChecker.check(withoutAWriter(history))).isNotEmpty();
  }

  /**
   * A round in which clients have come to something, and these troubles to them, however busy the
   * machine is.
   */
  private static TortureReport torturedLongEnough(Tortured tortured, String... troubles)
      throws Exception {
    TortureReport report = tortured.forSeconds(2);
    for (int seconds = 10;
        seconds < 100 && report.good() && !isEnough(report.rounds().getFirst(), troubles);
        seconds *= 3) {
      report = tortured.forSeconds(seconds);
    }
    return report;
  }

  private static boolean isEnough(RoundReport round, String... troubles) {
    return round.acknowledged() > 10 && round.troubles().keySet().containsAll(List.of(troubles));
  }

  private interface Tortured {
    TortureReport forSeconds(int seconds) throws Exception;
  }

  private TortureReport killedCutOffAndChanged(int seconds, Path file) throws Exception {
    return Torture.run(
        new TortureOptions(
            5,
            0,
            seconds,
            new TortureOptions.Fixed(
                2,
                4,
                List.of(TortureFault.KILL, TortureFault.CUT, TortureFault.CONTAINERS),
                TortureWorkload.BANK,
                ConcurrencyControlKind.PATH_SENSITIVE,
                null,
                Isolation.SERIALIZABLE),
            new TortureOptions.Program(TuttiProcess.launcher(), List.of()),
            folder.resolve("rounds-changed-" + seconds),
            file,
            line -> {}));
  }

  private void replicasThatLoseTheirDisksDoWhatTheyClaim() throws Exception {
    Path file = folder.resolve("replicas.jsonl");
    judged(seconds -> replicas(seconds, "multipaxos", MULTIPAXOS, file), file);
  }

  private void hostsThatLoseTheirDisksDoWhatTheyClaim(String name, Protocol protocol)
      throws Exception {
    Path file = folder.resolve(name + ".jsonl");
    TortureOptions.Replicas hosts =
        new TortureOptions.Replicas(protocol, HistoryClaim.STRICT_SERIALIZABLE);
    judged(seconds -> replicas(seconds, name, hosts, file), file);
  }

  private static void judged(Tortured tortured, Path file) throws Exception {
    TortureReport report = torturedLongEnough(tortured, "kill", "cut", "lose-disk");
    assertThat(report.good()).as("%s", report.anomalies()).isTrue();
    RoundReport round = report.rounds().getFirst();
    assertThat(round.nodes()).isEqualTo(3);
    assertThat(round.acknowledged()).isGreaterThan(10);
    assertThat(round.troubles()).containsKeys("kill", "cut", "lose-disk");
    RecordedHistory history = HistoryFiles.read(file);
    assertThat(HistoryChecker.check(withoutAWriter(history))).isNotEmpty();
  }

  private TortureReport replicas(
      int seconds, String name, TortureOptions.Replicas replicas, Path file) throws Exception {
    return Torture.run(
        new TortureOptions(
            7,
            0,
            seconds,
            new TortureOptions.Fixed(
                0,
                4,
                List.of(TortureFault.KILL, TortureFault.CUT, TortureFault.LOSE_DISK),
                TortureWorkload.BANK,
                ConcurrencyControlKind.WOUND_WAIT,
                null,
                Isolation.SERIALIZABLE,
                replicas),
            new TortureOptions.Program(
                TuttiProcess.launcher(),
                List.of(
                    replicas.claim() == null
                        ? "-Dtutti.replication=multipaxos"
                        : "-Dtutti.integrated=" + name)),
            folder.resolve("rounds-" + name + "-" + seconds),
            file,
            line -> {}));
  }

  @Test
  void aDiskIsLostOnlyWhereThereAreReplicas() {
    List<TortureFault> lost = List.of(TortureFault.LOSE_DISK);
    assertThatThrownBy(() -> new TortureOptions.Fixed(3, 4, lost, null, null, null, null))
        .hasMessageContaining("add --replication multipaxos");
    assertThatThrownBy(
            () -> new TortureOptions.Fixed(2, 4, lost, null, null, null, null, MULTIPAXOS))
        .hasMessageContaining("three replicas need 3 nodes at least");
  }

  /** Nodes that just crash keep to what these protocols assume. */
  private void nodesThatAreJustKilledEndTransactionsAlikeThoughSilenceIsTakenForACrash(
      String commit) throws Exception {
    TortureReport report = torturedLongEnough(seconds -> justKilled(seconds, commit), "kill");

    assertThat(report.good()).as("%s", report.anomalies()).isTrue();
    RoundReport round = report.rounds().getFirst();
    assertThat(round.phases()).containsExactly("2pl " + commit + " serializable");
    assertThat(round.acknowledged()).isGreaterThan(10);
    assertThat(round.troubles()).containsOnlyKeys("kill");
  }

  private TortureReport justKilled(int seconds, String commit) throws Exception {
    return Torture.run(
        new TortureOptions(
            6,
            0,
            seconds,
            new TortureOptions.Fixed(
                3,
                4,
                List.of(TortureFault.KILL),
                TortureWorkload.BANK,
                ConcurrencyControlKind.TWO_PHASE_LOCKING,
                (CommitKind) CommitKinds.byName().get(commit),
                Isolation.SERIALIZABLE),
            new TortureOptions.Program(TuttiProcess.launcher(), List.of()),
            folder.resolve("rounds-" + commit + "-" + seconds),
            folder.resolve(commit + ".jsonl"),
            line -> {}));
  }

  @Test
  void messagesAreNotHeldUpUnderAProtocolThatDoesNotBearIt() {
    assertThatThrownBy(
            () ->
                new TortureOptions.Fixed(
                    3,
                    4,
                    List.of(TortureFault.HOLD),
                    null,
                    null,
                    (CommitKind) CommitKinds.byName().get("ec"),
                    null))
        .hasMessageContaining("easy-commit is not safe when messages are late, as with hold");
  }

  /** Without the first operation that wrote: as if no client had asked for it. */
  private static RecordedHistory withoutAWriter(RecordedHistory history) {
    List<Operation> operations = new ArrayList<>(history.operations());
    operations.remove(
        operations.stream().filter(it -> !it.writes().isEmpty()).findFirst().orElseThrow());
    return new RecordedHistory(history.claim(), operations, history.last());
  }
}
