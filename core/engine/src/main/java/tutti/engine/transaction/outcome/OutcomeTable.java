package tutti.engine.transaction.outcome;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.memory.Heap;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionStatus;

/**
 * The newest outcomes by transaction id, for clients that ask again. The table holds {@link #KEPT}
 * of the ids that this incarnation of the node has drawn. It holds as many other ids: those of
 * earlier incarnations, and those that other nodes drew for transactions that this node
 * coordinates. A removed outcome is expired and never reported as aborted; a transaction that still
 * runs, or is in doubt, is never removed.
 *
 * <p>The newest results are kept beside the outcomes, as many as take at most a sixteenth of the
 * heap together, and at most {@link #MOST_BYTES}. Results of a transaction of this node that
 * changed nothing are kept only if they are {@linkplain ResultSize#isSmall small}. An outcome whose
 * results are removed has no results any more. Reasons that are not short count as results do. A
 * reason that refers to the values that a rule has read is kept as text, and an outcome whose
 * reason is removed is expired. For example, of a hundred thousand refusals of a megabyte each, the
 * texts are kept, of at most 2000 characters, as far as there is room, and no arguments.
 * Thread-safe.
 */
public final class OutcomeTable {
  /** The number of outcomes of an incarnation that are kept: a power of two. */
  public static final int KEPT = 1 << 17;

  /** The bytes of all kept results and reasons, at most; small ones are not counted. */
  private static final long MOST_BYTES = 64 << 20;

  /** The divisor of the heap that bounds results and reasons. */
  private static final int SHARE = 16;

  /** The bytes of heap for which one outcome is kept: a small heap is not full of them. */
  private static final int HEAP_FOR_ONE = 4096;

  /** The fewest outcomes that are kept. */
  private static final int FEWEST = 1 << 10;

  /** The bytes of a reason that is kept as it is, and not counted. */
  private static final long LIGHT_BYTES = 512;

  /** The number of open outcomes, at most, that one search for an outcome to forget passes over. */
  private static final int MOST_PASSED = 16;

  private final int node;
  private long incarnation;
  private final int kept;

  /** Whether the current incarnation is told what committed in earlier ones. */
  private final boolean remembers;

  /** The outcomes of this incarnation by number; newer ones overwrite older ones. */
  private final Slots slots;

  /** The outcomes of ids that this incarnation has not given, in the form that the slots have. */
  private final ConcurrentHashMap<TransactionId, Object> others = new ConcurrentHashMap<>();

  /** The ids in {@code others}, oldest first. */
  private final ConcurrentLinkedQueue<TransactionId> othersByAge = new ConcurrentLinkedQueue<>();

  private final AtomicInteger othersKept = new AtomicInteger();
  private final ConcurrentHashMap<Giver, Long> expiredUpTo = new ConcurrentHashMap<>();

  /**
   * Open outcomes of this incarnation whose slots newer ones have taken. Changed under its monitor.
   */
  private final ConcurrentHashMap<TransactionId, Object> displaced = new ConcurrentHashMap<>();

  private final ResultSize sizes;
  private final long mostBytes;

  /** Outcomes whose results or reasons count, oldest first. */
  private final ConcurrentLinkedQueue<Large> large = new ConcurrentLinkedQueue<>();

  private final AtomicLong bytes = new AtomicLong();

  /**
   * An outcome that counts against the bound.
   *
   * @param id the id under which the outcome is kept
   */
  private record Large(TransactionId id, Outcome outcome, long bytes) {}

  /** The node and the incarnation that gave an id. */
  private record Giver(int node, long incarnation) {}

  /** A slot whose transaction is to run, and has no submission yet. */
  private record Running(TransactionId id) {}

  /**
   * A slot whose transaction is in the log, and not acknowledged yet.
   *
   * @param outcome the outcome
   * @param submission the submission that it belongs to; null if that runs elsewhere
   */
  private record Decided(Outcome.Committed outcome, @Nullable Submission submission) {}

  /** A slot whose transaction has ended, and no one remembers how. */
  private record Forgotten(TransactionId id) {}

  /** A table of a process with ample memory. */
  public OutcomeTable(int node, long incarnation, int kept, boolean remembers, ResultSize sizes) {
    this(node, incarnation, kept, remembers, sizes, Heap.AMPLE);
  }

  /**
   * @param kept how many outcomes, a power of two
   * @param remembers whether the node keeps data: else it knows nothing of its earlier incarnations
   * @param heap bounds the bytes of results and reasons
   */
  public OutcomeTable(
      int node, long incarnation, int kept, boolean remembers, ResultSize sizes, Heap heap) {
    this(node, incarnation, kept, remembers, sizes, Math.min(MOST_BYTES, heap.most() / SHARE));
  }

  /** Returns how many outcomes a process with that heap keeps: a power of two. */
  public static int kept(Heap heap) {
    long fitting = Long.highestOneBit(heap.most() / HEAP_FOR_ONE);
    return Math.clamp(fitting, FEWEST, KEPT);
  }

  OutcomeTable(
      int node, long incarnation, int kept, boolean remembers, ResultSize sizes, long mostBytes) {
    this.node = node;
    this.incarnation = incarnation;
    this.kept = kept;
    this.remembers = remembers;
    this.slots = new Slots(kept);
    this.sizes = sizes;
    this.mostBytes = mostBytes;
  }

  /**
   * Begins an incarnation of which nothing is known yet. Before the node runs, and seen by all its
   * threads.
   */
  public void begin(long newIncarnation) {
    incarnation = newIncarnation;
  }

  /** Records that a transaction runs of which this node has no submission that it could end. */
  void started(TransactionId id) {
    put(id, new Running(id));
  }

  /** Records that a submission runs: it stands for its transaction until that is decided. */
  void started(Submission submission) {
    put(submission.id(), submission);
  }

  /**
   * Records that the transaction's decision is in the log: a checkpoint from now on includes it.
   */
  void decided(Outcome.Committed outcome) {
    put(outcome.transaction(), new Decided(outcome, null));
  }

  /** Records the decision of a submission, whose client is to be told in time. */
  void decided(Outcome.Committed outcome, Submission submission) {
    put(outcome.transaction(), new Decided(outcome, submission));
  }

  /** Gives all submissions that have not ended; some may end meanwhile. */
  void open(Consumer<Submission> each) {
    for (int i = slots.used(0); i < kept; i = slots.used(i + 1)) {
      open(slots.get(i), each);
    }
    displaced.values().forEach(held -> open(held, each));
    othersByAge.forEach(id -> open(others.get(id), each));
  }

  private static void open(@Nullable Object held, Consumer<Submission> each) {
    if (held instanceof Submission submission) {
      each.accept(submission);
    } else if (held instanceof Decided(var _, var submission) && submission != null) {
      each.accept(submission);
    }
  }

  /** Records that no one remembers how the transaction has ended: its outcome is expired. */
  void forgotten(TransactionId id) {
    put(id, new Forgotten(id));
  }

  public void ended(Outcome outcome) {
    TransactionId id = outcome.transaction();
    if (outcome instanceof Outcome.Committed committed) {
      // A node that has passed a query on may ask again; a client of this node has its answer.
      boolean answered =
          !ResultSize.isSmall(committed.results())
              && givenByThis(id)
              && !(heldOfThis(id) instanceof Decided);
      keep(answered ? bare(committed) : committed);
    } else {
      Outcome light = light(outcome);
      put(id, light);
      count(id, light);
    }
  }

  private void keep(Outcome.Committed outcome) {
    put(outcome.transaction(), outcome);
    count(outcome.transaction(), outcome);
  }

  /** Returns the outcome without the values that its refusal has looked at, if they are large. */
  private static Outcome light(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(var id, var reason) && reason.weight() > LIGHT_BYTES
        ? new Outcome.Aborted(id, reason.shortened())
        : outcome;
  }

  /** Returns what an outcome counts. */
  private long weight(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed it -> ResultSize.isSmall(it.results()) ? 0 : sizes.of(it.results());
      case Outcome.Aborted it -> it.reason().weight() > LIGHT_BYTES ? it.reason().weight() : 0;
      case Outcome.InDoubt _ -> 0;
    };
  }

  /** Counts what an outcome takes, and forgets what there is no room for, the oldest first. */
  private void count(TransactionId id, Outcome outcome) {
    long weight = weight(outcome);
    if (weight == 0) {
      return;
    }
    large.add(new Large(id, outcome, weight));
    bytes.addAndGet(weight);
    while (bytes.get() > mostBytes) {
      Large oldest = large.poll();
      if (oldest == null) {
        return;
      }
      bytes.addAndGet(-oldest.bytes);
      strip(oldest.id, oldest.outcome);
    }
  }

  /**
   * Returns approximately how many bytes the kept results and reasons take; small ones are free.
   */
  public long bytes() {
    return bytes.get();
  }

  /** Forgets the results or the reason, if the outcome is still there. */
  private void strip(TransactionId id, Outcome outcome) {
    Object stripped =
        outcome instanceof Outcome.Committed committed ? bare(committed) : new Forgotten(id);
    if (givenByThis(id)) {
      slots.compareAndSet(slot(id), outcome, stripped);
    }
    others.replace(id, outcome, stripped);
  }

  private static Outcome.Committed bare(Outcome.Committed outcome) {
    return outcome.results().isEmpty()
        ? outcome
        : new Outcome.Committed(outcome.transaction(), List.of(), outcome.age());
  }

  private void put(TransactionId id, Object held) {
    if (givenByThis(id)) {
      replace(id, held);
    } else {
      putOther(id, held);
    }
  }

  private boolean givenByThis(TransactionId id) {
    return id.node() == node && id.incarnation() == incarnation;
  }

  /** Returns the entry of a transaction that this incarnation has named, or null. */
  private @Nullable Object heldOfThis(TransactionId id) {
    Object held = slots.get(slot(id));
    if (held != null && idOf(held).equals(id)) {
      return held;
    }
    Object open = displaced.get(id);
    return open != null ? open : others.get(id);
  }

  /** Puts an entry into the transaction's slot, unless a newer one has taken it. */
  private void replace(TransactionId id, Object held) {
    int slot = slot(id);
    while (true) {
      Object before = slots.get(slot);
      if (before != null && idOf(before).number() > id.number()) {
        replaceDisplaced(id, held);
        return;
      }
      boolean placed =
          before != null && isOpen(before) && !idOf(before).equals(id)
              ? displace(slot, before, held)
              : slots.compareAndSet(slot, before, held);
      if (placed) {
        return;
      }
    }
  }

  /**
   * Takes the slot of an older transaction that has not ended, whose entry is kept elsewhere from
   * now on.
   */
  private boolean displace(int slot, Object before, Object held) {
    synchronized (displaced) {
      if (slots.get(slot) != before) {
        return false;
      }
      displaced.put(idOf(before), before);
      boolean placed = slots.compareAndSet(slot, before, held);
      if (!placed) {
        displaced.remove(idOf(before));
      }
      return placed;
    }
  }

  private void replaceDisplaced(TransactionId id, Object held) {
    synchronized (displaced) {
      if (!displaced.containsKey(id)) {
        return;
      }
      if (isOpen(held)) {
        displaced.put(id, held);
      } else {
        putOther(id, held);
        displaced.remove(id);
      }
    }
  }

  /** Returns whether the transaction has not ended, as far as is known. */
  private static boolean isOpen(Object held) {
    return held instanceof Submission
        || held instanceof Running
        || held instanceof Decided
        || held instanceof Outcome.InDoubt;
  }

  /** Adds an outcome that recovery found; before the node runs, in log order. */
  public void recovered(Outcome.Committed outcome) {
    keep(outcome);
  }

  private void putOther(TransactionId id, Object held) {
    if (others.put(id, held) == null) {
      added(id);
    }
  }

  private void added(TransactionId id) {
    othersByAge.add(id);
    if (othersKept.incrementAndGet() <= kept) {
      return;
    }
    for (int passed = 0; passed < MOST_PASSED; passed++) {
      TransactionId oldest = othersByAge.poll();
      if (oldest == null) {
        return;
      }
      Object held = others.get(oldest);
      if (held == null || !isOpen(held)) {
        othersKept.decrementAndGet();
        // The id is expired before it is forgotten: a reader at any moment finds one of the two.
        expired(oldest.node(), oldest.incarnation(), oldest.number());
        others.remove(oldest);
        return;
      }
      othersByAge.add(oldest);
    }
  }

  /**
   * Claims an id that another node gave, for a transaction that is to run here: it runs from now
   * on. Returns false if the id is known already, has been closed, or is so old that it may have
   * been known.
   */
  public boolean claim(TransactionId id) {
    if (hasExpired(id) || others.putIfAbsent(id, new Running(id)) != null) {
      return false;
    }
    added(id);
    return true;
  }

  private boolean hasExpired(TransactionId id) {
    return !expiredUpTo.isEmpty()
        && id.number() <= expiredUpTo.getOrDefault(new Giver(id.node(), id.incarnation()), -1L);
  }

  /**
   * Records the outcome of an id that runs nothing, since its key is another transaction's: that
   * one's outcome.
   */
  public void answered(TransactionId id, Outcome outcome) {
    putOther(id, outcome);
    count(id, outcome);
  }

  /**
   * Records that a person has let all replicas pass over the entry of a transaction: it has come to
   * nothing, unless another entry has committed it.
   */
  public void passedOver(TransactionId id, String by, String why) {
    if (!(others.get(id) instanceof Outcome.Committed)) {
      putOther(
          id,
          new Outcome.Aborted(
              id,
              new Reason.Unavailable(
                  Reason.INTERNAL_ERROR,
                  "its entry could not be applied, and was passed over by " + by + ": " + why)));
    }
  }

  /** Removes all that is known of numbers up to this one that a node gave in an incarnation. */
  public void expired(int byNode, long ofIncarnation, long upTo) {
    expiredUpTo.merge(new Giver(byNode, ofIncarnation), upTo, Math::max);
  }

  /**
   * Returns how an id stands, given the number that the next transaction will have. If another node
   * gave the id, or coordinates it, this node cannot say that its transaction came to nothing: an
   * id that is not found is unknown.
   */
  public TransactionStatus status(TransactionId id, long nextNumber) {
    if (id.incarnation() < 1 || id.number() < 0) {
      return new TransactionStatus.Unknown();
    }
    if (id.node() != node) {
      return ofOthers(id);
    }
    if (id.incarnation() > incarnation
        || (id.incarnation() == incarnation && id.number() >= nextNumber)) {
      return new TransactionStatus.Unknown();
    }
    return id.incarnation() == incarnation ? ofThis(id) : ofOthers(id);
  }

  private TransactionStatus ofThis(TransactionId id) {
    Object other = others.get(id);
    if (other != null) {
      return statusOf(id, other);
    }
    if (slots.get(slot(id)) == null) {
      return new TransactionStatus.Running();
    }
    Object held = heldOfThis(id);
    return held == null ? new TransactionStatus.Expired() : statusOf(id, held);
  }

  /**
   * Closes an id that another node gave, whose transaction is to be decided here and has not come:
   * from now on it has aborted, even if it still comes. Returns how it stands now.
   */
  public TransactionStatus close(TransactionId id) {
    TransactionStatus status = ofOthers(id);
    if (!(status instanceof TransactionStatus.Unknown)) {
      return status;
    }
    Outcome.Aborted aborted =
        new Outcome.Aborted(
            id,
            new Reason.Unavailable(
                Reason.Unavailable.NEVER_ARRIVED,
                "the transaction had not come to the node that would decide it"));
    Object before = others.putIfAbsent(id, aborted);
    if (before != null) {
      return statusOf(id, before);
    }
    added(id);
    return new TransactionStatus.Ended(aborted);
  }

  private TransactionStatus statusOf(TransactionId id, Object held) {
    if (held instanceof Outcome.InDoubt doubt && !doubt.transaction().equals(id)) {
      // The id was answered with the outcome of its key's first transaction, which was not known
      // then.
      TransactionId first = doubt.transaction();
      return givenByThis(first) ? ofThis(first) : ofOthers(first);
    }
    return switch (held) {
      case Outcome outcome -> new TransactionStatus.Ended(outcome);
      case Forgotten _ -> new TransactionStatus.Expired();
      default -> new TransactionStatus.Running();
    };
  }

  private TransactionStatus ofOthers(TransactionId id) {
    Object held = others.get(id);
    if (held != null) {
      return statusOf(id, held);
    }
    if (hasExpired(id)) {
      return new TransactionStatus.Expired();
    }
    if (id.node() != node || id.coordinator() != node || !remembers) {
      return new TransactionStatus.Unknown();
    }
    return new TransactionStatus.Ended(
        new Outcome.Aborted(
            id,
            new Reason.Unavailable(
                "restarted", "the node restarted before this transaction was decided")));
  }

  /** Gives a checkpoint the expired numbers, then every committed outcome that is kept. */
  public void visit(ExpiredVisitor expired, Consumer<Outcome.Committed> committed) {
    for (TransactionId id : othersByAge) {
      Object held = others.get(id);
      if (held != null) {
        visit(held, committed);
      }
    }
    displaced.values().forEach(held -> visit(held, committed));
    expiredUpTo.forEach((giver, upTo) -> expired.visit(giver.node, giver.incarnation, upTo));
    long newest = -1;
    for (int i = slots.used(0); i < kept; i = slots.used(i + 1)) {
      Object held = slots.get(i);
      if (held != null) {
        newest = Math.max(newest, idOf(held).number());
        visit(held, committed);
      }
    }
    if (newest >= kept) {
      expired.visit(node, incarnation, newest - kept);
    }
  }

  private static void visit(Object held, Consumer<Outcome.Committed> committed) {
    if (held instanceof Outcome.Committed outcome) {
      committed.accept(outcome);
    } else if (held instanceof Decided(var outcome, var _)) {
      committed.accept(outcome);
    }
  }

  /**
   * A visitor that is told up to which number the ids that a node gave in an incarnation have
   * expired.
   */
  @FunctionalInterface
  public interface ExpiredVisitor {
    void visit(int node, long incarnation, long upTo);
  }

  private static TransactionId idOf(Object held) {
    return switch (held) {
      case Outcome outcome -> outcome.transaction();
      case Submission submission -> submission.id();
      case Decided(Outcome.Committed outcome, var _) -> outcome.transaction();
      case Forgotten(TransactionId id) -> id;
      default -> ((Running) held).id();
    };
  }

  private int slot(TransactionId id) {
    return (int) id.number() & kept - 1;
  }
}
