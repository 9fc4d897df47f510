package tutti.benchmark.journal;

import java.io.IOException;

/** A log that many threads commit to. Thread-safe. */
public interface CommitLog extends AutoCloseable {

  /**
   * Appends the bytes and returns when they are durable.
   *
   * @throws IOException if they may not be durable
   */
  void commit(byte[] bytes) throws IOException;

  /** Returns the number of forces so far. */
  long forces();

  @Override
  void close() throws IOException;
}
