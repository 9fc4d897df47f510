package tutti.protocol.commit;

import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.MalformedData;

/**
 * A way in which several nodes come to one decision: makes the machines, and reads what they say
 * and remember. Immutable; any number of nodes may use one.
 */
public interface CommitProtocol {

  /** Its name in the deployment file. */
  String name();

  /**
   * Its number in logs: a transaction ends under the protocol in its own records. Never used again
   * for another one, and never of another meaning.
   */
  int code();

  /** What it needs and promises. */
  Traits traits();

  /** A coordinator whose transaction begins to execute. */
  CommitMachine coordinator(Self self);

  /** A participant that has not executed anything yet. */
  CommitMachine participant(Self self, int coordinator);

  /**
   * A witness that has heard nothing yet; made for the first message that is {@linkplain
   * CommitMessage#forWitness for one}.
   *
   * @throws UnsupportedOperationException if the protocol has none
   */
  default CommitMachine witness(Self self, int coordinator) {
    throw new UnsupportedOperationException(name() + " has no witnesses");
  }

  /**
   * A machine whose records were found, and show no end. Its first event is {@link
   * Event.Restarted}.
   */
  CommitMachine recovered(Self self, Found found);

  /**
   * What undoes a participant on which its coordinator does not count, or of which it gave up
   * before anything was decided; its {@link Meaning} is {@code ABORT}.
   */
  CommitMessage abort();

  /**
   * What a participant says whose node cannot promise anything, since its log does not take it: its
   * machine is gone by then. Its {@link Meaning} is {@code VOTE_NO}.
   */
  CommitMessage no(int round);

  /**
   * Whether a participant's {@link Entry#COMMITTED} or {@link Entry#ABORTED} with this memory is
   * its last record: nothing needs to be remembered any more. Else only {@link Entry#FINISHED} is.
   */
  default boolean endsWithOutcome(Memory memory) {
    return false;
  }

  /**
   * What a node answers that has no member of the transaction, once it has read its whole log: or
   * null, if nothing. The presumption of the protocol.
   */
  @Nullable CommitMessage toUnknown(Self self, int from, CommitMessage message);

  /**
   * What a participant takes as said when its coordinator has started anew with nothing of what it
   * knew, as a node does that keeps nothing: or null, if it may still ask how it ended.
   */
  default @Nullable CommitMessage forgotten() {
    return null;
  }

  /**
   * Reads one message and leaves what follows it.
   *
   * @throws MalformedData if the bytes are none
   */
  CommitMessage decode(Decoder in);

  /**
   * Reads what a machine wrote, and leaves what follows it.
   *
   * @throws MalformedData if the bytes are no memory of this protocol
   */
  default Memory decodeMemory(Decoder in) {
    return Memory.NONE;
  }
}
