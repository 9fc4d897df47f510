package tutti.engine.distribution.message;

import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;

/**
 * A replacement for a message that is longer than nodes may send each other: it keeps what is
 * known, and no node waits for an answer that cannot come.
 */
public final class TooLong {
  private TooLong() {}

  /**
   * Returns a short answer in place of a long one. A transaction that has ended is never reported
   * as one that has done nothing: its outcome can be asked for where it ran.
   *
   * @param node the node that answers, as people know it
   */
  public static Answer instead(Answer answer, String node, IllegalArgumentException tooLong) {
    String asked =
        "it has ended on "
            + node
            + ", which can be asked for its outcome; to be sent it is too long: ";
    return switch (answer) {
      case Answer.Ended(Outcome outcome) ->
          new Answer.Ended(
              new Outcome.InDoubt(outcome.transaction(), asked + tooLong.getMessage()));
      case Answer.Stands ended ->
          new Answer.Stands(new TransactionStatus.Waiting(asked + tooLong.getMessage()));
      default ->
          new Answer.Failed(
              Reason.Unavailable.TOO_LARGE,
              "what " + node + " answers is too long to be sent: " + tooLong.getMessage());
    };
  }

  /** Returns the reason why a question is not put, or not answered. */
  public static Reason.Unavailable reason(String what, IllegalArgumentException tooLong) {
    return new Reason.Unavailable(
        Reason.Unavailable.TOO_LARGE, what + " is too long to be sent: " + tooLong.getMessage());
  }
}
