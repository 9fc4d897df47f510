package tutti.engine.journal;

/**
 * The journal of a node that keeps no log ({@code durability = off}): all is "durable" immediately.
 */
public final class NoJournal implements Journal {
  private volatile boolean failed;

  @Override
  public boolean keepsRecords() {
    return false;
  }

  @Override
  public long append(byte[] bytes, int offset, int length) {
    return 0;
  }

  @Override
  public long end() {
    return 0;
  }

  @Override
  public long durable() {
    return 0;
  }

  @Override
  public void whenDurable(long position, DurableCallback callback) {
    callback.done(true);
  }

  @Override
  public void fail(Throwable cause) {
    failed = true;
  }

  @Override
  public boolean failed() {
    return failed;
  }

  @Override
  public boolean congested() {
    return false;
  }

  @Override
  public int maxRecordBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void truncateBefore(long position) {}

  @Override
  public JournalStatistics statistics() {
    return new JournalStatistics(0, 0, 0, 0);
  }

  @Override
  public void close() {}
}
