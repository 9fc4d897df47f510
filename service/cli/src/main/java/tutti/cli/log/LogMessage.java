package tutti.cli.log;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * One message of the log.
 *
 * @param thread the name of the thread that logs it
 * @param logger the name of the class that logs it, with its package
 * @param facts the subjects of the message: the transaction, for instance
 * @param thrown an exception whose stack is part of the message, or null
 */
record LogMessage(
    Instant time,
    Level level,
    String thread,
    String logger,
    List<Fact> facts,
    String message,
    @Nullable Throwable thrown) {

  /** A subject of an entry with its name, such as {@code transaction} and {@code 0-1-4}. */
  record Fact(String name, String value) {}
}
