package tutti.engine.transaction.outcome;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys of which a shard's log says that a request was answered without an effect:
 * each leader to come begins its {@link AnsweredKeys} with them, since a host may hold an older try
 * until then. They are kept for longer than a host holds a try. Thread-safe.
 */
public final class LoggedAnswers {
  /** The time for which a host holds a try, and longer. */
  static final Duration HOLD = Duration.ofMinutes(10);

  private final int kept;

  /** The last answer about each key, the oldest first. */
  private final Map<String, Answer> answers = new LinkedHashMap<>();

  private LongSupplier clock = () -> 0;

  private @Nullable Instant newest;

  /** The time of the newest answer that had to go before its time. */
  private @Nullable Instant dropped;

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
    answers.replaceAll((key, each) -> new Answer(key, each.at(), nanos.getAsLong()));
  }

  /** Adds an answer, as it is read in the log or a checkpoint, or written. */
  public synchronized void add(String key, Instant at) {
    answers.remove(key);
    answers.put(key, new Answer(key, at, clock.getAsLong()));
    newest = newest == null || newest.isBefore(at) ? at : newest;
    Instant limit = newest.minus(HOLD);
    Iterator<Answer> oldest = answers.values().iterator();
    while (oldest.hasNext()) {
      Instant each = oldest.next().at();
      boolean isOver = each.isBefore(limit);
      if (!isOver && answers.size() <= kept) {
        break;
      }
      if (!isOver) {
        dropped = each;
      }
      oldest.remove();
    }
    dropped = dropped == null || dropped.isBefore(limit) ? null : dropped;
  }

  /** Returns the answers, the oldest first. */
  public synchronized List<Answer> all() {
    return List.copyOf(answers.values());
  }

  /** Whether there were too many: others than these may have been given. */
  synchronized boolean isIncomplete() {
    return dropped != null;
  }
}
