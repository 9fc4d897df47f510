package tutti.model.footprint;

import java.time.Instant;
import java.util.List;
import tutti.model.ActorId;

/** An action that tells the footprint of a call of it. Thread-safe. */
public interface HasFootprint {

  /**
   * Adds the footprint of the action on that actor, and of everything that must happen with it.
   *
   * @param target an actor of the action's type
   * @param arguments as {@link tutti.model.Call#arguments} has them
   * @param now the transaction's time
   * @param into gets the accesses
   */
  void footprint(ActorId target, List<Object> arguments, Instant now, FootprintBuilder into);

  /** The footprint of a request that is this call alone. */
  default Footprint footprint(ActorId target, List<Object> arguments, Instant now) {
    FootprintBuilder into = new FootprintBuilder();
    footprint(target, arguments, now, into);
    return into.build();
  }
}
