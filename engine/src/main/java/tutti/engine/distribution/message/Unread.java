package tutti.engine.distribution.message;

import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;

/**
 * A replacement for an answer whose values the node that has asked cannot make, since the
 * application's own code throws there: it keeps what is known, and nobody waits for more.
 */
public final class Unread {
  private Unread() {}

  /**
   * Returns an answer without values in place of one that could not be read. A transaction that has
   * committed is never reported as one that has done nothing.
   */
  public static Answer instead(Answer answer, Reason.Unavailable why) {
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
