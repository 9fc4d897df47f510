package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Reading;
import tutti.engine.runtime.ExecutorMode;
import tutti.lab.node.Folders;
import tutti.model.testing.Effort;

/**
 * Every contract over concurrency control × commit × isolation × deployment × nodes × durability ×
 * executor mode. Every concurrency control of {@link ControlKinds} takes part. Usually a share of
 * the cells that have every pair of values, others from run to run; with {@code ./tutti test --all}
 * every combination; with {@code -Dtutti.matrix.control=NAME} the cells of one control.
 */
class ContractMatrixTest {
  /** The name of the only control whose cells run, all that have every pair of values; or null. */
  private static final @Nullable String CONTROL = System.getProperty("tutti.matrix.control");

  private static final int CELLS_PER_CORE = 4;

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicNode> everyPairOfSettings() {
    List<Cell> pairs = ofChosenControl(Cell.pairs());
    return (CONTROL == null ? Effort.some(pairs) : pairs)
        .stream().map(each -> cell(Running.of(each)));
  }

  /** Thousands of cells, several at a time: a cell waits for its disks more than it computes. */
  @Tag("slow")
  @Test
  void everyCombinationOfSettings() {
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    int workers = CELLS_PER_CORE * Runtime.getRuntime().availableProcessors();
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      for (Cell cell : ofChosenControl(Cell.all())) {
        pool.execute(
            () -> {
              try {
                holdsAll(Running.of(cell));
              } catch (Exception | AssertionError failure) {
                failures.add(failure);
              }
            });
      }
    }
    assertThat(failures).isEmpty();
  }

  /** Integrated protocols take the place of most settings; usually one of them takes its turn. */
  @TestFactory
  Stream<DynamicNode> integratedProtocols() {
    return Effort.few(CONTROL == null ? IntegratedCell.few() : List.<IntegratedCell>of()).stream()
        .map(cell -> cell(Running.of(cell)));
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicNode> everyCombinationOfIntegratedProtocols() {
    return IntegratedCell.all().stream().map(cell -> cell(Running.of(cell)));
  }

  private void holdsAll(Running cell) throws IOException {
    Lazy running = new Lazy(cell);
    try {
      for (Contract contract : Contract.all()) {
        if (contract.concerns(cell.durability())) {
          running.holds(contract);
        }
      }
    } finally {
      running.close();
    }
  }

  /** Returns the cells of one control, if {@link #CONTROL} names one. */
  private static List<Cell> ofChosenControl(List<Cell> cells) {
    if (CONTROL == null) {
      return cells;
    }
    List<Cell> chosen =
        cells.stream().filter(cell -> cell.control().names().contains(CONTROL)).toList();
    assertThat(chosen).as("cells with -Dtutti.matrix.control=" + CONTROL).isNotEmpty();
    return chosen;
  }

  @Test
  void everyConcurrencyControlIsThere() {
    assertThat(Cell.pairs().stream().map(Cell::control).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(ControlKinds.all())
        .extracting(ControlKind::longName)
        .contains("two-phase-locking", "path-sensitive", "optimistic", "no-wait");
  }

  @ParameterizedTest
  @MethodSource("tutti.lab.contract.Cell#refused")
  void whatCannotHoldIsRefusedWithItsReason(Cell cell) {
    assertThat(cell.read())
        .isInstanceOfSatisfying(
            Reading.Invalid.class,
            invalid ->
                assertThat(invalid.problems().toString())
                    .contains("durability = off on several nodes: a node that ends loses its part")
                    .contains("accept-loss = true"));
  }

  /** A cell of one kind or the other, to be run. */
  private record Running(
      String name, Deployment deployment, ExecutorMode mode, Durability durability) {
    static Running of(Cell cell) {
      return new Running(cell.toString(), cell.deployment(), cell.mode(), cell.durability());
    }

    static Running of(IntegratedCell cell) {
      return new Running(cell.toString(), cell.deployment(), cell.mode(), cell.durability());
    }
  }

  private DynamicNode cell(Running cell) {
    Lazy running = new Lazy(cell);
    List<DynamicTest> tests = new ArrayList<>();
    for (Contract contract : Contract.all()) {
      if (contract.concerns(cell.durability())) {
        tests.add(DynamicTest.dynamicTest(contract.name(), () -> running.holds(contract)));
      }
    }
    tests.add(DynamicTest.dynamicTest("ends", running::close));
    return DynamicContainer.dynamicContainer(cell.name(), tests);
  }

  /** The nodes of a cell, from the first contract to the last. */
  private final class Lazy {
    private final Running cell;
    private @Nullable Folders data;
    private @Nullable RunningCell running;

    Lazy(Running cell) {
      this.cell = cell;
    }

    void holds(Contract contract) throws IOException {
      if (running == null) {
        data = Folders.in(folder);
        running = new RunningCell(cell.deployment(), cell.mode(), data.path());
      }
      try {
        contract.check().of(running);
      } catch (Exception | AssertionError failure) {
        throw new AssertionError(cell.name() + ": " + contract.name() + ": " + failure, failure);
      }
    }

    /** All cells together would fill any disk. */
    void close() {
      if (running != null) {
        running.close();
      }
      if (data != null) {
        data.close();
      }
    }
  }
}
