package tutti.protocol.commit.paxoscommit;

import java.util.EnumSet;
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

/** Paxos Commit, which ends as long as most of {@code 2 f + 1} witnesses are up. */
public final class PaxosCommit implements CommitProtocol {
  private final int f;
  private final Traits traits;

  /**
   * A protocol for new transactions. Transactions that were found in the log, or that other nodes
   * coordinate, name their witnesses.
   *
   * @param f the number of witnesses that may be away; 0 waits for the coordinator's node as
   *     two-phase commit does
   */
  public PaxosCommit(int f) {
    if (f < 0) {
      throw new IllegalArgumentException("the number of witnesses away is at least 0, not " + f);
    }
    this.f = f;
    this.traits =
        new Traits(EnumSet.allOf(Assumption.class), Math.max(2, Math.addExact(2 * f, 1)), false);
  }

  @Override
  public String name() {
    return "paxos-commit";
  }

  @Override
  public int code() {
    return 4;
  }

  @Override
  public Traits traits() {
    return traits;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if there are too few nodes for the witnesses
   */
  @Override
  public CommitMachine coordinator(NodeView self) {
    if (self.nodes() < 2 * f + 1) {
      throw new IllegalArgumentException(
          "Paxos Commit with f = " + f + " needs " + (2 * f + 1) + " nodes, not " + self.nodes());
    }
    return new Coordinator(self, f);
  }

  @Override
  public CommitMachine participant(NodeView self, int coordinator) {
    return new Participant(self, coordinator);
  }

  @Override
  public CommitMachine witness(NodeView self, int coordinator) {
    return new Witness(self, coordinator);
  }

  @Override
  public CommitMachine recovered(NodeView self, RecoveredRecords found) {
    return switch ((PaxosDurableState) found.memory()) {
      case PaxosDurableState.Witness memory -> Witness.recovered(self, found.coordinator(), memory);
      case PaxosDurableState.Member memory ->
          switch (found.role()) {
            case COORDINATOR -> Coordinator.recovered(self, found, memory);
            case PARTICIPANT -> Participant.recovered(self, found, memory);
            case WITNESS ->
                throw new IllegalArgumentException("a witness with the memory of a member");
          };
    };
  }

  @Override
  public CommitMessage abort() {
    return new Message.Undo();
  }

  @Override
  public CommitMessage no(int round) {
    return new Message.No(round);
  }

  @Override
  public boolean endsWithOutcome(DurableState memory) {
    return true;
  }

  /** Returns false: all participants acknowledge it. */
  @Override
  public boolean endsWithAbort(DurableState memory) {
    return false;
  }

  @Override
  public @Nullable CommitMessage toUnknown(NodeView self, int from, CommitMessage message) {
    return message instanceof Message known ? toUnknown(known) : null;
  }

  /**
   * Returns the answer of a node without a member: the transaction has ended there for good, or has
   * never begun, and then nothing was promised and nothing will be. Null if there is no answer.
   */
  static @Nullable Message toUnknown(Message message) {
    return switch (message) {
      case Message.Prepare _ -> new Message.Unknown();
      case Message.Outcome _ -> new Message.Ack();
      case Message.Inquire _ -> new Message.Gone();
      case Message.Phase2a _, Message.Phase2b _, Message.Phase1a _, Message.Phase1b _ -> null;
      case Message.Refuse _, Message.Missing _, Message.No _, Message.Unknown _ -> null;
      case Message.Ack _, Message.Forget _, Message.Gone _, Message.Undo _ -> null;
    };
  }

  @Override
  public CommitMessage decode(Decoder in) {
    return Message.decode(in);
  }

  @Override
  public DurableState decodeDurableState(Decoder in) {
    return PaxosDurableState.decode(in);
  }
}
