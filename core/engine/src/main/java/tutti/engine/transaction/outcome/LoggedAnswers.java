package tutti.engine.transaction.outcome;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import tutti.engine.transaction.submission.TransactionRequest;

/**
 * The idempotency keys of the requests that, by a shard's log, were answered without an effect.
 * Each later leader begins its {@link AnsweredKeys} with them, since a host may hold an older try
 * until then. They are kept for longer than a host holds a try, by the monotonic clock of the host
 * that reads them, so that no wall clock can expire them. While a folder is recovered no time
 * passes, and they are removed by number alone. Thread-safe.
 */
public final class LoggedAnswers {
  /** The time for which a host holds a try, and longer. */
  static final Duration HOLD = TransactionRequest.LONGEST.plusMinutes(10);

  private final int kept;

  /** The last answer about each key, the oldest first. */
  private final Map<String, Answer> answers = new LinkedHashMap<>();

  /** The UTF-16 units of their keys. */
  private long units;

  private LongSupplier clock = () -> 0;

  /** Whether an answer had to go before its time, and when the last one did, by the scheduler. */
  private boolean dropped;

  private long droppedNanos;

  /**
   * An answer without an effect.
   *
   * @param at when it was given, by the clock of the leader of that time
   * @param nanos when it was read here, by the scheduler; it was given before
   */
  public record Answer(String key, Instant at, long nanos) {}

  LoggedAnswers(int kept) {
    this.kept = kept;
  }

  /**
   * Times answers from now on.
   *
   * @param nanos gives the time of the scheduler
   */
  public synchronized void begin(LongSupplier nanos) {
    clock = nanos;
    droppedNanos = nanos.getAsLong();
    answers.replaceAll((key, each) -> new Answer(key, each.at(), nanos.getAsLong()));
  }

  /** Adds an answer, as it is read in the log or a checkpoint, or written. */
  public synchronized void add(String key, Instant at) {
    if (answers.remove(key) == null) {
      units += key.length();
    }
    long now = clock.getAsLong();
    answers.put(key, new Answer(key, at, now));
    Iterator<Answer> oldest = answers.values().iterator();
    while (oldest.hasNext()) {
      Answer eldest = oldest.next();
      boolean isOver = now - eldest.nanos() > HOLD.toNanos();
      if (!isOver && answers.size() <= kept && units <= AnsweredKeys.MOST_UNITS) {
        break;
      }
      units -= eldest.key().length();
      if (!isOver) {
        dropped = true;
        droppedNanos = now;
      }
      oldest.remove();
    }
  }

  /** Returns the answers, the oldest first. */
  public synchronized List<Answer> all() {
    return List.copyOf(answers.values());
  }

  /** Whether there were too many: others than these may have been given. */
  synchronized boolean isIncomplete() {
    dropped &= clock.getAsLong() - droppedNanos <= HOLD.toNanos();
    return dropped;
  }
}
