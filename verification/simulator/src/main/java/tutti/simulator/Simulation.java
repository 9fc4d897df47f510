package tutti.simulator;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.replicated.HostMessage;
import tutti.engine.runtime.HostThread;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.Explorer;
import tutti.simulator.exhaustive.ExplorerWitness;
import tutti.simulator.exhaustive.Scope;
import tutti.simulator.exhaustive.ScopedWorld;
import tutti.simulator.options.RunConditions;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.options.Watch;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.run.DrawnDeployment;
import tutti.simulator.run.Run;
import tutti.simulator.run.RunResult;
import tutti.simulator.run.RunSummary;
import tutti.simulator.trace.Trace;
import tutti.simulator.trace.Transcript;
import tutti.simulator.world.SimulationFailed;

/**
 * Runs an application on whole nodes, under faults, and checks every history: see {@link
 * tutti.simulator.check}. A run is named by its seed.
 *
 * <p>Each run is one world on one thread. Several may go on side by side: they share nothing but
 * the application, and the results do not depend on their number.
 */
public final class Simulation {
  private Simulation() {}

  /**
   * Makes the runs that {@code options} ask for, and returns when all begun runs have ended: seeds
   * without a gap, from the first on.
   */
  public static SimulationReport run(SimulatedApplication application, SimulationOptions options) {
    AtomicReference<Throwable> failed = new AtomicReference<>();
    Tally tally = new Tally(options);
    Runnable work =
        () -> {
          try {
            work(application, options, tally);
          } catch (Throwable e) {
            failed.compareAndSet(null, e);
            tally.stop();
          }
        };
    if (options.series().threads() <= 1) {
      work.run();
    } else {
      sideBySide(work, options.series().threads());
    }
    Throwable problem = failed.get();
    if (problem instanceof RuntimeException exception) {
      throw exception;
    } else if (problem instanceof Error error) {
      throw error;
    }
    return tally.report();
  }

  /**
   * Makes one run with its events kept: the very run that {@link #run} makes of that seed.
   *
   * @param options those of the runs; the numbers of runs and threads do not matter
   */
  public static Transcript watch(
      SimulatedApplication application, SimulationOptions options, long seed, Watch watch) {
    Run run = new Run(drawn(application, options, seed), seed, options, watch);
    run.go();
    Trace trace = run.world().trace();
    return new Transcript(
        seed,
        options.replay(seed),
        run.deployment().toString(),
        Math.max(1, run.deployment().nodes().size()),
        run.findings().texts(),
        trace.digest(),
        trace.steps(),
        trace.forgotten(),
        HostMessage.reader(run.application(), run.deployment()));
  }

  private static SimulatedApplication drawn(
      SimulatedApplication application, SimulationOptions options, long seed) {
    RunConditions conditions = options.conditions();
    return application.drawn(seed, conditions.nodes(), conditions.deployment());
  }

  /**
   * Makes the run of the first seed, and returns the facts that a search for a smaller run needs.
   */
  public static RunSummary attempt(SimulatedApplication application, SimulationOptions options) {
    Run run = new Run(drawn(application, options, options.seed()), options.seed(), options);
    run.go();
    RunResult result = run.result(options);
    return new RunSummary(
        DrawnDeployment.asFile(run.deployment()),
        run.asked(),
        run.faults().used(),
        run.faults().events(),
        result.digest(),
        result.violation());
  }

  /**
   * Makes every schedule of a small world; see {@link tutti.simulator.exhaustive}.
   *
   * @param options give the deployment, and the claim that is judged
   * @param reduces whether orders of independent choices count as one
   */
  public static Exploration explore(
      SimulatedApplication application,
      SimulationOptions options,
      Scope scope,
      boolean reduces,
      ExplorerWitness witness) {
    Deployment deployment = options.conditions().deployment().apply(scope.deployment());
    Explorer explorer =
        new Explorer(
            () -> new ScopedWorld(application, options, deployment, scope, reduces),
            scope.limit(),
            reduces,
            witness);
    FutureTask<Exploration> exploration = new FutureTask<>(explorer::explore);
    // One thread carries all worlds: otherwise each would need a thread for each of its choices.
    new HostThread("explorer", exploration).start();
    try {
      return exploration.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationFailed("interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("the exploration failed", e.getCause());
    }
  }

  private static void work(
      SimulatedApplication application, SimulationOptions options, Tally tally) {
    long number;
    while ((number = tally.next()) >= 0) {
      long seed = options.seed() + number;
      Run run = new Run(drawn(application, options, seed), seed, options);
      run.go();
      tally.add(number, run.result(options));
    }
  }

  /**
   * Runs {@code work} on {@code threads} threads; an interrupt of the caller interrupts them, too.
   */
  private static void sideBySide(Runnable work, int threads) {
    ThreadFactory workers = Thread.ofPlatform().daemon().name("simulation-", 0).factory();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads, workers)) {
      for (int i = 0; i < threads; i++) {
        pool.execute(work);
      }
    }
  }
}
