package tutti.engine.node;

import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.JournalStatistics;

/** A log that counts its records, and those of them that somebody has waited for. */
final class CountingLog implements Journal {
  private final Journal log;
  private final AtomicInteger records = new AtomicInteger();
  private final NavigableSet<Long> awaited = new ConcurrentSkipListSet<>();

  CountingLog(Journal log) {
    this.log = log;
  }

  int records() {
    return records.get();
  }

  /** Of the records behind a position. */
  int awaited(long after) {
    return awaited.tailSet(after, false).size();
  }

  @Override
  public long append(byte[] bytes, int offset, int length) throws JournalFailed {
    long position = log.append(bytes, offset, length);
    records.incrementAndGet();
    return position;
  }

  @Override
  public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
    long position = log.appendLazily(bytes, offset, length);
    records.incrementAndGet();
    return position;
  }

  @Override
  public void whenDurable(long position, DurableCallback callback) {
    awaited.add(position);
    log.whenDurable(position, callback);
  }

  @Override
  public void whenDurableLazily(long position, DurableCallback callback) {
    awaited.add(position);
    log.whenDurableLazily(position, callback);
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
  public boolean failed() {
    return log.failed();
  }

  @Override
  public boolean congested() {
    return log.congested();
  }

  @Override
  public int maxRecordBytes() {
    return log.maxRecordBytes();
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
