package tutti.protocol.replication;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * One entry of a shard's log. Ballot and end together name an entry: where two logs have the same
 * two, they have the same entry and the same entries before it. Immutable.
 *
 * @param ballot the ballot in which a leader appended it; a later leader that takes the entry over
 *     does not change it
 * @param start the position just before it, in bytes of the shard's log; equal on all replicas
 */
public record LogEntry(Ballot ballot, long start, Content content) {

  /** The bytes of a position that each entry takes beside its content. */
  public static final int OVERHEAD = 4;

  private static final int TERM = 0;
  private static final int COMMAND = 1;

  /** An entry is a command of the shard's users, or the start of a term. */
  public sealed interface Content permits Command, TermStart {

    /** The bytes that the content counts for. */
    int length();
  }

  /** The position just after it, which is the entry's log sequence number. */
  public long end() {
    return after(start, content.length());
  }

  /** The position just after an entry with a content of that length. */
  public static long after(long start, int length) {
    return start + OVERHEAD + length;
  }

  public LogMark mark() {
    return new LogMark(end(), ballot);
  }

  public void encode(Encoder out) {
    ballot.encode(out);
    out.putVarLong(start);
    switch (content) {
      case TermStart(long count, int host) -> out.putByte(TERM).putVarLong(count).putVarLong(host);
      case Command command -> out.putByte(COMMAND).putBytes(command.bytes());
    }
  }

  /**
   * Reads an entry, and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no entry
   */
  public static LogEntry decode(Decoder in) {
    Ballot ballot = Ballot.decode(in);
    long start = in.getVarLong();
    int kind = in.getByte();
    return new LogEntry(
        ballot,
        start,
        switch (kind) {
          case TERM -> new TermStart(in.getVarLong(), in.getCount(Group.MOST_HOSTS));
          case COMMAND -> new Command(in.getBytes());
          default -> throw new MalformedData("no entry of a shard's log is of kind " + kind);
        });
  }
}
