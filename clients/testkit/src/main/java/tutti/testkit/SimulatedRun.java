package tutti.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Guarantee;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedScheduler;
import tutti.simulator.world.SimulationFailed;

/** One run of a {@link Simulation}. */
public final class SimulatedRun {
  private static final long MOST_NANOS = 3_600_000_000_000L;

  /** The time between two checks of the invariants. */
  private static final long LOOK_NANOS = 2_000_000;

  /** The looks, twenty milliseconds apart, by which transactions on several nodes have ended. */
  private static final int REST_LOOKS = 3_000;

  /** A crash comes after 2^14 to 2^27 ns: in the middle of a call, or after hundreds. */
  private static final int LEAST_CALM = 14;

  private static final int CALM_SPAN = 13;

  private final Simulation what;
  private final long seed;
  private final SimulatedScheduler world;
  private final SimulatedHosts host;
  private final CallLog log;
  private final TaskExecutor hand;
  private int busy;
  private boolean calm;
  private boolean over;
  private @Nullable Throwable failure;
  private String failed = "";

  SimulatedRun(Simulation what, long seed) {
    this.what = what;
    this.seed = seed;
    RandomGenerator random = Seeds.stream(seed, "run");
    Deployment deployment = what.deployment(Seeds.stream(seed, "deployment"));
    if (what.crashes > 0 && deployment.durability() == Deployment.Durability.OFF) {
      throw new IllegalArgumentException(
          "durability = off keeps nothing over a crash: leave it or crashes(…) out");
    }
    world =
        new SimulatedScheduler(
            seed, ExecutorMode.best(), new double[] {0.02, 0.2, 0.5}[random.nextInt(3)]);
    host = new SimulatedHosts(world, what.application, deployment, what.begins);
    log = new CallLog(host::now);
    hand = world.newExecutor("hand");
  }

  /** The seed from which the run was drawn: the same seed gives the same run again. */
  public long seed() {
    return seed;
  }

  /** The run's deployment, as the text of a deployment file. */
  public String deployment() {
    return DeploymentText.render(host.deployment());
  }

  /** The number of crashes of nodes. */
  public int crashes() {
    return host.crashes();
  }

  /** The number of requests that clients made. */
  public int requests() {
    return log.entries().size();
  }

  /**
   * A hash over all events of the run, its requests and answers, and what is on the disks in the
   * end; the same for the same seed, if the run is repeatable.
   */
  public String digest() {
    return RunDifference.digest(world.digest(), log, host.fingerprint());
  }

  /** Runs to the end, or to a failure, which is kept. */
  void run() {
    hand.start(() -> guarded("the run", this::play));
    try {
      var ended = world.run(() -> over, MOST_NANOS);
      if (ended != SimulatedScheduler.Ended.CONDITION && failure == null) {
        fail("the run", new AssertionError("it does not end: " + busy + " clients still wait"));
      }
      if (failure == null && what.serial) {
        new SerialOrder(what.application, log.entries(), strict(), host.deployment().idempotency())
            .find();
      }
    } catch (SimulationFailed | AssertionError e) {
      fail("the run", e);
    }
  }

  boolean isFailed() {
    return failure != null;
  }

  /**
   * Returns the failure of the run with the story of its last events; null if the run did not fail.
   */
  @Nullable AssertionError failure() {
    Throwable why = failure;
    return why == null ? null : new AssertionError(story(why), why);
  }

  /** Returns how another run of the same seed differs from this one, or null if it does not. */
  @Nullable String differenceTo(SimulatedRun again) {
    String calls = RunDifference.of(log, again.log);
    if (calls != null) {
      return calls;
    }
    if (!RunDifference.text(failure).equals(RunDifference.text(again.failure))) {
      return "it ended with "
          + RunDifference.text(failure)
          + ", now with "
          + RunDifference.text(again.failure);
    }
    if (!host.fingerprint().equals(again.host.fingerprint())) {
      return "all requests and answers are the same, and other bytes are on the disks";
    }
    return world.digest().equals(again.world.digest())
        ? null
        : "all requests and answers are the same, and other things happened in between";
  }

  /** Whether the deployment promises an order that is that of real time. */
  private boolean strict() {
    return Guarantee.of(host.deployment()) != Guarantee.SERIALIZABLE;
  }

  private String story(Throwable why) {
    String said = why instanceof AssertionError ? String.valueOf(why.getMessage()) : why.toString();
    return new RunStory(seed, digest(), host.deployment(), what.application)
        .tell(failed, said, log, host.trace());
  }

  private interface Body {
    void run() throws Exception;
  }

  /** Runs the body; a failure in it ends the run. */
  private void guarded(String name, Body body) {
    try {
      body.run();
    } catch (Exception | AssertionError e) {
      fail(name, e);
    }
  }

  private void fail(String name, Throwable why) {
    if (failure == null) {
      failure = why;
      failed = name;
    }
    over = true;
  }

  private void play() throws Exception {
    host.start();
    what.opening.run(client("opening", hand, log));
    List<Promise<Boolean>> all = new ArrayList<>();
    int number = 0;
    for (Simulation.Group group : what.groups) {
      for (int i = 0; i < group.count(); i++) {
        all.add(start("client-" + number++, group.body()));
      }
    }
    busy = all.size();
    List<Promise<Boolean>> others = new ArrayList<>();
    if (!what.invariants.isEmpty()) {
      others.add(beside("auditor", this::audit));
    }
    if (what.crashes > 0) {
      others.add(beside("chaos", this::crashNowAndThen));
    }
    all.forEach(Promise::await);
    calm = true;
    others.forEach(Promise::await);
    atTheEnd();
    if (what.crashes > 0) {
      host.crashAll();
      host.start();
      atTheEnd();
    }
    over = true;
  }

  private void atTheEnd() throws Exception {
    awaitRest();
    SimulatedTutti client = client("end-" + (host.crashes() + 1), hand, null);
    look(what.invariants, client);
    look(what.endings, client);
  }

  /** Waits until no transaction is in flight; on several nodes one may still hear of its end. */
  private void awaitRest() {
    String leaks = host.leaks();
    for (int looks = 0; host.several() && looks < REST_LOOKS && !leaks.isEmpty(); looks++) {
      sleep(LOOK_NANOS * 10);
      leaks = host.leaks();
    }
    if (!leaks.isEmpty()) {
      throw new AssertionError(leaks);
    }
  }

  private SimulatedTutti client(String name, TaskExecutor executor, @Nullable CallLog told) {
    return new SimulatedTutti(
        what.application, new SimulatedConnection(host, executor, name, told));
  }

  private Promise<Boolean> start(String name, Simulation.Clients body) {
    RandomGenerator random = world.entropy(name);
    TaskExecutor executor = world.newExecutor(name);
    Promise<Boolean> done = new Promise<>();
    executor.start(
        () -> {
          guarded(name, () -> body.run(client(name, executor, log), random));
          busy--;
          done.complete(true);
        });
    return done;
  }

  private Promise<Boolean> beside(String name, Body body) {
    Promise<Boolean> done = new Promise<>();
    world
        .newExecutor(name)
        .start(
            () -> {
              guarded(name, body);
              done.complete(true);
            });
    return done;
  }

  private void audit() throws Exception {
    SimulatedTutti client = client("auditor", hand, null);
    while (!calm) {
      look(what.invariants, client);
      sleep(LOOK_NANOS);
    }
  }

  private void look(List<Simulation.Check> checks, SimulatedTutti client) throws Exception {
    for (Simulation.Check check : checks) {
      guarded("'" + check.name() + "'", () -> check.body().run(client));
    }
  }

  private void crashNowAndThen() throws Exception {
    RandomGenerator random = world.entropy("chaos");
    for (int left = random.nextInt(what.crashes + 1); left > 0 && !calm; left--) {
      sleep(1L << LEAST_CALM + random.nextInt(CALM_SPAN));
      if (!calm) {
        host.crashOne(random);
        sleep(random.nextLong(host.several() ? 1L << 12 + random.nextInt(20) : 1_000_000));
        host.start();
      }
    }
  }

  private void sleep(long nanos) {
    Promise<Boolean> over = new Promise<>();
    world.after(nanos, hand, () -> over.complete(true));
    over.await();
  }
}
