package tutti.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.embedded.Client;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.deployment.Deployment;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;

/**
 * Runs an application on one thread in virtual time: how its transactions interleave, when its node
 * crashes, what the disk then keeps and how it is deployed are chosen by a seed, so that a failure
 * can be had again.
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
 * <p>What is the user's here are procedures, clients and checks; the node is the one that runs in
 * production, with another scheduler and another disk. What is checked in each run:
 *
 * <ul>
 *   <li>that no client fails, but by what it catches itself: a {@link
 *       tutti.embedded.RefusedException} that it does not expect is a failure;
 *   <li>each {@link #invariant}, again and again while clients run, and {@link #atTheEnd} at the
 *       end, before and after a last crash and restart;
 *   <li>with {@link #serially()}, that one after the other the same calls give the same answers;
 *   <li>that nothing is stuck: clients that are not done after an hour of virtual time,
 *       transactions that are still in flight at the end.
 * </ul>
 *
 * <p>The message of a failure names the seed, the last calls with their answers, and what of the
 * deployment is not the default. All that happened in the run stands in a page to open in a
 * browser: {@code target/tutti/seed-N.html}, or below {@code build} where there is only that.
 *
 * <p>Clients and procedures must do nothing that is not simulated: start threads, sleep, wait for
 * futures, read clocks. It is found and said, as is what differs from run to run. Not thread-safe.
 */
public final class Simulation {
  /** The system property that makes one run of one seed out of every simulation. */
  public static final String SEED = "tutti.seed";

  final Application application;
  final UnaryOperator<TuttiBuilder> source;
  final List<Group> groups = new ArrayList<>();
  final List<Check> invariants = new ArrayList<>();
  final List<Check> endings = new ArrayList<>();
  Task opening = tutti -> {};
  UnaryOperator<TuttiBuilder> how = builder -> builder;
  boolean drawn = true;
  int crashes;
  boolean serial;

  /** What one client does. */
  @FunctionalInterface
  public interface Clients {
    /**
     * Works as long as it likes; what it throws fails the run.
     *
     * @param tutti repeats what a crash has left unanswered, with an idempotency key, until it is
     *     answered: so each of its calls happens once
     * @param random of this client in this run
     */
    void run(Client tutti, RandomGenerator random) throws Exception;
  }

  /** Something that is done or checked with a client's means. */
  @FunctionalInterface
  public interface Task {
    /** Does it; what it throws fails the run. */
    void run(Client tutti) throws Exception;
  }

  record Group(int count, Clients body) {}

  record Check(String name, Task body) {}

  private Simulation(UnaryOperator<TuttiBuilder> source) {
    this.source = source;
    this.application = source.apply(Tutti.builder()).application();
  }

  /** Of an application of actors in Java. */
  public static Simulation of(JavaApplication application) {
    return new Simulation(builder -> builder.application(application));
  }

  /**
   * Of Rebel specifications.
   *
   * @param specifications a folder of {@code .ebl} files, or one of them
   */
  public static Simulation of(Path specifications) {
    return new Simulation(builder -> builder.specifications(specifications));
  }

  /** Of an application in Java with specifications beside it. */
  public static Simulation of(JavaApplication application, Path specifications) {
    return new Simulation(
        builder -> builder.application(application).specifications(specifications));
  }

  /** Runs under this deployment; without it each seed draws one. */
  public Simulation deployment(Path file) {
    drawn = false;
    return with(builder -> builder.deployment(file));
  }

  /** Sets a key of the deployment, over what the seed draws or the file says. */
  public Simulation set(String key, String value) {
    return with(builder -> builder.set(key, value));
  }

  private Simulation with(UnaryOperator<TuttiBuilder> more) {
    UnaryOperator<TuttiBuilder> before = how;
    how = builder -> more.apply(before.apply(builder));
    return this;
  }

  /** Is done first, by one client, while nothing goes wrong. */
  public Simulation opening(Task task) {
    opening = Objects.requireNonNull(task);
    return this;
  }

  /** So many clients do this, side by side with each other and with all others. */
  public Simulation clients(int count, Clients body) {
    groups.add(new Group(count, body));
    return this;
  }

  /**
   * Must hold at every moment. It is looked at while clients run, so it should be a single call or
   * a single request: several are several moments. It throws what an assertion throws.
   */
  public Simulation invariant(String name, Task check) {
    invariants.add(new Check(name, check));
    return this;
  }

  /** Must hold when all clients are done; any number of calls. */
  public Simulation atTheEnd(String name, Task check) {
    endings.add(new Check(name, check));
    return this;
  }

  /**
   * Crashes the node up to so many times in a run, at moments that the seed chooses, and once more
   * at the end. What was not forced to the disk is lost, or half there. Not with {@code durability
   * = off}.
   */
  public Simulation crashes(int most) {
    crashes = most;
    return this;
  }

  /**
   * Checks in each run that the answers are such as one transaction after the other gives, in an
   * order in which none that had ended before another began comes after it (strict
   * serializability): by finding the order. For some dozens of calls a run; results must depend on
   * what was called alone, not on {@link tutti.model.actor.Actor#now()}.
   */
  public Simulation serially() {
    serial = true;
    return this;
  }

  /**
   * Runs seeds 0, 1, 2, …; or, where the system property {@value #SEED} is set, that one alone.
   *
   * @param runs how many
   * @throws AssertionError at the first that fails; the message says what failed, and names its
   *     seed
   */
  public void run(int runs) {
    Long given = Long.getLong(SEED);
    if (given != null) {
      runSeed(given);
      return;
    }
    for (long seed = 0; seed < runs; seed++) {
      runSeed(seed);
    }
  }

  /**
   * Runs one seed.
   *
   * @return what happened, for the curious
   * @throws AssertionError if it fails; the message says what failed, and names the seed
   */
  public SimulatedRun runSeed(long seed) {
    SimulatedRun run = new SimulatedRun(this, seed);
    run.run();
    return run;
  }

  /** How a run of that seed is deployed. */
  Deployment deployment(RandomGenerator random) {
    TuttiBuilder builder = Tutti.builder();
    Deployment drawnOrGiven = how.apply(drawn ? Draw.of(random, builder) : builder).deployment();
    if (drawnOrGiven.nodeCount() > 1) {
      throw new IllegalArgumentException(
          "the deployment has "
              + drawnOrGiven.nodeCount()
              + " nodes, but a simulation has one: leave 'nodes' out");
    }
    return drawnOrGiven;
  }
}
