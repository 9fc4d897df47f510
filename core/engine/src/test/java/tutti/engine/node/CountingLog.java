package tutti.engine.node;

import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;

/** A log that counts its records, and those of them that somebody has waited for. */
final class CountingLog extends ForwardingLog {
  private final AtomicInteger records = new AtomicInteger();
  private final NavigableSet<Long> awaited = new ConcurrentSkipListSet<>();

  CountingLog(Journal log) {
    super(log);
  }

  int records() {
    return records.get();
  }

  /** Counts the awaited records behind a position. */
  int awaited(long after) {
    return awaited.tailSet(after, false).size();
  }

  @Override
  public long append(byte[] bytes, int offset, int length) throws JournalFailed {
    long position = super.append(bytes, offset, length);
    records.incrementAndGet();
    return position;
  }

  @Override
  public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
    long position = super.appendLazily(bytes, offset, length);
    records.incrementAndGet();
    return position;
  }

  @Override
  public void whenDurable(long position, DurableCallback callback) {
    awaited.add(position);
    super.whenDurable(position, callback);
  }

  @Override
  public void whenDurableLazily(long position, DurableCallback callback) {
    awaited.add(position);
    super.whenDurableLazily(position, callback);
  }
}
