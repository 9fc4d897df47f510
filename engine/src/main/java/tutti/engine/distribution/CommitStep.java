package tutti.engine.distribution;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.twophase.Message;

/**
 * What a message between nodes means for the commitment of one attempt at a transaction, for tools
 * that follow it.
 *
 * @param nonce of the branch that it is for or from; 0 if its sender knows none
 * @param round of the question that it puts, answers or votes on; 0 if it is about none
 */
public record CommitStep(Kind kind, BranchKey key, long nonce, int round) {

  /** What is said. */
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
    INQUIRE;

    /** Whether it is a vote. */
    public boolean isVote() {
      return this == VOTE_YES || this == VOTE_NO || this == VOTE_READ_ONLY;
    }
  }

  static @Nullable CommitStep of(PeerMessage message) {
    return switch (message) {
      case PeerMessage.Ask it ->
          new CommitStep(Kind.EXECUTE, it.round().key(), it.round().nonce(), it.round().number());
      case PeerMessage.Executed it -> {
        CommitMessage vote = it.vote();
        yield vote == null
            ? new CommitStep(Kind.EXECUTED, it.key(), it.nonce(), it.round())
            : of(it.key(), it.nonce(), vote);
      }
      case PeerMessage.ToParticipant it -> of(it.key(), it.nonce(), it.message());
      case PeerMessage.ToCoordinator it -> of(it.key(), it.nonce(), it.message());
      case PeerMessage.Chase it -> null;
      case PeerMessage.Stop it -> null;
      case PeerMessage.Request it -> null;
      case PeerMessage.Response it -> null;
    };
  }

  private static @Nullable CommitStep of(BranchKey key, long nonce, CommitMessage message) {
    return switch (message) {
      case Message.Prepare(int round) -> new CommitStep(Kind.PREPARE, key, nonce, round);
      case Message.Vote(int round, var kind) ->
          new CommitStep(
              switch (kind) {
                case YES -> Kind.VOTE_YES;
                case NO -> Kind.VOTE_NO;
                case READ_ONLY -> Kind.VOTE_READ_ONLY;
              },
              key,
              nonce,
              round);
      case Message.Decide(boolean commit) ->
          new CommitStep(commit ? Kind.COMMIT : Kind.ABORT, key, nonce, 0);
      case Message.Ack it -> new CommitStep(Kind.ACK, key, nonce, 0);
      case Message.Inquire it -> new CommitStep(Kind.INQUIRE, key, nonce, 0);
      default -> null;
    };
  }
}
