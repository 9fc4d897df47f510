package tutti.engine.transaction.seam;

import java.util.List;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * A call that a procedure makes of an actor of another node: a call of a procedure, or of an event
 * of a declarative actor, which only the coordinator can make happen.
 *
 * @param readOnly whether the call may only read
 * @param path the calls from the root to this one, which is the last; empty for an event
 */
public record RemoteCall(Call call, boolean readOnly, List<Step> path) {

  /**
   * A call on the path down to another one.
   *
   * @param madeAt when it was made, by its caller's clock; names it among its caller's calls
   */
  public record Step(ActorId actor, String procedure, int madeAt) {}

  public ActorId target() {
    return call.target();
  }

  /** Returns whether this is a call of an event. */
  public boolean isEvent() {
    return path.isEmpty();
  }
}
