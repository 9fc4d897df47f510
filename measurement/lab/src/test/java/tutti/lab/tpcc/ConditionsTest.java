package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.relational.RelationalApplication;
import tutti.lab.bench.SmallRuns;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.ProcedureRequest;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.model.ActorId;

/**
 * The twelve conditions find a violation of each in stored rows, which are changed past the
 * benchmark's transactions and read after a start.
 */
@Timeout(300)
class ConditionsTest {
  private static final TpccShape SHAPE = TpccSides.small(Mix.STANDARD);
  private static final Side SIDE = SmallRuns.side(1);
  private static final LoadPlan PLAN = SmallRuns.plan(4, 100);

  /** The benchmark with a procedure that writes what it likes. */
  private static final WarehouseCut PLANTING =
      new WarehouseCut(
          new RelationalApplication(
              WarehouseCut.application("tpcc").procedures(Plant.class).build(), null),
          true);

  @TempDir static Path loaded;

  @TempDir Path folder;

  @BeforeAll
  static void load() throws Exception {
    assertThat(run(loaded).checks()).doesNotContainValue(false);
  }

  private static RunResult run(Path data) throws Exception {
    return new TpccWorkload(SHAPE, List.of(SIDE), SmallRuns.nodes(data).kept(), null, note -> {})
        .run(SmallRuns.LABEL, PLAN);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path other = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(other);
        } else {
          Files.copy(each, other);
        }
      }
    }
  }

  private static RunNodes open(WarehouseCut cut, Path data) throws IOException {
    return SmallRuns.nodes(data).kept().open(cut.application(), SIDE.deployment(), PLAN);
  }

  /** Returns the names of the conditions that the stored rows violate. */
  private static Set<Integer> violated(Path data) throws Exception {
    WarehouseCut cut = new WarehouseCut(true);
    try (RunNodes nodes = open(cut, data)) {
      SortedMap<Integer, List<String>> all = Conditions.violations(cut.tables(nodes, SHAPE), SHAPE);
      assertThat(all.keySet())
          .isEqualTo(
              IntStream.rangeClosed(1, Conditions.COUNT).boxed().collect(Collectors.toSet()));
      return new TreeSet<>(
          all.keySet().stream()
              .filter(condition -> !all.getOrDefault(condition, List.of()).isEmpty())
              .toList());
    }
  }

  /** A violation of 1 is one of 8 or 9, too: all sums are equal. */
  @ParameterizedTest
  @CsvSource({
    "1, 1 9",
    "2, 2",
    "3, 3 5 11",
    "4, 4 6",
    "5, 5 7",
    "6, 6",
    "7, 7 10 12",
    "8, 1 8",
    "9, 9",
    "10, 10",
    "11, 11",
    "12, 12"
  })
  void findAViolationOfEach(int condition, String expected) throws Exception {
    copy(loaded, folder);
    try (RunNodes nodes = open(PLANTING, folder)) {
      nodes.commit(
          1,
          i ->
              ProcedureRequest.of(
                  PLANTING.application(),
                  new ActorId(Warehouse.TYPE, Warehouse.key(1)),
                  new Plant(condition)),
          committed -> {});
    }
    assertThat(violated(folder))
        .contains(condition)
        .isEqualTo(
            Stream.of(expected.split(" "))
                .map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new)));
  }
}
