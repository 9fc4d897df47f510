package tutti.simulator.application;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.check.Sight;
import tutti.simulator.world.Seeds;

/** An application with clients that use it. */
public interface SimulatedApplication {

  String name();

  Application application();

  /**
   * Returns the next version of the application; null if there is none. The next version can
   * continue with the data of this one, while this one cannot continue with the data of the next.
   * The clients of the next version make the requests of this one's clients as well as new ones.
   */
  default @Nullable SimulatedApplication next() {
    return null;
  }

  /**
   * Returns the row of this version that a row of the version before becomes: the result that an
   * engine promises, told without the engine.
   */
  default Record row(Record former) {
    return former;
  }

  /**
   * Returns the deployment that a run has in place of one that was drawn: this one, or one under
   * which the application can run.
   */
  default Deployment fitting(Deployment drawn) {
    return drawn;
  }

  /** Returns a new set of clients: everything that they do comes from {@code random}. */
  Scenario scenario(RandomGenerator random);

  /**
   * Returns a new set of clients whose actors have these keys, if the application takes any texts
   * as keys; everything else is as without them.
   */
  default Scenario scenario(RandomGenerator random, ActorNames names) {
    return scenario(random);
  }

  /**
   * Returns the application of a seed's run: this one, or, if this stands for several, the one that
   * the seed chooses among those that suit the fixed settings.
   *
   * @param nodes the number of nodes; 0 if the seed chooses it
   * @param fixed applies the settings that are not drawn
   */
  default SimulatedApplication drawn(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    return this;
  }

  /** Returns whether clients of every run make blocks of steps, and not only of some runs. */
  default boolean blocks() {
    return false;
  }

  /** The requests of the clients of one run. Used by one thread. */
  interface Scenario {

    /** Returns the requests that set the scene, in this order; all of them can commit. */
    List<List<Call>> opening();

    /**
     * Returns the request of a client: a sensible one, or one that the application refuses. The
     * request depends on nothing but the arguments, so that a run can leave other requests out.
     */
    List<Call> request(RandomGenerator random, Turn turn);

    /**
     * Returns the calls of a request that can never commit: its procedures throw, make what cannot
     * be written, or name an actor by a text that is no key. Returns none if the application has no
     * such procedures.
     *
     * @param key an unusual key, or a text that is none
     */
    default List<Call> odd(RandomGenerator random, String key) {
      return List.of();
    }

    /**
     * Returns requests of which each changes one actor, again and again, if its actor is in a usual
     * state; none, if the application has no such requests.
     */
    default List<List<Call>> hot() {
      return List.of();
    }

    /** Returns whether a client's request has an idempotency key: most have. */
    default boolean keyed(RandomGenerator random) {
      return random.nextInt(6) != 0;
    }

    /**
     * Returns whether one transaction may have these calls and those of a further request. A
     * precondition sees the state before the transaction, so some calls that exclude each other in
     * sequence do not exclude each other in one transaction.
     */
    default boolean mayJoin(List<Call> calls, List<Call> further) {
      return true;
    }

    /**
     * Returns the requests that set the scene of an exhaustive simulation.
     *
     * @param actors the number of actors, at least 2
     */
    default List<List<Call>> opening(int actors) {
      return opening();
    }

    /**
     * Returns one of a few requests of an exhaustive simulation, each of which shares an actor with
     * the next.
     *
     * @param number of the request, from 0
     * @param actors as {@link #opening(int)} was given
     */
    default List<Call> conflicting(int number, int actors) {
      return request(Seeds.stream(number, "conflicting"), new Turn(0, number));
    }

    /** Returns an actor to read; it too depends on nothing but the arguments. */
    ActorId target(RandomGenerator random, Turn turn);

    /**
     * Returns the broken rules over all actors that exist, one sentence for each: money is
     * conserved, life cycles and invariants hold. Called only when nothing runs.
     */
    List<String> violations(Map<ActorId, ActorState> states);

    /**
     * Returns the broken rules over all actors of a backup, which is older than the world outside.
     */
    default List<String> violationsOfBackup(Map<ActorId, ActorState> states) {
      return violations(states);
    }

    /**
     * Returns whether transactions do irrevocable operations: after a crash, a node alone may have
     * some in doubt, too.
     */
    default boolean acts() {
      return false;
    }

    /**
     * Returns the single rows that a committed transaction reports to have seen and made.
     *
     * @param results the results of its requests
     * @param wrong takes the descriptions of results that are impossible, whatever other
     *     transactions did
     */
    default List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
      return List.of();
    }

    /**
     * Returns the reason that no request may be refused for that reason, or null if this one may.
     */
    default @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return null;
    }
  }
}
