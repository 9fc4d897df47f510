package tutti.engine.node;

import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.JournalStatistics;

/** A log that does as another does. */
class ForwardingLog implements Journal {
  private final Journal log;

  ForwardingLog(Journal log) {
    this.log = log;
  }

  @Override
  public long append(byte[] bytes, int offset, int length) throws JournalFailed {
    return log.append(bytes, offset, length);
  }

  @Override
  public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
    return log.appendLazily(bytes, offset, length);
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
