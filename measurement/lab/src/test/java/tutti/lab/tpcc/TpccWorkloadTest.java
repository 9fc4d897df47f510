package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.lab.bench.SmallRuns;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.model.testing.Effort;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;
import tutti.simulator.model.MachineFile;

/** {@code tutti bench tpcc}, small. */
@Timeout(300)
class TpccWorkloadTest {
  private static final Model MODEL = new Model(MachineFile.committed(), null, false);

  @TempDir Path folder;

  private final List<String> notes = new ArrayList<>();

  private RunResult run(TpccShape shape, Side side, RunNodes.Source source) throws Exception {
    return workload(shape, side, source)
        .run(SmallRuns.LABEL, SmallRuns.plan(8, source == MODEL ? 600 : 200));
  }

  private TpccWorkload workload(TpccShape shape, Side side, RunNodes.Source source) {
    return new TpccWorkload(shape, List.of(side), source, null, notes::add);
  }

  @ParameterizedTest
  @EnumSource(Mix.class)
  void holdsItsConditionsInEveryMix(Mix mix) throws Exception {
    RunResult run =
        run(
            TpccSides.small(mix),
            SmallRuns.side(1, "durability=off", "accept-loss=on", "containers=2"),
            SmallRuns.nodes(folder));
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).as("%s", notes).hasSize(15).doesNotContainValue(false);
    assertThat(run.measures()).containsKeys(TpccWorkload.LOAD, TpccWorkload.CONDITIONS);
    // On a busy machine a short run of the whole mix may end before one of each has committed.
    if (mix == Mix.PAYMENT) {
      assertThat(run.measures()).containsKey("payment-per-s").doesNotContainKey("new-order-per-s");
    } else if (mix == Mix.NEW_ORDER) {
      assertThat(run.measures()).containsKey("new-order-per-s").doesNotContainKey("payment-per-s");
    }
  }

  static List<Arguments> controls() {
    return Effort.few(
        List.of(
            Arguments.of("two-phase-locking", true),
            Arguments.of("optimistic", false),
            Arguments.of("no-wait", true),
            Arguments.of("versioning", false),
            Arguments.of("path-sensitive", true),
            Arguments.of("tl2", true)));
  }

  @ParameterizedTest
  @MethodSource("controls")
  void holdsItsConditionsOnSeveralNodes(String control, boolean overlapping) throws Exception {
    RunResult run =
        run(
            new TpccShape(2, 10, 20, Actors.WAREHOUSES, Mix.STANDARD, 50, 20, overlapping, 0),
            SmallRuns.side(2, "durability=off", "accept-loss=on", "concurrency-control=" + control),
            MODEL);
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).as("%s", notes).doesNotContainValue(false);
    assertThat(run.figure("messages-per-commit")).isPositive();
  }

  static List<Arguments> protocolsOfRows() {
    return Effort.few(
        List.of(
            Arguments.of(2, List.of("concurrency-control=optimistic")),
            // In the quick lane WorkloadMatrixTest has these two, smaller.
            Arguments.of(3, List.of("integrated=janus")),
            Arguments.of(3, List.of("integrated=tapir")),
            Arguments.of(2, List.of("concurrency-control=two-phase-locking")),
            Arguments.of(2, List.of("concurrency-control=versioning")),
            Arguments.of(3, List.of("concurrency-control=wound-wait", "replication=multipaxos"))));
  }

  @ParameterizedTest
  @MethodSource("protocolsOfRows")
  void holdsItsConditionsWhereRowsAreActors(int nodes, List<String> keys) throws Exception {
    RunResult run =
        run(
            new TpccShape(3, 10, 20, Actors.ROWS, Mix.STANDARD, 50, 20, true, 0),
            SmallRuns.side(nodes, keys.toArray(String[]::new)),
            MODEL);
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).as("%s", notes).hasSize(15).doesNotContainValue(false);
  }

  /** The tables as they are loaded: terminals are still keying when the run ends. */
  @Test
  void bothCutsHaveTheSameRows() throws Exception {
    Map<Actors, Path> tables = new EnumMap<>(Actors.class);
    for (Actors actors : Actors.values()) {
      Path its = folder.resolve(actors.name());
      tables.put(actors, its);
      new TpccWorkload(
              new TpccShape(2, 11, 20, actors, Mix.STANDARD, 50, 20, true, 1),
              List.of(SmallRuns.side(1)),
              MODEL,
              its,
              notes::add)
          .run(SmallRuns.LABEL, SmallRuns.plan(2, 1));
    }
    try (Stream<Path> files = Files.list(tables.get(Actors.ROWS))) {
      assertThat(files)
          .hasSize(9)
          .allSatisfy(
              file ->
                  assertThat(file)
                      .hasSameTextualContentAs(
                          tables.get(Actors.WAREHOUSES).resolve(file.getFileName())));
    }
  }

  /** The second run finds what the first one has left, and goes on with it. */
  @ParameterizedTest
  @EnumSource(Actors.class)
  void goesOnWithKeptWarehouses(Actors actors) throws Exception {
    TpccShape shape = new TpccShape(2, 20, 50, actors, Mix.STANDARD, 50, 20, true, 0);
    Side side = SmallRuns.side(1);
    RunResult first = run(shape, side, SmallRuns.nodes(folder).kept());
    assertThat(first.checks()).doesNotContainKey("tpcc-1-at-start").doesNotContainValue(false);
    RunResult second = run(shape, side, SmallRuns.nodes(folder).kept());
    assertThat(second.checks())
        .as("%s", notes)
        .containsKeys("tpcc-1-at-start", "tpcc-12-at-start", "tpcc-12")
        .doesNotContainValue(false);
    assertThat(second.figure(TpccWorkload.LOAD)).isZero();
  }

  /** Other sizes are refused before anything is written, and the warehouses are as they were. */
  @ParameterizedTest
  @EnumSource(Actors.class)
  void refusesKeptWarehousesOfOtherSizes(Actors actors) throws Exception {
    Side side = SmallRuns.side(1);
    TpccShape shape = sized(2, 20, 50, actors);
    run(shape, side, SmallRuns.nodes(folder).kept());
    for (TpccShape other :
        List.of(
            sized(1, 20, 50, actors),
            sized(3, 20, 50, actors),
            sized(2, 21, 50, actors),
            sized(2, 20, 49, actors))) {
      assertThatThrownBy(() -> run(other, side, SmallRuns.nodes(folder).kept()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the load of the warehouses that are there was begun with --warehouses 2 --customers"
                  + " 20 --items 50: say these, or give another --data folder");
    }
    assertThat(run(shape, side, SmallRuns.nodes(folder).kept()).checks())
        .as("%s", notes)
        .containsKey("tpcc-1-at-start")
        .doesNotContainValue(false);
  }

  private static TpccShape sized(int warehouses, int customers, int items, Actors actors) {
    return new TpccShape(warehouses, customers, items, actors, Mix.STANDARD, 50, 20, true, 0);
  }

  /** Wherever a load ends, the next run goes on with it, also if its seed is another one. */
  @ParameterizedTest
  @CsvSource({"WAREHOUSES, 7", "ROWS, 4"})
  @Tag("slow")
  void goesOnWithALoadThatWasBrokenOffAtManyPlaces(Actors actors, int step) throws Exception {
    goesOnWithALoadThatWasBrokenOff(actors, step);
  }

  @ParameterizedTest
  @CsvSource({"WAREHOUSES, 41", "ROWS, 23"})
  void goesOnWithALoadThatWasBrokenOff(Actors actors, int step) throws Exception {
    TpccShape shape = sized(2, 20, 50, actors);
    LoadPlan usual = SmallRuns.plan(4, 20);
    LoadPlan next = new LoadPlan(usual.clients(), usual.warmup(), usual.measured(), 2);
    boolean broken = true;
    for (int commits = 1; broken; commits += step) {
      Path data = folder.resolve(Integer.toString(commits));
      RunNodes.Source kept = SmallRuns.nodes(data).kept();
      broken = isBrokenOff(shape, new BreakingNodes(kept, commits), usual);
      RunResult run = workload(shape, SmallRuns.side(1), kept).run(SmallRuns.LABEL, next);
      assertThat(run.checks())
          .as("after %s commits: %s", commits, notes)
          .doesNotContainValue(false);
      assertThat(workload(shape, SmallRuns.side(1), kept).run(SmallRuns.LABEL, next).checks())
          .as("at the next start after %s commits: %s", commits, notes)
          .containsKey("tpcc-1-at-start")
          .doesNotContainValue(false);
    }
  }

  private boolean isBrokenOff(TpccShape shape, RunNodes.Source nodes, LoadPlan plan)
      throws Exception {
    try {
      workload(shape, SmallRuns.side(1), nodes).run(SmallRuns.LABEL, plan);
      return false;
    } catch (BreakingNodes.BrokenOff expected) {
      return true;
    }
  }

  @ParameterizedTest
  @EnumSource(Actors.class)
  void refusesOtherSizesForALoadThatWasBrokenOff(Actors actors) throws Exception {
    RunNodes.Source kept = SmallRuns.nodes(folder).kept();
    assertThat(
            isBrokenOff(
                sized(2, 20, 50, actors), new BreakingNodes(kept, 8), SmallRuns.plan(4, 20)))
        .isTrue();
    assertThatThrownBy(() -> run(sized(2, 10, 20, actors), SmallRuns.side(1), kept))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was begun with --warehouses 2 --customers 20 --items 50");
    assertThat(run(sized(2, 20, 50, actors), SmallRuns.side(1), kept).checks())
        .as("%s", notes)
        .doesNotContainValue(false);
  }

  /** A terminal keys and thinks for seconds, so that few transactions come in a short run. */
  @Test
  void waitsBetweenTransactionsIfAsked() throws Exception {
    TpccShape shape = new TpccShape(2, 20, 50, Actors.WAREHOUSES, Mix.PAYMENT, 15, 1, true, 1);
    RunResult run =
        run(shape, SmallRuns.side(1, "durability=off", "accept-loss=on"), SmallRuns.nodes(folder));
    assertThat(run.outcomes().ended()).isZero();
    assertThat(run.checks()).doesNotContainValue(false);
  }

  @Test
  void writesNineTables() throws Exception {
    Path tables = folder.resolve("tables");
    TpccShape shape = TpccSides.small(Mix.STANDARD);
    new TpccWorkload(
            shape,
            List.of(SmallRuns.side(1, "durability=off", "accept-loss=on")),
            SmallRuns.nodes(folder),
            tables,
            notes::add)
        .run(SmallRuns.LABEL, SmallRuns.plan(2, 50));
    assertThat(tables.toFile().list())
        .containsExactlyInAnyOrder(
            "warehouse.csv",
            "district.csv",
            "customer.csv",
            "history.csv",
            "new_order.csv",
            "order.csv",
            "order_line.csv",
            "item.csv",
            "stock.csv");
    assertThat(Files.readAllLines(tables.resolve("item.csv"))).hasSize(1 + shape.items());
    assertThat(Files.readAllLines(tables.resolve("stock.csv"))).hasSize(1 + 2 * shape.items());
    assertThat(Files.readAllLines(tables.resolve("customer.csv")))
        .hasSize(1 + 2 * TpccShape.DISTRICTS * shape.customers());
    assertThat(Files.readString(tables.resolve("warehouse.csv")))
        .startsWith("w_id,w_name,w_street_1,w_street_2,w_city,w_state,w_zip,w_tax,w_ytd\r\n1,")
        .endsWith("\r\n");
    assertThat(Files.readAllLines(tables.resolve("history.csv")).getFirst())
        .isEqualTo("h_c_id,h_c_d_id,h_c_w_id,h_d_id,h_w_id,h_date,h_amount,h_data");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void writesAHistoryThatHolds(int nodes) throws Exception {
    Path file = folder.resolve("history.jsonl");
    RunResult run =
        run(
            sized(2, 10, 20, Actors.WAREHOUSES),
            SmallRuns.side(nodes),
            RealNodes.in(folder.resolve("runs"), RunHistory.to(file), MessageTrace.NONE));
    assertThat(run.checks()).as("%s", notes).doesNotContainValue(false);
    RecordedHistory history = HistoryFiles.read(file);
    assertThat(HistoryChecker.check(history)).isEmpty();
    assertThat(history.operations()).hasSizeGreaterThan((int) run.outcomes().committed());
  }

  @Test
  void namesItsFigures() {
    TpccWorkload workload = workload(TpccSides.small(Mix.STANDARD), SmallRuns.side(1), MODEL);
    assertThat(workload.unit()).isEqualTo("TPC-C transactions/s");
  }

  @Test
  void refusesWhatDoesNotFit() {
    TpccShape shape = TpccSides.small(Mix.STANDARD);
    assertThatThrownBy(() -> run(shape, SmallRuns.side(3), MODEL))
        .hasMessage(
            "there are at least as many --warehouses as containers of all nodes or shards: 3, not"
                + " 2");
    assertThatThrownBy(() -> run(shape, SmallRuns.side(3, "integrated=janus"), MODEL))
        .hasMessage(
            "under integrated = janus an actor is one item of 1 MiB at most, and a warehouse with"
                + " all that belongs to it is larger: --actors rows");
    assertThatThrownBy(
            () -> new TpccShape(0, 10, 20, Actors.WAREHOUSES, Mix.STANDARD, 0, 0, true, 0))
        .hasMessage("--warehouses is from 1 to 9999, not 0");
    assertThatThrownBy(() -> Mix.of("half"))
        .hasMessage("--mix is one of standard, janus, payment, new-order, not 'half'");
  }
}
