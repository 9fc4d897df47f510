package tutti.engine.journal;

import java.io.IOException;

/** A visitor of the records of a log, one after another, in their order. */
@FunctionalInterface
public interface RecordVisitor {
  /**
   * One record: {@code length} bytes from {@code offset}. The array is reused after the call.
   *
   * @param position the record's log sequence number, as {@link Journal#append} gave it
   */
  void record(long position, byte[] bytes, int offset, int length) throws IOException;

  /** Ends the visit: all records were given. The log is not changed before this has returned. */
  default void end() throws IOException {}
}
