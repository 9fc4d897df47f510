package tutti.engine.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.TransactionRequest.Idempotency;

/**
 * Which idempotency keys have been used, and with what outcome (DESIGN §6): a repeat of what
 * committed gets the first answer, also after a crash; of what runs or is in doubt, joins it; of
 * what was refused or aborted, tries anew. Keys are kept for a stated time and number; the oldest
 * go first. Thread-safe.
 */
public final class IdempotencyTable {
  private final Duration keep;
  private final int maxKeys;
  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Done> byAge = new ConcurrentLinkedQueue<>();
  private final AtomicInteger done = new AtomicInteger();

  /** What a key stands for. */
  sealed interface Entry {
    long fingerprint();

    /** Its submission has no outcome that would last. */
    record Running(long fingerprint, Submission submission) implements Entry {}
  }

  /** A key whose transaction is in the log. */
  public static final class Done implements Entry {
    private final String key;
    private final long fingerprint;
    private final Outcome.Committed outcome;
    private final Instant at;

    /** Its submission, until its outcome is durable: who repeats it until then joins it. */
    private volatile @Nullable Submission unacknowledged;

    Done(
        String key,
        long fingerprint,
        Outcome.Committed outcome,
        Instant at,
        @Nullable Submission unacknowledged) {
      this.key = key;
      this.fingerprint = fingerprint;
      this.outcome = outcome;
      this.at = at;
      this.unacknowledged = unacknowledged;
    }

    public String key() {
      return key;
    }

    @Override
    public long fingerprint() {
      return fingerprint;
    }

    public Outcome.Committed outcome() {
      return outcome;
    }

    /** When it committed. */
    public Instant at() {
      return at;
    }

    @Nullable Submission unacknowledged() {
      return unacknowledged;
    }

    private boolean of(Done other) {
      return outcome.transaction().equals(other.outcome.transaction());
    }
  }

  public IdempotencyTable(Duration keep, int maxKeys) {
    this.keep = keep;
    this.maxKeys = maxKeys;
  }

  /** What has the key, if anything has. */
  @Nullable Entry find(Idempotency idempotency) {
    return entries.get(idempotency.key());
  }

  /** Claims the key for a submission; or gives what has it already. */
  @Nullable Entry begin(Idempotency idempotency, Submission submission) {
    return entries.putIfAbsent(
        idempotency.key(), new Entry.Running(idempotency.fingerprint(), submission));
  }

  /** Its decision is in the log. */
  void decided(
      Idempotency idempotency, Submission submission, Outcome.Committed outcome, Instant at) {
    add(new Done(idempotency.key(), idempotency.fingerprint(), outcome, at, submission), at);
  }

  /** Its outcome is known to its client. */
  void ended(Idempotency idempotency, Outcome outcome) {
    switch (outcome) {
      case Outcome.Committed committed -> {
        // A small table may have let the key go already, and another may have committed under it.
        if (entries.get(idempotency.key()) instanceof Done it
            && it.outcome.transaction().equals(committed.transaction())) {
          it.unacknowledged = null;
        }
      }
      case Outcome.Aborted aborted -> entries.remove(idempotency.key());
      case Outcome.InDoubt inDoubt -> {}
    }
  }

  /** Adds what recovery found; before the node runs, oldest first. */
  public void recovered(
      Idempotency idempotency, Outcome.Committed outcome, Instant at, Instant now) {
    add(new Done(idempotency.key(), idempotency.fingerprint(), outcome, at, null), now);
  }

  /** For a checkpoint: every key that is kept, oldest first. */
  public void visit(Consumer<Done> visitor) {
    byAge.forEach(visitor);
  }

  public int size() {
    return done.get();
  }

  /** When the oldest key that is kept was used, or null if none is. */
  public @Nullable Instant oldest() {
    Done first = byAge.peek();
    return first == null ? null : first.at;
  }

  private void add(Done added, Instant now) {
    Entry before = entries.put(added.key, added);
    if (before instanceof Done known && known.of(added)) {
      return;
    }
    byAge.add(added);
    done.incrementAndGet();
    expire(now);
  }

  private void expire(Instant now) {
    Instant limit = now.minus(keep);
    while (true) {
      Done first = byAge.peek();
      if (first == null || (done.get() <= maxKeys && !first.at.isBefore(limit))) {
        return;
      }
      if (byAge.remove(first)) {
        done.decrementAndGet();
        entries.computeIfPresent(
            first.key, (key, entry) -> entry instanceof Done held && held.of(first) ? null : entry);
      }
    }
  }
}
