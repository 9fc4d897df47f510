package tutti.simulator;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.check.Sight;

/** An application with clients that use it. */
public interface SimulatedApplication {

  String name();

  Application application();

  /**
   * The next version of it, which can go on with what this one has left, while this one cannot go
   * back to what that one leaves; or null if there is none. Its clients do what is new in it as
   * well as all that those of this one do.
   */
  default @Nullable SimulatedApplication next() {
    return null;
  }

  /**
   * What a row of the version before this one is in this one: what an engine is promised to make of
   * it, told without it.
   */
  default Record row(Record former) {
    return former;
  }

  /** A new set of clients: all that they do comes from {@code random}. */
  Scenario scenario(RandomGenerator random);

  /**
   * What runs of that seed: this, or of several the one that the seed chooses.
   *
   * @param nodes how many are asked for, or 0 for the seed to choose
   */
  default SimulatedApplication drawn(long seed, int nodes) {
    return this;
  }

  /** What the clients of one run do. Used by one thread. */
  interface Scenario {

    /** Requests that set the scene, in this order; all of them can commit. */
    List<List<Call>> opening();

    /**
     * What a client asks for: sensible, or refused by the application. It depends on nothing but
     * the arguments, so that a run can leave other requests out.
     */
    List<Call> request(RandomGenerator random, Turn turn);

    /**
     * What sets the scene of an exhaustive simulation.
     *
     * @param actors how many there are to be, 2 at least
     */
    default List<List<Call>> opening(int actors) {
      return opening();
    }

    /**
     * One of a few requests of an exhaustive simulation, each of which shares an actor with the
     * next.
     *
     * @param number of the request, from 0
     * @param actors as {@link #opening(int)} was given
     */
    default List<Call> conflicting(int number, int actors) {
      return request(Seeds.stream(number, "conflicting"), new Turn(0, number));
    }

    /** An actor to read; it too depends on nothing but the arguments. */
    ActorId target(RandomGenerator random, Turn turn);

    /**
     * What must hold whenever nothing runs, over all actors that exist: money conserved, life
     * cycles and invariants held. One sentence for each that does not.
     */
    List<String> violations(Map<ActorId, ActorState> states);

    /**
     * What a transaction that committed says that it saw and made of single rows.
     *
     * @param results of its requests
     * @param wrong takes what cannot be so, whatever others did
     */
    default List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
      return List.of();
    }

    /** Why no request may be refused for that reason, or null if this one may. */
    default @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return null;
    }
  }
}
