package tutti.protocol.replication;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A place in a shard's log: the end of an entry. Two logs that have the same mark agree in all
 * before it.
 *
 * @param position the position just after the entry, in bytes; 0 before the first
 * @param ballot the ballot of the entry
 */
public record LogMark(long position, Ballot ballot) implements Comparable<LogMark> {

  /** The place before the first entry. */
  public static final LogMark START = new LogMark(0, Ballot.NONE);

  /**
   * Orders the ends of logs: of two logs that could be continued, that with the later end has all
   * that can have been chosen in both.
   */
  @Override
  public int compareTo(LogMark other) {
    int byBallot = ballot.compareTo(other.ballot);
    return byBallot != 0 ? byBallot : Long.compare(position, other.position);
  }

  public void encode(Encoder out) {
    out.putVarLong(position);
    ballot.encode(out);
  }

  /**
   * Reads a mark, and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are no mark
   */
  public static LogMark decode(Decoder in) {
    return new LogMark(in.getVarLong(), Ballot.decode(in));
  }
}
