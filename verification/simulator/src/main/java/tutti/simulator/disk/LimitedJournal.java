package tutti.simulator.disk;

import java.util.function.IntSupplier;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.JournalStatistics;

/**
 * A log whose records have a length limit that may change: far below that of its segments, so that
 * small requests come near it. Each record must have been measured before it is appended.
 *
 * @param most returns the largest number of bytes of a record at present
 */
public record LimitedJournal(Journal log, IntSupplier most) implements Journal {
  private void measure(int length) {
    if (length > maxRecordBytes()) {
      throw new IllegalArgumentException(
          "a record has at most " + maxRecordBytes() + " bytes, not " + length);
    }
  }

  @Override
  public long append(byte[] bytes, int offset, int length) throws JournalFailed {
    measure(length);
    return log.append(bytes, offset, length);
  }

  @Override
  public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
    measure(length);
    return log.appendLazily(bytes, offset, length);
  }

  @Override
  public boolean keepsRecords() {
    return log.keepsRecords();
  }

  @Override
  public long end() {
    return log.end();
  }

  @Override
  public long durable() {
    return log.durable();
  }

  @Override
  public void whenDurable(long position, DurableCallback callback) {
    log.whenDurable(position, callback);
  }

  @Override
  public void whenDurableLazily(long position, DurableCallback callback) {
    log.whenDurableLazily(position, callback);
  }

  @Override
  public void whenCurrent(long position, DurableCallback callback) {
    log.whenCurrent(position, callback);
  }

  @Override
  public void fail(Throwable cause) {
    log.fail(cause);
  }

  @Override
  public boolean failed() {
    return log.failed();
  }

  @Override
  public boolean isHandedOn() {
    return log.isHandedOn();
  }

  @Override
  public boolean congested() {
    return log.congested();
  }

  @Override
  public int maxRecordBytes() {
    return Math.min(most.getAsInt(), log.maxRecordBytes());
  }

  @Override
  public void truncateBefore(long position) {
    log.truncateBefore(position);
  }

  @Override
  public JournalStatistics statistics() {
    return log.statistics();
  }

  @Override
  public void close() {
    log.close();
  }
}
