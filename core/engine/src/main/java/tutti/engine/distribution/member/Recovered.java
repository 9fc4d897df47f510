package tutti.engine.distribution.member;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;

/**
 * A node's knowledge of its earlier starts, from its data folder.
 *
 * @param peers the node's knowledge of its peers' disks
 * @param records writes records of what recovery found, in the format of the application that wrote
 *     them
 * @param late returns the outcome that a client may still ask for, of a transaction that recovery
 *     found and this node coordinates
 * @param resolutions all resolutions by hand that were ever made on this node
 */
public record Recovered(
    PeerStore peers,
    RecordFormat records,
    BiFunction<TransactionId, OwnPart, @Nullable LateOutcome> late,
    Resolutions resolutions) {

  /**
   * Returns the outcome that a client may still ask for; null if this node does not coordinate the
   * transaction.
   */
  @Nullable LateOutcome lateOutcome(TransactionId id, @Nullable OwnPart own) {
    return own == null ? null : late.apply(id, own);
  }
}
