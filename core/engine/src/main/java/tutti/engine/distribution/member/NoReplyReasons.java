package tutti.engine.distribution.member;

import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.TooLong;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.EncoderFull;

/** The reasons why a transaction aborts whose question to another node has no answer. */
record NoReplyReasons(Peers peers, long timeoutNanos) {
  /** Returns the reason that the transaction's deadline has passed. */
  Reason outOfTime(@Nullable ActorId target) {
    return new Reason.Deadline(timeoutNanos, target, List.of());
  }

  /** Returns the reason that a node has restarted, and its branch began anew without its claims. */
  Reason lost(int node) {
    return new Reason.Unavailable(
        Reason.Unavailable.PARTICIPANT_RESTARTED,
        peers.name(node) + " lost its part of the transaction when it restarted");
  }

  /** Returns the reason why nodes cannot be waited for any longer. */
  Reason silent(SortedSet<Integer> nodes) {
    StringBuilder text = new StringBuilder();
    nodes.forEach(node -> text.append(text.isEmpty() ? "" : " and ").append(peers.name(node)));
    return new Reason.Unavailable(
        "node-silent", "no answer from " + text + " within " + timeoutNanos / 1_000_000 + " ms");
  }

  /** Returns the reason that a question has a value which cannot be written. */
  Reason unwritable(int node, RuntimeException failure) {
    if (failure instanceof EncoderFull full) {
      return TooLong.reason("what is asked of " + peers.name(node), full);
    }
    return new Reason.Unavailable(
        "internal-error",
        "what is to be sent to " + peers.name(node) + " cannot be written: " + failure);
  }
}
