package tutti.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.world.SimulationFailed;

/** Laws of queues that the model must obey, whatever runs on it. */
@Timeout(300)
class WorldTest {
  private static final long LONG = 1_000_000_000_000L;
  private static final double STEP = 1_000;

  private final List<Long> times = new ArrayList<>();

  private static void run(ModelWorld world) {
    world.run(() -> false, LONG);
  }

  private void note(ModelWorld world) {
    times.add(world.nanos());
  }

  @Test
  void threadsQueueForCores() {
    assertThat(endOfSteps(1, 4)).isEqualTo(400 * 1_000);
    assertThat(endOfSteps(2, 4)).isEqualTo(200 * 1_000);
    assertThat(endOfSteps(4, 4)).isEqualTo(100 * 1_000);
    assertThat(endOfSteps(8, 4)).as("a thread uses one core").isEqualTo(100 * 1_000);
  }

  /** When the last of 100 steps on each of so many threads has begun and ended. */
  private long endOfSteps(int cores, int threads) {
    MachineModel machine = Machines.with(cores, Map.of(Constant.STEP, STEP));
    ModelWorld world = new ModelWorld(1, machine);
    ModelCores shared = new ModelCores(world, machine);
    long[] last = new long[1];
    for (int i = 0; i < threads; i++) {
      ModelExecutor executor = new ModelExecutor(world, shared, "executor-" + i);
      for (int j = 0; j < 100; j++) {
        executor.step(() -> last[0] = world.nanos());
      }
    }
    run(world);
    // A step's cost counts from its beginning: where it has come to is its end.
    return last[0];
  }

  /** Pollaczek and Khinchine: with even service times the mean wait is r S / 2 (1 - r). */
  @Test
  void stepsThatComeAtRandomWaitAsLongAsTheoryHasIt() {
    double service = 100_000;
    double load = 0.7;
    MachineModel machine = Machines.with(1, Map.of(Constant.STEP, service));
    ModelWorld world = new ModelWorld(7, machine);
    ModelExecutor executor = new ModelExecutor(world, new ModelCores(world, machine), "server");
    RandomGenerator random = world.entropy("arrivals");
    int count = 200_000;
    double[] waited = new double[1];
    double at = 0;
    for (int i = 0; i < count; i++) {
      at -= service / load * Math.log(1 - random.nextDouble());
      long came = (long) at;
      world.at(came, () -> executor.step(() -> waited[0] += world.nanos() - service - came));
    }
    run(world);
    assertThat(waited[0] / count)
        .isCloseTo(load * service / 2 / (1 - load), within(0.03 * service));
  }

  @Test
  void whatAStepHandsOverComesWhenTheStepHasGotSoFar() {
    MachineModel machine = Machines.with(4, Map.of(Constant.STEP, STEP, Constant.ACTION, 5_000.0));
    ModelWorld world = new ModelWorld(1, machine);
    ModelCores cores = new ModelCores(world, machine);
    ModelExecutor one = new ModelExecutor(world, cores, "one");
    ModelExecutor other = new ModelExecutor(world, cores, "other");
    one.step(
        () -> {
          other.step(() -> note(world));
          world.charge(Constant.ACTION);
          other.step(() -> note(world));
        });
    run(world);
    assertThat(times).containsExactly(2_000L, 7_000L);
  }

  @Test
  void aSleepingThreadTakesItsTimeToWakeAndASpinningOneLess() {
    MachineModel machine =
        Machines.with(
            2, Map.of(Constant.WAKE, 20_000.0, Constant.HANDOVER, 300.0, Constant.STEP, STEP));
    ModelWorld world = new ModelWorld(1, machine);
    ModelExecutor executor = new ModelExecutor(world, new ModelCores(world, machine), "executor");
    world.at(1_000_000, () -> executor.step(() -> note(world)));
    world.at(1_030_000, () -> executor.step(() -> note(world)));
    world.at(2_000_000, () -> executor.step(() -> note(world)));
    run(world);
    assertThat(times).containsExactly(1_021_000L, 1_031_300L, 2_021_000L);
  }

  @Test
  void whoWakesAThreadPaysForItOnce() {
    MachineModel machine = Machines.with(2, Map.of(Constant.UNPARK, 5_000.0));
    ModelWorld world = new ModelWorld(1, machine);
    ModelCores cores = new ModelCores(world, machine);
    ModelExecutor executor = new ModelExecutor(world, cores, "executor");
    ModelExecutor sleeping = new ModelExecutor(world, cores, "sleeping");
    world.at(
        1_000_000,
        () ->
            executor.step(
                () -> {
                  for (int i = 0; i < 3; i++) {
                    sleeping.step(() -> note(world));
                  }
                }));
    run(world);
    assertThat(times).containsExactly(1_005_000L, 1_005_000L, 1_005_000L);
  }

  @Test
  void aTaskThatWaitsLetsOthersHaveItsThread() {
    MachineModel machine = Machines.with(1, Map.of(Constant.TASK, 1_000.0, Constant.RESUME, 100.0));
    ModelWorld world = new ModelWorld(1, machine);
    ModelExecutor executor = new ModelExecutor(world, new ModelCores(world, machine), "executor");
    Promise<String> promise = new Promise<>();
    List<String> order = new ArrayList<>();
    executor.start(() -> order.add("got " + promise.await() + " at " + world.nanos()));
    executor.start(() -> order.add("other at " + world.nanos()));
    world.at(5_000, () -> promise.complete("it"));
    run(world);
    assertThat(order).containsExactly("other at 2000", "got it at 5100");
  }

  @Test
  void flushesQueueForTheirDiskWithoutACore() throws Exception {
    MachineModel machine =
        Machines.with(1, Map.of(Constant.STEP, STEP, Constant.DISK_KIB, 1_024.0), 1_000_000);
    ModelWorld world = new ModelWorld(1, machine);
    ModelCores cores = new ModelCores(world, machine);
    ModelDisk disk = new ModelDisk(world, machine, world.entropy("disk"));
    ModelThread one = new ModelThread(world, cores, "one");
    ModelThread other = new ModelThread(world, cores, "other");
    ModelExecutor executor = new ModelExecutor(world, cores, "executor");
    DiskFile file = disk.open("file", true);
    for (StepQueue queue : List.of(one, other)) {
      queue.step(
          () -> {
            write(file, 1_024);
            note(world);
          });
    }
    executor.step(() -> note(world));
    run(world);
    assertThat(times.getFirst()).as("the executor has the core meanwhile").isEqualTo(3_000);
    // Both bytes are written before the first flush, whose end the second waits for.
    assertThat(times.subList(1, 3)).containsExactly(1_002_024L, 2_003_048L);
  }

  private static void write(DiskFile file, int bytes) {
    try {
      file.write(ByteBuffer.allocate(bytes), 0);
      file.force();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aTimerThatIsCancelledNeverRingsAlsoWhenItsStepIsQueued() {
    MachineModel machine = Machines.with(1, Map.of(Constant.STEP, STEP));
    ModelWorld world = new ModelWorld(1, machine);
    ModelCores cores = new ModelCores(world, machine);
    ModelScheduler scheduler = new ModelScheduler(world, cores);
    TaskExecutor executor = scheduler.newExecutor("executor");
    Scheduler.Timer first = scheduler.after(1_000, executor, () -> note(world));
    Scheduler.Timer second = scheduler.after(10_000, executor, () -> note(world));
    scheduler.after(20_000, executor, () -> note(world));
    first.cancel();
    world.at(9_900, () -> executor.step(second::cancel));
    run(world);
    assertThat(times).containsExactly(21_000L);
  }

  @Test
  void whatThrowsFailsTheRun() {
    MachineModel machine = Machines.with(1, Map.of());
    ModelWorld world = new ModelWorld(1, machine);
    ModelExecutor executor = new ModelExecutor(world, new ModelCores(world, machine), "executor");
    executor.start(
        () -> {
          throw new IllegalStateException("a bug");
        });
    assertThatThrownBy(() -> run(world))
        .isInstanceOf(SimulationFailed.class)
        .hasMessageContaining("a bug");
  }
}
