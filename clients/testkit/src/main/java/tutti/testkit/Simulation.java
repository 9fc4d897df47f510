package tutti.testkit;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.simulator.world.SimulatedScheduler;

/**
 * Runs an application on one thread in virtual time. A seed chooses how transactions interleave,
 * when a node crashes, which data the disk then keeps and how the application is deployed, so that
 * a failure can be repeated.
 *
 * <pre>{@code
 * Simulation.of(MyApplication.application())
 *     .opening(tutti -> tutti.actor(Account.class, "alice").call(new Deposit(100)))
 *     .clients(3, (tutti, random) -> {
 *       for (int i = 0; i < 5; i++) {
 *         tutti.actor(Account.class, "alice").call(new Withdraw(random.nextInt(30)));
 *       }
 *     })
 *     .invariant("nobody owes", tutti -> assertTrue(tutti.actor(…).call(new Balance()) >= 0))
 *     .crashes(2)
 *     .serially()
 *     .run(50);
 * }</pre>
 *
 * <p>The user provides procedures, clients and checks; the nodes, one unless {@link #nodes} or the
 * deployment says otherwise, are those that run in production, with another scheduler, another disk
 * and another network. Each run checks:
 *
 * <ul>
 *   <li>that no client throws an exception: a {@link tutti.embedded.RefusedException} that a client
 *       does not catch is a failure;
 *   <li>each {@link #invariant}, again and again while clients run, and {@link #atTheEnd} at the
 *       end, before and after a last crash and restart;
 *   <li>with {@link #serially()}, that the same calls, made one after the other, give the same
 *       answers;
 *   <li>that nothing is stuck: no client is still running after an hour of virtual time, or when
 *       clients have made a hundred thousand requests, and no transaction is still in flight at the
 *       end.
 * </ul>
 *
 * <p>The message of a failure names the seed, the last calls with their answers, and the settings
 * of the deployment that differ from the defaults. All events of the run are in a page for a
 * browser: {@code target/tutti/seed-N.html}, or below {@code build} if only that folder exists.
 *
 * <p>Clients and procedures must do nothing that is not simulated: start threads, sleep, wait for
 * futures, read clocks, use chance of their own, or an order that differs from run to run, such as
 * that of a HashMap of objects without hashCode. The simulation finds and reports such actions: the
 * first seed, and each that fails, is run a second time, and a difference in requests, answers,
 * events or on the disks is a failure of its own, <em>not repeatable</em>. Not found are
 * differences between two starts of Java alone, such as the order of {@code Set.of(…)}. Not
 * thread-safe.
 */
public final class Simulation {
  /**
   * The system property that reduces every simulation to one run, with the seed that the property
   * names.
   */
  public static final String SEED = "tutti.seed";

  /** The draws of a deployment until one goes with what is set; then nothing is drawn. */
  private static final int MOST_DRAWS = 50;

  final Application application;
  final UnaryOperator<TuttiBuilder> source;
  final List<Group> groups = new ArrayList<>();
  final List<Check> invariants = new ArrayList<>();
  final List<Check> endings = new ArrayList<>();
  Task opening = tutti -> {};
  UnaryOperator<TuttiBuilder> how = builder -> builder;
  boolean drawn = true;
  Instant begins = SimulatedScheduler.EPOCH;
  int crashes;
  boolean serial;

  /** The program of one client. */
  @FunctionalInterface
  public interface Clients {
    /**
     * Runs the client to its end; an exception fails the run.
     *
     * @param tutti a client that repeats a request that a crash has left unanswered, with an
     *     idempotency key, until it is answered, so that each call takes effect once
     * @param random the random numbers of this client in this run
     */
    void run(SimulatedTutti tutti, RandomGenerator random) throws Exception;
  }

  /** An action or a check that uses a client. */
  @FunctionalInterface
  public interface Task {
    /** Runs the task; an exception fails the run. */
    void run(SimulatedTutti tutti) throws Exception;
  }

  record Group(int count, Clients body) {}

  record Check(String name, Task body) {
    static Check of(String name, Task body) {
      return new Check(
          name, Objects.requireNonNull(body, () -> "the check '" + name + "' is null"));
    }
  }

  private Simulation(UnaryOperator<TuttiBuilder> source) {
    this.source = source;
    this.application = source.apply(Tutti.builder()).application();
  }

  /** Returns a simulation of an application of actors in Java. */
  public static Simulation of(JavaApplication application) {
    return new Simulation(builder -> builder.application(application));
  }

  /**
   * Returns a simulation of Rebel specifications.
   *
   * @param specifications a folder of {@code .ebl} files, or one of them
   */
  public static Simulation of(Path specifications) {
    return new Simulation(builder -> builder.specifications(specifications));
  }

  /** Returns a simulation of an application in Java with specifications beside it. */
  public static Simulation of(JavaApplication application, Path specifications) {
    return new Simulation(
        builder -> builder.application(application).specifications(specifications));
  }

  /** Runs under this deployment; without this setting each seed draws a deployment. */
  public Simulation deployment(Path file) {
    drawn = false;
    return with(builder -> builder.deployment(file));
  }

  /**
   * Runs under the deployment that this text of a file describes; without this setting each seed
   * draws a deployment.
   *
   * @param text as {@code tutti { concurrency-control = no-wait }}
   */
  public Simulation deployment(String text) {
    drawn = false;
    return with(builder -> builder.deployment(text));
  }

  /**
   * Runs on so many nodes, which crash one by one, and all together at the end. Each seed draws how
   * they commit; {@link #deployment} and {@link #set} may ask for replicas:
   *
   * <pre>{@code
   * Simulation.of(MyApplication.application()).nodes(3).set("replication", "multipaxos")
   * Simulation.of(MyApplication.application()).nodes(3).set("integrated", "janus")
   * Simulation.of(MyApplication.application()).deployment(Path.of("three-replicas.conf"))
   * }</pre>
   *
   * @param count at least 1
   */
  public Simulation nodes(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("there is at least one node, but this is " + count);
    }
    return count == 1
        ? this
        : with(builder -> builder.set("nodes", NodeAddress.text(NodeAddress.inOneProcess(count))));
  }

  /**
   * Begins each run at this instant: the application's {@code now} goes on from there with virtual
   * time, and clients {@linkplain SimulatedTutti#advance advance} it. Without this setting runs
   * begin with the year 2026.
   *
   * @param instant between the years 1900 and 2200
   */
  public Simulation at(Instant instant) {
    begins = TestTime.checked(instant);
    return this;
  }

  /** Sets a key of the deployment, in place of the value that the seed draws or the file has. */
  public Simulation set(String key, String value) {
    return with(builder -> builder.set(key, value));
  }

  private Simulation with(UnaryOperator<TuttiBuilder> more) {
    UnaryOperator<TuttiBuilder> before = how;
    how = builder -> more.apply(before.apply(builder));
    return this;
  }

  /** Adds a task that one client runs first, before clients start and without crashes. */
  public Simulation opening(Task task) {
    opening = Objects.requireNonNull(task, "the opening is null");
    return this;
  }

  /**
   * Adds a number of clients that run this program, side by side with each other and with all other
   * clients.
   *
   * @param count at least 1
   */
  public Simulation clients(int count, Clients body) {
    if (count < 1) {
      throw new IllegalArgumentException("there is at least one client, but this is " + count);
    }
    groups.add(new Group(count, Objects.requireNonNull(body, "the clients are null")));
    return this;
  }

  /**
   * Adds an invariant that must hold at every moment. The invariant is checked while clients run,
   * so it should be a single call or a single request: several calls see several moments. A
   * violated invariant throws, as an assertion does.
   */
  public Simulation invariant(String name, Task check) {
    invariants.add(Check.of(name, check));
    return this;
  }

  /** Adds a check that must hold when all clients have ended; it may make any number of calls. */
  public Simulation atTheEnd(String name, Task check) {
    endings.add(Check.of(name, check));
    return this;
  }

  /**
   * Crashes a node up to this many times in a run, at moments that the seed chooses, and all nodes
   * once more at the end. Data that was not forced to the disk is lost, or partly there. Cannot be
   * used with {@code durability = off}.
   *
   * @param most at least 0
   */
  public Simulation crashes(int most) {
    if (most < 0) {
      throw new IllegalArgumentException("a node cannot crash " + most + " times");
    }
    crashes = most;
    return this;
  }

  /**
   * Checks in each run that the answers are strictly serializable, by a search for a serial order:
   * one transaction after the other gives the same answers, and a transaction that had ended before
   * another began comes before it. Under {@code integrated = tapir}, which does not promise the
   * second condition, any order counts. A call that a client repeats under a key of {@code once}
   * has the first answer, and no effect, if the first call has changed something. The check is
   * meant for some dozens of calls a run. Results may depend on the day or the hour of {@link
   * tutti.model.actor.Actor#now()}, but must not contain it.
   */
  public Simulation serially() {
    serial = true;
    return this;
  }

  /**
   * Runs seeds 0, 1, 2, …; or, where the system property {@value #SEED} is set, that one alone.
   *
   * @param runs the number of seeds, at least 1
   * @throws IllegalArgumentException if that is less, or the property is no number: nothing would
   *     have been checked
   * @throws AssertionError at the first run that fails; the message describes the failure, and
   *     names the seed
   */
  public void run(int runs) {
    if (runs < 1) {
      throw new IllegalArgumentException(
          "a simulation runs at least once, but this is " + runs + " times");
    }
    String given = System.getProperty(SEED);
    if (given != null) {
      runSeed(seed(given), true);
      return;
    }
    for (long seed = 0; seed < runs; seed++) {
      runSeed(seed, seed == 0);
    }
  }

  static long seed(String given) {
    try {
      return Long.parseLong(given);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "-D" + SEED + " is the number of a seed, but this is '" + given + "'", notANumber);
    }
  }

  /**
   * Runs one seed; once more if it fails, to see whether it is repeatable.
   *
   * @return the run's figures
   * @throws AssertionError if the run fails; the message describes the failure, and names the seed
   */
  public SimulatedRun runSeed(long seed) {
    return runSeed(seed, false);
  }

  private SimulatedRun runSeed(long seed, boolean twice) {
    SimulatedRun run = new SimulatedRun(this, seed);
    run.run();
    if (!run.isFailed() && !twice) {
      return run;
    }
    SimulatedRun again = new SimulatedRun(this, seed);
    again.run();
    String difference = run.differenceTo(again);
    AssertionError failure = run.failure();
    if (difference != null) {
      throw new AssertionError(
          "the simulation of seed "
              + seed
              + " is not repeatable: "
              + difference
              + "\nClients and procedures may use no clock, no chance and no order but what they are"
              + " given: now(), the random numbers of a client, the order of keys.",
          failure);
    }
    if (failure != null) {
      throw failure;
    }
    return run;
  }

  /** Returns the deployment of a run: the given one, or one that is drawn. */
  Deployment deployment(RandomGenerator random) {
    Deployment asked = how.apply(Tutti.builder()).deployment();
    for (int left = drawn ? MOST_DRAWS : 0; left > 0; left--) {
      try {
        return how.apply(Draw.of(random, Tutti.builder(), asked)).deployment();
      } catch (IllegalArgumentException unfit) {
        // What is drawn does not go with what is set: another draw does.
      }
    }
    return asked;
  }
}
