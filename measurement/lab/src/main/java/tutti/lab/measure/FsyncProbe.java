package tutti.lab.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A probe of the time that this disk takes to make 4 KiB durable right now. Shared disks change by
 * a factor of fifty within minutes, so every run has its own probe.
 */
public final class FsyncProbe {
  private static final int WRITES = 15;
  private static final int BLOCK = 4096;

  private FsyncProbe() {}

  /**
   * Returns the median of a few writes into a preallocated file, each forced, in microseconds.
   *
   * @param folder the folder of the measured data
   */
  public static double medianMicros(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "fsync-probe", ".tmp");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
      channel.write(ByteBuffer.allocate(BLOCK * WRITES), 0);
      channel.force(true);
      double[] micros = new double[WRITES];
      for (int i = 0; i < WRITES; i++) {
        block.clear();
        block.putLong(0, i + 1L);
        long start = System.nanoTime();
        channel.write(block, (long) i * BLOCK);
        channel.force(false);
        micros[i] = (System.nanoTime() - start) / 1e3;
      }
      Arrays.sort(micros);
      return micros[WRITES / 2];
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
