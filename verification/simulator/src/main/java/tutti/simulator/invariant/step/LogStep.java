package tutti.simulator.invariant.step;

import java.util.List;

/**
 * One operation on a node's disk, before it is done.
 *
 * @param log the earlier operations
 * @param from the position at which the written frame begins, else -1
 * @param file the file that it is about; for a renaming the old name
 * @param name the new name of a file, else empty
 * @param files the files that there are
 */
public record LogStep(
    Kind kind, LogStory log, String file, long from, String name, List<String> files) {
  private static final String LOG = "log-";
  private static final String CHECKPOINT = "checkpoint-";
  private static final int DIGITS = 16;

  /** The kinds of operations. */
  public enum Kind {
    WRITE_FRAME,
    RENAME,
    DELETE
  }

  public static boolean isLog(String file) {
    return file.startsWith(LOG);
  }

  /** The position in a checkpoint's name, or -1 if it is the name of something else. */
  public static long checkpoint(String file) {
    return position(file, CHECKPOINT);
  }

  private static long position(String file, String prefix) {
    return file.startsWith(prefix) && file.length() == prefix.length() + DIGITS
        ? Long.parseUnsignedLong(file, prefix.length(), file.length(), 16)
        : -1;
  }

  /** The position at which a segment begins, or -1 if it is the name of something else. */
  public static long segment(String file) {
    return position(file, LOG);
  }

  /** The position at which the segment after this step's segment begins, or the end of all logs. */
  public long nextSegment() {
    long own = position(file, LOG);
    long next = Long.MAX_VALUE;
    for (String other : files) {
      long start = isLog(other) ? position(other, LOG) : -1;
      if (start > own && start < next) {
        next = start;
      }
    }
    return next;
  }
}
