package tutti.engine.distribution.message;

import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;

/**
 * A replacement for a message whose values the node that has asked cannot make, since the
 * application's own code throws there: it keeps what is known, and nobody waits for more.
 */
public final class Unread {
  private Unread() {}

  /**
   * Returns a message without values, in place of one that reports the end of something that was
   * asked of its sender; null if the message reports no end, so that the caller must handle it in
   * another way.
   */
  public static @Nullable PeerMessage instead(PeerMessage message, Reason.Unavailable why) {
    return switch (message) {
      case PeerMessage.Response(long number, Answer answer, long answered) ->
          new PeerMessage.Response(number, instead(answer, why), answered);
      case PeerMessage.Executed it ->
          new PeerMessage.Executed(
              it.key(),
              it.nonce(),
              it.round(),
              new Reply.Stopped(why),
              it.changes(),
              it.lsn(),
              it.epoch(),
              it.vote());
      default -> null;
    };
  }

  /**
   * Returns an answer without values in place of one that could not be read. A transaction that has
   * committed is never reported as one that has done nothing.
   */
  private static Answer instead(Answer answer, Reason.Unavailable why) {
    return switch (answer) {
      case Answer.Ended(Outcome.Committed done) -> new Answer.Ended(doubt(done, why));
      case Answer.Stands(TransactionStatus.Ended(Outcome.Committed done)) ->
          new Answer.Stands(new TransactionStatus.Ended(doubt(done, why)));
      default -> new Answer.Failed(why.code(), why.message());
    };
  }

  private static Outcome doubt(Outcome.Committed done, Reason why) {
    return new Outcome.InDoubt(
        done.transaction(), "it has committed, but its results are not known: " + why.message());
  }
}
