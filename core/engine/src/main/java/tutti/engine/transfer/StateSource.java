package tutti.engine.transfer;

import java.util.Optional;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The state of a replica, as others of its shard get it. A source may remember for each receiver
 * which parts of the state have changed since it gave them. Called on the replica's queue.
 */
public interface StateSource {

  /** A source's answer to a question for a piece. */
  enum Answer {
    /** The piece has come. */
    PIECE,
    /** The piece cannot be given yet; the receiver asks again. */
    LATER,
    /** The source cannot go on with this transfer. */
    GONE
  }

  /**
   * A request to another replica, to offer its state in place of this one.
   *
   * @param host of that replica
   * @param need what the receiver lacks, as {@link #suffices} reads it
   */
  record Referral(int host, Encoder need) {}

  /**
   * Appends what the receiver has to know of the state before it asks for it.
   *
   * @return whether there is a state to offer
   */
  boolean offer(Encoder out);

  /** Returns the replica that is to offer its state to a host in place of this one, if any is. */
  default Optional<Referral> refer(int to) {
    return Optional.empty();
  }

  /**
   * Returns whether this state is of use to a replica.
   *
   * @param to its host
   * @param need what it lacks, as another source has written it
   */
  default boolean suffices(int to, Decoder need) {
    return false;
  }

  /**
   * Appends the piece at a cursor.
   *
   * @param to the receiver's host
   * @param transfer the receiver's name for the transfer
   * @param cursor as the receiver's sink has made it
   */
  Answer piece(int to, long transfer, Decoder cursor, Encoder out);
}
