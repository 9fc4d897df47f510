package tutti.benchmark.calibrate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.disk.FolderDisk;
import tutti.lab.node.Folders;

/**
 * The costs of a write and its flush on a folder's disk, in a preallocated file like those of the
 * log.
 */
final class DiskCosts {
  private static final int BLOCK = 4096;
  private static final int LARGE = 256 << 10;
  private static final int FLUSHES = 300;
  private static final int LARGE_FLUSHES = 40;

  private final List<Double> block = new ArrayList<>();
  private final List<Double> large = new ArrayList<>();
  private double processorNanos;

  /** Measures the disk now. */
  DiskCosts(Folders folder) throws IOException {
    try (FolderDisk disk = FolderDisk.open(folder.path());
        DiskFile file = disk.open("calibrated", true)) {
      file.preallocate(16L << 20);
      file.force();
      long before = CountedScheduler.ownProcessorNanos();
      for (int i = 0; i < FLUSHES; i++) {
        block.add(flush(file, BLOCK, (long) i * BLOCK));
      }
      processorNanos = (CountedScheduler.ownProcessorNanos() - before) / (double) FLUSHES;
      for (int i = 0; i < LARGE_FLUSHES; i++) {
        large.add(flush(file, LARGE, (long) i * LARGE));
      }
    }
  }

  private static double flush(DiskFile file, int bytes, long at) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(bytes);
    content.putLong(0, at + 1);
    long begin = System.nanoTime();
    file.write(content, at);
    file.force();
    return System.nanoTime() - begin;
  }

  /**
   * Returns the times of one block: from all of them, not the quickest, since every flush counts.
   */
  Samples block() {
    return samples(block);
  }

  /** Measures the additional time of each further KiB. */
  double nanosPerKib() {
    double more = samples(large).rank(0.5) - samples(block).rank(0.5);
    return Math.max(0, more / ((LARGE - BLOCK) / 1024.0));
  }

  /** Returns the processor time of one block. */
  double processorNanos() {
    return processorNanos;
  }

  private static Samples samples(List<Double> values) {
    return Samples.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
