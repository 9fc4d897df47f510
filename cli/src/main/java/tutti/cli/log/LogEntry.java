package tutti.cli.log;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * One message of the log.
 *
 * @param thread the name of the thread that says it
 * @param logger the name of the class that says it, with its package
 * @param facts what it is about: the transaction, for instance
 * @param thrown an exception whose stack belongs to it, or null
 */
record LogEntry(
    Instant time,
    Level level,
    String thread,
    String logger,
    List<Fact> facts,
    String message,
    @Nullable Throwable thrown) {

  /** One thing that an entry is about, such as {@code transaction} and {@code 0-1-4}. */
  record Fact(String name, String value) {}
}
