package tutti.simulator;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;

/** An application with clients that use it. */
public interface SimulatedApplication {

  String name();

  Application application();

  /** A new set of clients: all that they do comes from {@code random}. */
  Scenario scenario(RandomGenerator random);

  /** What the clients of one run do. Used by one thread. */
  interface Scenario {

    /** Requests that set the scene, in this order; all of them can commit. */
    List<List<Call>> opening();

    /** The next request of some client: sensible, or refused by the application. */
    List<Call> request(RandomGenerator random);

    /** An actor to read. */
    ActorId target(RandomGenerator random);

    /**
     * What must hold whenever nothing runs, over all actors that exist: money conserved, life
     * cycles and invariants held. One sentence for each that does not.
     */
    List<String> violations(Map<ActorId, ActorState> states);
  }
}
