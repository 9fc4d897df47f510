package tutti.protocol.commit;

import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.MalformedData;

/**
 * A way in which several nodes come to one decision. The protocol makes the machines, and reads
 * their messages and memories. Immutable; any number of nodes may use one.
 */
public interface CommitProtocol {

  /** The protocol's name in the deployment file. */
  String name();

  /**
   * The protocol's number in logs: a transaction ends under the protocol in its own records. A
   * number is never used for another protocol, and never changes its meaning.
   */
  int code();

  /** The protocol's needs and promises. */
  Traits traits();

  /** A coordinator whose transaction begins to execute. */
  CommitMachine coordinator(NodeView self);

  /** A participant that has not executed anything yet. */
  CommitMachine participant(NodeView self, int coordinator);

  /**
   * Makes a witness to which no message has come yet; called for the first message that is
   * {@linkplain CommitMessage#forWitness for one}.
   *
   * @throws UnsupportedOperationException if the protocol has no witnesses
   */
  default CommitMachine witness(NodeView self, int coordinator) {
    throw new UnsupportedOperationException(name() + " has no witnesses");
  }

  /**
   * A machine whose records were found, and show no end. Its first event is {@link
   * Input.Restarted}.
   */
  CommitMachine recovered(NodeView self, RecoveredRecords found);

  /**
   * The message that undoes a participant on which its coordinator does not count, or whose
   * transaction it gave up before anything was decided; its {@link Meaning} is {@code ABORT}.
   */
  CommitMessage abort();

  /**
   * The vote of a participant whose node cannot promise anything, since its log does not take the
   * record: its machine is gone by then. The {@link Meaning} is {@code VOTE_NO}.
   */
  CommitMessage no(int round);

  /**
   * Returns whether a participant's {@link RecordKind#COMMITTED} or {@link RecordKind#ABORTED} with
   * this durable state is the participant's last record, so that nothing needs to be remembered any
   * more. If not, only {@link RecordKind#FINISHED} is the last record.
   */
  default boolean endsWithOutcome(DurableState memory) {
    return false;
  }

  /** Whether the same holds of the abort of a coordinator that has voted. */
  default boolean endsWithAbort(DurableState memory) {
    return endsWithOutcome(memory);
  }

  /**
   * Returns the answer of a node that has no member of the transaction, once it has read its whole
   * log; null if it answers nothing. This is the presumption of the protocol.
   */
  @Nullable CommitMessage toUnknown(NodeView self, int from, CommitMessage message);

  /**
   * Returns the message that a participant takes as sent by its coordinator when the coordinator
   * has restarted and has lost all that it knew, as a node does that keeps nothing on disk; null if
   * the participant may still ask how the transaction ended.
   */
  default @Nullable CommitMessage forgotten() {
    return null;
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  CommitMessage decode(Decoder in);

  /**
   * Reads the durable state that a machine wrote, and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no durable state of this protocol
   */
  default DurableState decodeDurableState(Decoder in) {
    return DurableState.NONE;
  }
}
