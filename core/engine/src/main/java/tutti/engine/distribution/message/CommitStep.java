package tutti.engine.distribution.message;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Meaning;

/**
 * The meaning of a message between nodes for the commitment of one attempt at a transaction, for
 * tools that follow it.
 *
 * @param nonce of the branch that it is for or from; 0 if its sender knows none
 * @param round of the question that it puts, answers or votes on; 0 if there is no such round
 */
public record CommitStep(Kind kind, BranchKey key, long nonce, int round) {

  /** The kind of message. */
  public enum Kind {
    EXECUTE,
    EXECUTED,
    PREPARE,
    VOTE_YES,
    VOTE_NO,
    VOTE_READ_ONLY,
    COMMIT,
    ABORT,
    ACK,
    INQUIRE,
    /** A member's Yes, sent to the nodes that remember it. */
    PROMISE,
    /** A message of a protocol's own, between the votes and the outcome. */
    STEP;

    /** Returns whether the message is a vote. */
    boolean isVote() {
      return this == VOTE_YES || this == VOTE_NO || this == VOTE_READ_ONLY;
    }
  }

  static @Nullable CommitStep of(PeerMessage message) {
    return switch (message) {
      case PeerMessage.Ask it ->
          new CommitStep(Kind.EXECUTE, it.round().key(), it.round().nonce(), it.round().number());
      case PeerMessage.Executed it -> {
        EncodedCommitMessage vote = it.vote();
        yield vote == null
            ? new CommitStep(Kind.EXECUTED, it.key(), it.nonce(), it.round())
            : of(it.key(), it.nonce(), vote.message());
      }
      case PeerMessage.Commit it -> of(it.key(), it.nonce(), it.message());
      case PeerMessage.Chase it -> null;
      case PeerMessage.Stop it -> null;
      case PeerMessage.Request it -> null;
      case PeerMessage.Response it -> null;
    };
  }

  private static CommitStep of(BranchKey key, long nonce, CommitMessage message) {
    return new CommitStep(kind(message.meaning()), key, nonce, message.round());
  }

  private static Kind kind(Meaning meaning) {
    return switch (meaning) {
      case PREPARE -> Kind.PREPARE;
      case VOTE_YES -> Kind.VOTE_YES;
      case VOTE_NO -> Kind.VOTE_NO;
      case VOTE_READ_ONLY -> Kind.VOTE_READ_ONLY;
      case COMMIT -> Kind.COMMIT;
      case ABORT -> Kind.ABORT;
      case ACK -> Kind.ACK;
      case INQUIRE -> Kind.INQUIRE;
      case PROMISE -> Kind.PROMISE;
      case STEP -> Kind.STEP;
    };
  }
}
