package tutti.engine.distribution.member;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.record.PersistedState;
import tutti.engine.transaction.record.Unfinished;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * A member of a transaction that is not executed any more: the member is resumed from its records,
 * under the protocol of these records. This class itself holds no claims: it is a member that
 * recovery found, to which others must still send or answer something, or a witness.
 */
public class RecoveredMember extends CommitMember {
  private final CommitMembers members;
  private final boolean witness;

  /**
   * Makes a member that recovery found.
   *
   * @param voteLsn the position of its vote, if it is in doubt; else 0
   */
  RecoveredMember(
      CommitContext context,
      CommitMembers members,
      Unfinished found,
      long voteLsn,
      StepQueue queue) {
    super(context, found, voteLsn, queue, recovered(context, found));
    this.members = members;
    this.witness = found.witness();
  }

  /** Makes a witness that has heard nothing yet. */
  RecoveredMember(
      CommitContext context, CommitMembers members, BranchKey key, CommitProtocol protocol) {
    super(
        context,
        protocol,
        key,
        0,
        context.runtime().service(),
        protocol.witness(context.self(), key.id().coordinator()));
    this.members = members;
    this.witness = true;
  }

  private static CommitMachine recovered(CommitContext context, Unfinished found) {
    int coordinator = found.key().id().coordinator();
    Role role =
        found.witness()
            ? Role.WITNESS
            : coordinator == context.self().node() ? Role.COORDINATOR : Role.PARTICIPANT;
    PersistedState written = found.written();
    return written
        .protocol()
        .recovered(
            context.self(),
            new RecoveredRecords(
                role,
                coordinator,
                written.entries(),
                role == Role.COORDINATOR && nodesAreKnown(written) ? found.voters() : Set.of(),
                written.memory()));
  }

  /** Returns whether a coordinator's records name the nodes that must hear of its end. */
  private static boolean nodesAreKnown(PersistedState written) {
    return written.has(RecordKind.DECISION)
        || written.has(RecordKind.VOTE) && written.protocol().traits().acts();
  }

  @Override
  final boolean isWitness() {
    return witness;
  }

  @Override
  public boolean promised() {
    return false;
  }

  @Override
  public @Nullable Instant began() {
    return null;
  }

  /** Continues the machine from its records. */
  public final void resume() {
    if (members.over()) {
      commitment().stop();
    } else {
      on(new Input.Restarted());
    }
  }

  @Override
  void received(int from, PeerMessage.Commit message) {
    if (message.nonce() == 0 || isMeant(from, message)) {
      on(new Event.Received<>(new Address.Peer(from), message.message()));
    }
  }

  /**
   * Returns whether the branch that a message names, or comes from, is the branch of this member.
   */
  private boolean isMeant(int from, PeerMessage.Commit message) {
    if (!coordinates()) {
      return message.nonce() == record.nonce();
    }
    Long known = record.branches().get(from);
    if (known != null && known != 0 && known != message.nonce()) {
      undoStale(from, message);
      return false;
    }
    return true;
  }

  @Override
  final void sayAgain(int node) {
    if (commitment().missing().contains(node)) {
      on(new Event.TimerFired<>(coordinates() ? Timer.RETRY : Timer.INQUIRE));
    }
  }

  @Override
  final void say(int to, CommitMessage message) {
    long name = 0;
    if (!witness && !message.forWitness()) {
      if (coordinates()) {
        name = record.branches().getOrDefault(to, 0L);
      } else if (to == key.id().coordinator()) {
        name = record.nonce();
      }
    }
    EncodedCommitMessage saying = new EncodedCommitMessage(protocol(), message);
    context.peers().send(to, new PeerMessage.Commit(key, name, record.reliableLsn(), 0, saying));
  }

  @Override
  void settle(boolean commit) {
    throw new IllegalStateException(this + " holds nothing");
  }

  @Override
  final void end() {
    members.ended(this);
  }

  @Override
  public String toString() {
    return (witness ? "witness of " : "recovered ") + key;
  }
}
