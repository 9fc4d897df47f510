package tutti.lab.zipf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/**
 * Counters for the simulator: each request counts or sets a few of them, and nothing refuses it. So
 * requests without a key are one-shot (Janus §3): each participant executes its own part. The order
 * of what sets counters shows in the states of all of them, and in the former values that clients
 * are told.
 */
public final class CountersSimulation implements SimulatedApplication {
  private static final int COUNTERS = 6;
  private static final int MOST_CALLS = 4;

  private final Counters application = new Counters();

  @Override
  public String name() {
    return "counters";
  }

  @Override
  public Application application() {
    return application;
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Clients(ActorNames.PLAIN);
  }

  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    return new Clients(names);
  }

  /** The clients of one run; used by one thread. */
  private final class Clients implements Scenario {
    private final ActorNames names;

    Clients(ActorNames names) {
      this.names = names;
    }

    private ActorId counter(int number) {
      return new ActorId(Counter.NAME, names.text(number));
    }

    @Override
    public List<List<Call>> opening() {
      return List.of(List.of(application.increment(counter(0)), application.set(counter(1), 1)));
    }

    @Override
    public List<List<Call>> hot() {
      return List.of(List.of(application.increment(counter(0))));
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      int most = 1 + random.nextInt(MOST_CALLS);
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < COUNTERS && calls.size() < most; i++) {
        // Counters of low numbers are popular.
        if (random.nextBoolean()) {
          ActorId counter = counter(i);
          calls.add(
              random.nextInt(3) == 0
                  ? application.increment(counter)
                  : application.set(counter, turn.name(calls.size())));
        }
      }
      return calls.isEmpty() ? List.of(application.increment(counter(0))) : calls;
    }

    /** Returns a call that throws, before, between or behind calls of other counters. */
    @Override
    public List<Call> odd(RandomGenerator random, String key) {
      int mistaken = random.nextInt(COUNTERS);
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < COUNTERS; i++) {
        if (i == mistaken) {
          calls.add(application.mistaken(counter(i)));
        } else if (random.nextInt(3) == 0) {
          calls.add(application.increment(counter(i)));
        }
      }
      return calls;
    }

    /**
     * Returns whether a request has an idempotency key: then it has one item more than its
     * counters, and is not one-shot.
     */
    @Override
    public boolean keyed(RandomGenerator random) {
      return random.nextInt(3) == 0;
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return counter(random.nextInt(COUNTERS));
    }

    /** The order of what counters count and are set to is judged by the history. */
    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      return List.of();
    }
  }
}
