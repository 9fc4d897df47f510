package tutti.benchmark.journal;

import java.io.IOException;
import java.nio.file.Path;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.StepQueue;

/**
 * Tutti's journal on a folder, truncated now and then as checkpoints would. The journal has been
 * filled and truncated before the measurement, so that, as in a node that has run for a while and
 * as in the bare file, the room for the measured records is allocated already.
 */
final class TuttiLog implements CommitLog {
  private final FolderDisk disk;
  private final RealScheduler scheduler = new RealScheduler();
  private final StepQueue truncater;
  private final SegmentedJournal journal;
  private final long truncateBytes;
  private volatile long nextTruncation = Long.MAX_VALUE;

  TuttiLog(Path folder, SegmentedJournal.Settings settings) throws IOException {
    disk = FolderDisk.open(folder);
    journal = SegmentedJournal.open(disk, settings, scheduler, 0, (p, bytes, offset, length) -> {});
    truncater = scheduler.newStepQueue("truncate");
    truncateBytes = settings.keptBytes();
    useSegments(settings);
    nextTruncation = journal.end() + truncateBytes;
  }

  /** Fills as many segments as are kept, and truncates them. */
  private void useSegments(SegmentedJournal.Settings settings) throws IOException {
    byte[] megabyte = new byte[1 << 20];
    long bytes = truncateBytes + 2 * settings.segmentBytes();
    while (journal.end() < bytes) {
      commit(megabyte);
    }
    journal.truncateBefore(journal.end());
  }

  @Override
  public void commit(byte[] bytes) throws IOException {
    Waiter waiter = new Waiter();
    long position = journal.append(bytes, 0, bytes.length);
    journal.whenDurable(position, waiter::done);
    if (position > nextTruncation) {
      nextTruncation = position + truncateBytes;
      truncater.step(() -> journal.truncateBefore(position));
    }
    if (!waiter.await()) {
      throw new IOException("the journal failed");
    }
  }

  @Override
  public long forces() {
    return journal.statistics().flushes();
  }

  @Override
  public void close() throws IOException {
    journal.close();
    scheduler.close();
    disk.close();
  }
}
