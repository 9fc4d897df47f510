package tutti.protocol.commit;

import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;

/**
 * The invariants of the package's card that one member alone can break, checked beside its machine,
 * whichever the protocol: I2 and I3, and that the member reports only one outcome.
 */
public final class Invariants extends MemberInvariants<Output, RecordKind> {
  private boolean voteIsDurable;
  private boolean refused;
  private boolean committed;
  private boolean aborted;

  /**
   * @param voted whether the log has the member's vote
   */
  public Invariants(boolean voted) {
    this.voteIsDurable = voted;
  }

  /**
   * Checks I2: a member's Yes is durable before it is sent.
   *
   * @param voteIsDurable whether the vote is durable in the member's log
   * @throws InvariantBroken with the name {@code promise}
   */
  public static void promise(Meaning said, boolean voteIsDurable) {
    if ((said == Meaning.VOTE_YES || said == Meaning.PROMISE) && !voteIsDurable) {
      throw new InvariantBroken("promise", "it says a Yes that is not durable");
    }
  }

  @Override
  protected RecordKind writes(ProtocolRecord record) {
    return ((CommitRecord) record).entry();
  }

  @Override
  protected void durable(RecordKind kind) {
    voteIsDurable |= kind == RecordKind.VOTE;
  }

  @Override
  protected void sends(Event<?> cause, Address to, ProtocolMessage message) {
    Meaning said = ((CommitMessage) message).meaning();
    promise(said, voteIsDurable);
    switch (said) {
      case VOTE_NO -> refused = true;
      case VOTE_YES -> {
        if (refused) {
          throw new InvariantBroken("one-vote", "it says Yes after a No");
        }
      }
      case COMMIT, ABORT -> told(said == Meaning.COMMIT);
      case VOTE_READ_ONLY, PREPARE, ACK, INQUIRE, PROMISE, STEP -> {}
    }
  }

  @Override
  protected void decides(Event<?> cause, Output output) {
    switch (output) {
      case Output.Decide(boolean commit) -> told(commit);
      case Output.Tell(boolean commit) -> told(commit);
      case Output.AwaitSent _, Output.AwaitObserved _, Output.Act _, Output.End _ -> {}
    }
  }

  private void told(boolean commit) {
    committed |= commit;
    aborted |= !commit;
    if (committed && aborted) {
      throw new InvariantBroken("one-outcome", "it tells both a commit and an abort");
    }
  }
}
