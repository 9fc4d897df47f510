package tutti.protocol.termination;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Traits;
import tutti.protocol.commit.Vote;

/**
 * The common part of EasyCommit and three-phase commit: their names and numbers, their fixed
 * answers, and reading.
 */
public abstract class TerminationProtocol implements CommitProtocol {
  private final String name;
  private final int code;

  /**
   * True if the protocol follows its paper to the letter, where a member that was down takes part
   * as if it had been up all the time. That is unsafe.
   */
  private final boolean naive;

  protected TerminationProtocol(String name, int code, boolean naive) {
    this.name = name;
    this.code = code;
    this.naive = naive;
  }

  /** The protocol's own transitions, around that common work. */
  protected abstract Situation.Rules member(Termination termination);

  private CommitMachine machine(Termination termination) {
    return new TerminationMachine(termination, member(termination));
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int code() {
    return code;
  }

  @Override
  public final Traits traits() {
    return new Traits(naive ? Set.of() : Set.of(Assumption.SYNCHRONOUS_CRASH), 2, false);
  }

  @Override
  public final CommitMachine coordinator(NodeView self) {
    return participant(self, self.node());
  }

  @Override
  public final CommitMachine participant(NodeView self, int coordinator) {
    return machine(new Termination(self, coordinator, naive));
  }

  @Override
  public final CommitMachine recovered(NodeView self, RecoveredRecords found) {
    return machine(new Termination(self, found, naive));
  }

  @Override
  public final CommitMessage abort() {
    return new Message.Global(false, Set.of(), false);
  }

  @Override
  public final CommitMessage no(int round) {
    return new Message.Voted(round, Vote.NO);
  }

  @Override
  public final Message decode(Decoder in) {
    return Message.decode(in);
  }

  @Override
  public final DurableState decodeDurableState(Decoder in) {
    return Remembered.decode(in);
  }

  @Override
  public final boolean endsWithOutcome(DurableState memory) {
    return memory.equals(Remembered.NOTHING);
  }

  /**
   * Returns the answer of a node that knows nothing of the transaction: it votes No, and no outcome
   * needs to be sent to it. The node never promised anything, or it has ended the transaction and
   * all other members have the outcome.
   */
  @Override
  public final @Nullable CommitMessage toUnknown(NodeView self, int from, CommitMessage message) {
    return switch ((Message) message) {
      case Message.Prepare prepare -> no(prepare.round());
      case Message.Ask _ -> new Message.Answer(MemberStatus.UNKNOWN);
      case Message.Global global -> global.settled() ? new Message.Heard(global.commit()) : null;
      case Message.Voted _, Message.PreCommit _, Message.PreCommitted _ -> null;
      case Message.Heard _, Message.Answer _ -> null;
    };
  }
}
