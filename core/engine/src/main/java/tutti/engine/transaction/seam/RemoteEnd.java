package tutti.engine.transaction.seam;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * The end of a {@link RemoteCall} and of all that it has called.
 *
 * @param result the call's result, in the form of {@link Procedures.Execution#result} or {@link
 *     tutti.engine.concurrency.Verdict.Accept#result}
 * @param below calls below it, each behind its caller: those that touched an actor last, and their
 *     callers
 * @param partners the partners of an event: procedures that must succeed too, which the event's
 *     caller must call
 */
public record RemoteEnd(@Nullable Object result, List<Below> below, List<Call> partners) {
  /** The end of a call that the transaction does not wait for any more. */
  public static final RemoteEnd GIVEN_UP = new RemoteEnd(null, List.of(), List.of());

  /** The caller of a {@link Below} that the call itself has made. */
  public static final int ITSELF = -1;

  /**
   * A call below another one.
   *
   * @param caller the index in the list of the call that has made this one, or {@link #ITSELF}
   * @param madeAt as in {@link RemoteCall.Step}
   * @param last whether this call is the last that has touched its actor
   */
  public record Below(int caller, ActorId actor, String procedure, int madeAt, boolean last) {}
}
