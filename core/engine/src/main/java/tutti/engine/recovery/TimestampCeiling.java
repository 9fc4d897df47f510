package tutti.engine.recovery;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.journal.MetaStore;
import tutti.engine.runtime.StepQueue;
import tutti.model.Encoder;

/**
 * The ceiling of a node's timestamps, kept in its data folder: after a restart timestamps begin
 * above all that may have been given before. Thread-safe.
 */
final class TimestampCeiling {
  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final String NAME = "timestamps";

  private final MetaStore meta;
  private final Timestamps timestamps;
  private final StepQueue service;
  private volatile boolean begun;

  /**
   * @param service does the disk work, but for that of the first ceiling
   */
  TimestampCeiling(MetaStore meta, Timestamps timestamps, StepQueue service) {
    this.meta = meta;
    this.timestamps = timestamps;
    this.service = service;
  }

  /** Begins the timestamps after those of the last start, and keeps their ceiling from now on. */
  void begin() throws IOException {
    timestamps.begin(kept(meta), this::raise);
    begun = true;
  }

  /** Returns the ceiling that a folder keeps; 0 if it keeps none. */
  static long kept(MetaStore meta) throws IOException {
    return meta.get(NAME).map(FolderMarks::number).orElse(0L);
  }

  /**
   * Stores a ceiling in a folder before the folder is opened; stores nothing if {@code ceiling} is
   * 0.
   */
  static void keep(MetaStore meta, long ceiling) throws IOException {
    if (ceiling > 0) {
      meta.put(NAME, new Encoder().putLong(ceiling).toByteArray());
    }
  }

  private void raise(long ceiling, Runnable done) {
    Runnable step = () -> keep(ceiling, done);
    if (begun) {
      service.step(step);
    } else {
      step.run();
    }
  }

  private void keep(long ceiling, Runnable done) {
    try {
      meta.put(NAME, new Encoder().putLong(ceiling).toByteArray());
      done.run();
    } catch (IOException failed) {
      LOG.warn("the ceiling of timestamps could not be kept: {}", failed.getMessage());
      timestamps.notKept();
    }
  }
}
