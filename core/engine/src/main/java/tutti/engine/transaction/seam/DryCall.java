package tutti.engine.transaction.seam;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Caller;

/**
 * A call that a dry run makes of an actor of another node, which runs there dry, too.
 *
 * @param transaction the transaction that runs dry before it begins
 * @param now the transaction's time
 * @param caller the caller of its request
 * @param remainingNanos the time until the transaction's deadline
 * @param timeoutNanos the transaction's whole time
 */
public record DryCall(
    TransactionId transaction,
    RemoteCall call,
    Instant now,
    Caller caller,
    long remainingNanos,
    long timeoutNanos) {

  /**
   * The end of the call.
   *
   * @param failure the reason why the run did not come to its end; null if it did
   * @param uses the actors that were used, including the call's own, and how often
   */
  public record End(@Nullable Reason failure, RemoteEnd end, List<DeclaredUse> uses) {
    /** Returns the end of a call that failed. */
    public static End failed(Reason why) {
      return new End(why, RemoteEnd.GIVEN_UP, List.of());
    }
  }
}
