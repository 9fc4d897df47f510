package tutti.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The number of connections that clients of the service may have at a time. Each takes a file
 * descriptor, of which the node's log needs some more as long as it runs, and up to {@link #BYTES}
 * of the heap while a head arrives.
 */
final class Connections {
  /**
   * The part of the heap, in bytes, that stands for a connection: all of them are a quarter of it.
   */
  private static final long BYTES = 160 << 10;

  /** The least number: operators must be able to ask, whatever the limits are. */
  private static final int LEAST = 16;

  /** The descriptors that are left to files and to other nodes, and the share of all of them. */
  private static final long RESERVE = 64;

  private static final long SHARE = 8;

  private Connections() {}

  /** The number for this process. */
  static int most() {
    long heap = Runtime.getRuntime().maxMemory();
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? most(heap, unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount())
        : most(heap, Long.MAX_VALUE, 0);
  }

  /**
   * Returns the number of connections for a heap of {@code heap} bytes and a process that may open
   * {@code descriptors} files, of which {@code open} are open already.
   */
  static int most(long heap, long descriptors, long open) {
    long unlimited = Integer.MAX_VALUE;
    long free =
        descriptors < 0 || descriptors > unlimited
            ? unlimited
            : descriptors - open - Math.max(RESERVE, descriptors / SHARE);
    return (int) Math.clamp(Math.min(free, heap / BYTES), LEAST, unlimited);
  }
}
