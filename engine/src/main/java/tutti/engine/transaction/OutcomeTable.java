package tutti.engine.transaction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;

/**
 * The newest outcomes by transaction id, for whoever asks again. Holds {@link #KEPT} of this
 * incarnation and as many of earlier ones; what fell out is expired, never said to be aborted.
 * Thread-safe.
 */
public final class OutcomeTable {
  /** How many outcomes of an incarnation are kept: a power of two. */
  public static final int KEPT = 1 << 17;

  private final int node;
  private final long incarnation;
  private final int kept;
  private final AtomicReferenceArray<@Nullable Object> slots;
  private final Map<TransactionId, Outcome.Committed> earlier = new LinkedHashMap<>();
  private final Map<Long, Long> expiredByIncarnation = new LinkedHashMap<>();

  /** A slot whose transaction still runs. */
  private record Running(TransactionId id) {}

  /** A slot whose transaction is in the log, and not acknowledged yet. */
  private record Decided(Outcome.Committed outcome) {}

  public OutcomeTable(int node, long incarnation) {
    this(node, incarnation, KEPT);
  }

  /** With another number of outcomes kept, a power of two. */
  OutcomeTable(int node, long incarnation, int kept) {
    this.node = node;
    this.incarnation = incarnation;
    this.kept = kept;
    this.slots = new AtomicReferenceArray<>(kept);
  }

  void started(TransactionId id) {
    replace(id, new Running(id));
  }

  /** Its decision is in the log: a checkpoint from now on includes it. */
  void decided(Outcome.Committed outcome) {
    replace(outcome.transaction(), new Decided(outcome));
  }

  void ended(Outcome outcome) {
    replace(outcome.transaction(), outcome);
  }

  /** Puts this into the transaction's slot, unless a newer one has taken it. */
  private void replace(TransactionId id, Object held) {
    int slot = slot(id);
    while (true) {
      Object before = slots.get(slot);
      if (before != null && idOf(before).number() > id.number()) {
        return;
      }
      if (slots.compareAndSet(slot, before, held)) {
        return;
      }
    }
  }

  /** Adds what recovery found of an earlier incarnation; before the node runs, in log order. */
  public synchronized void recovered(Outcome.Committed outcome) {
    earlier.put(outcome.transaction(), outcome);
    if (earlier.size() > kept) {
      TransactionId oldest = earlier.keySet().iterator().next();
      earlier.remove(oldest);
      expired(oldest.incarnation(), oldest.number());
    }
  }

  /** Nothing is known any more of numbers up to this one of that incarnation. */
  public synchronized void expired(long ofIncarnation, long upTo) {
    expiredByIncarnation.merge(ofIncarnation, upTo, Math::max);
  }

  /** How an id stands, given the number that the next transaction will have. */
  TransactionStatus status(TransactionId id, long nextNumber) {
    if (id.node() != node
        || id.incarnation() > incarnation
        || id.incarnation() < 1
        || id.number() < 0
        || (id.incarnation() == incarnation && id.number() >= nextNumber)) {
      return new TransactionStatus.Unknown();
    }
    return id.incarnation() == incarnation ? ofThis(id) : ofEarlier(id);
  }

  private TransactionStatus ofThis(TransactionId id) {
    Object held = slots.get(slot(id));
    if (held == null || !idOf(held).equals(id)) {
      return held == null ? new TransactionStatus.Running() : new TransactionStatus.Expired();
    }
    return held instanceof Outcome outcome
        ? new TransactionStatus.Ended(outcome)
        : new TransactionStatus.Running();
  }

  private synchronized TransactionStatus ofEarlier(TransactionId id) {
    Outcome.Committed committed = earlier.get(id);
    if (committed != null) {
      return new TransactionStatus.Ended(committed);
    }
    if (id.number() <= expiredByIncarnation.getOrDefault(id.incarnation(), -1L)) {
      return new TransactionStatus.Expired();
    }
    return new TransactionStatus.Ended(
        new Outcome.Aborted(
            id,
            new Reason.Unavailable(
                "restarted", "the node restarted before this transaction was decided")));
  }

  /** For a checkpoint: what has expired, then every committed outcome that is kept. */
  public void visit(ExpiredVisitor expired, Consumer<Outcome.Committed> committed) {
    synchronized (this) {
      expiredByIncarnation.forEach(expired::visit);
      earlier.values().forEach(committed);
    }
    long newest = -1;
    for (int i = 0; i < kept; i++) {
      Object held = slots.get(i);
      if (held != null) {
        newest = Math.max(newest, idOf(held).number());
      }
      if (held instanceof Outcome.Committed outcome) {
        committed.accept(outcome);
      } else if (held instanceof Decided(var outcome)) {
        committed.accept(outcome);
      }
    }
    if (newest >= kept) {
      expired.visit(incarnation, newest - kept);
    }
  }

  /** Told what has expired. */
  @FunctionalInterface
  public interface ExpiredVisitor {
    void visit(long incarnation, long upTo);
  }

  private static TransactionId idOf(Object held) {
    if (held instanceof Outcome outcome) {
      return outcome.transaction();
    }
    return held instanceof Decided(var outcome) ? outcome.transaction() : ((Running) held).id();
  }

  private int slot(TransactionId id) {
    return (int) id.number() & kept - 1;
  }
}
