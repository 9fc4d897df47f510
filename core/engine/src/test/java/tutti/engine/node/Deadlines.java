package tutti.engine.node;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Short deadlines of transactions, for tests of what happens when one passes. A busy machine may
 * not have come to what the test is about by then: the test begins again, with more time.
 */
final class Deadlines {
  /** More than a machine that is busy with other things needs. */
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private Deadlines() {}

  /** A test up to its deadline. */
  @FunctionalInterface
  interface Attempt<T> {
    /**
     * @param folder an empty one
     * @return null if the time was over before it came to what it is about
     */
    @Nullable T within(long nanos, Path folder) throws Exception;
  }

  /** Attempts something in folders below one, with more and more time, until that is enough. */
  static <T> T enough(Path folder, long firstNanos, Attempt<T> attempt) throws Exception {
    for (long nanos = firstNanos; nanos <= LONGEST_NANOS; nanos *= 4) {
      T found = attempt.within(nanos, Files.createTempDirectory(folder, "attempt-"));
      if (found != null) {
        return found;
      }
    }
    throw new AssertionError("a minute was not enough");
  }
}
