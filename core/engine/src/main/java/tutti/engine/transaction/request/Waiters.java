package tutti.engine.transaction.request;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Reason;

/**
 * The waiting requests of a node: they end at their deadline, and cycles among them are broken.
 * Thread-safe.
 *
 * <p>A transaction that begins to wait checks whether it closes a cycle, which breaks most
 * deadlocks immediately. Two that begin to wait at the same moment may miss each other, and very
 * long chains are not followed to the end. So, while anything waits, a step checks all waiting
 * requests every {@link #CHECK_NANOS}, and a deadlock is found within two of these checks. A node
 * does nothing while no request waits, or if its concurrency control never deadlocks.
 */
public final class Waiters {
  /** The time between two looks for deadlocks, in nanoseconds. */
  static final long CHECK_NANOS = 20_000_000;

  /**
   * The time, in nanoseconds, after which an expired request that was just being answered is looked
   * at again.
   */
  private static final long LOOK_AGAIN_NANOS = 1_000_000;

  /** The number of waiting transactions that are looked at when one begins to wait. */
  private static final int LOOKED_AT_ONCE = 16;

  /** The number of transactions, of those that a request waits for, that are described. */
  private static final int MOST_DOUBTS = 3;

  /** The number of waiting requests that people are shown. */
  private static final int MOST_SEEN = 20;

  private final Scheduler scheduler;
  private final StepQueue service;
  private final ConcurrentSkipListMap<Long, Waiter> waiting = new ConcurrentSkipListMap<>();
  private final ConcurrentHashMap<Participant, Waiting> byOwner = new ConcurrentHashMap<>();
  private final AtomicLong order = new AtomicLong();
  private final AtomicBoolean checking = new AtomicBoolean();
  private final DeadlockDetector detector;
  private final LongAdder delayed = new LongAdder();
  private volatile LongConsumer rounds = now -> {};

  public Waiters(Scheduler scheduler, StepQueue service) {
    this.scheduler = scheduler;
    this.service = service;
    this.detector = new DeadlockDetector(scheduler);
  }

  /**
   * Adds a request that has been delayed: it is stopped at its deadline, unless answered before.
   */
  void add(PendingRequest ask, long deadlineNanos, long timeoutNanos) {
    long now = scheduler.nanos();
    delayed.increment();
    Waiter waiter = new Waiter(ask, order.getAndIncrement(), now, timeoutNanos);
    waiting.put(waiter.ticket, waiter);
    byOwner.compute(ask.owner(), (owner, others) -> new Waiting(waiter, others));
    ask.waiter(waiter);
    waiter.arm(Math.max(1, deadlineNanos - now));
    if (ask.control().mayDeadlock()) {
      lookForCycle(ask);
    }
    // The answer may have come, and the waiting task gone on, before the ask was known here.
    if (ask.answered()) {
      remove(ask);
    }
  }

  private void lookForCycle(PendingRequest ask) {
    startChecking();
    if (!scheduler.injects(FaultPoint.CYCLE_OVERLOOKED)) {
      detector.breakCycles(List.of(ask), this::waitsOf, LOOKED_AT_ONCE);
    }
  }

  /** Removes a request that does not wait any more. */
  void remove(PendingRequest ask) {
    Waiter waiter = ask.waiter();
    if (waiter != null) {
      waiting.remove(waiter.ticket);
      byOwner.computeIfPresent(ask.owner(), (owner, all) -> all.without(waiter));
      waiter.cancel();
    }
  }

  /**
   * Calls back about every {@link #CHECK_NANOS} while anything waits, with the time, on the service
   * queue: for the search for deadlocks beyond this node.
   */
  public void eachRound(LongConsumer look) {
    rounds = look;
  }

  /**
   * Returns at most {@code most} of the requests that have waited since {@code nanos} or longer;
   * longest first.
   */
  public List<PendingRequest> since(long nanos, int most) {
    return waiting.values().stream()
        .filter(waiter -> waiter.sinceNanos <= nanos)
        .limit(most)
        .map(waiter -> waiter.ask)
        .toList();
  }

  /**
   * Gives all requests of a transaction that wait on this node: each of its tasks waits for one at
   * a time.
   */
  public void waitsOf(Participant owner, Consumer<PendingRequest> sink) {
    for (Waiting each = byOwner.get(owner); each != null; each = each.others) {
      sink.accept(each.waiter.ask);
    }
  }

  /**
   * Returns the requests that have waited longest on this node, for people.
   *
   * @param only the only transaction to include; null for all
   */
  public List<WaitView> seen(@Nullable TransactionId only) {
    long now = scheduler.nanos();
    return waiting.values().stream()
        .filter(waiter -> only == null || waiter.ask.owner().id().equals(only))
        .limit(MOST_SEEN)
        .map(waiter -> WaitView.of(waiter.ask, now - waiter.sinceNanos))
        .toList();
  }

  public long delayedSoFar() {
    return delayed.sum();
  }

  public long deadlocksSoFar() {
    return detector.found();
  }

  public int waitingNow() {
    return waiting.size();
  }

  private void startChecking() {
    if (checking.compareAndSet(false, true)) {
      long soon = scheduler.injects(FaultPoint.CYCLES_SOUGHT_EARLY) ? 1 : CHECK_NANOS;
      scheduler.after(soon, service, this::check);
    }
  }

  private void check() {
    checking.set(false);
    if (waiting.isEmpty()) {
      return;
    }
    // Look again later, even if nothing new begins to wait: the last to join a cycle may be here
    // already.
    startChecking();
    long before = scheduler.nanos() - CHECK_NANOS / 2;
    List<PendingRequest> asks =
        waiting.values().stream().filter(w -> w.sinceNanos <= before).map(w -> w.ask).toList();
    detector.breakCycles(asks, this::waitsOf, Integer.MAX_VALUE);
    rounds.accept(scheduler.nanos());
  }

  /** Returns the transactions that an ask waits for. */
  static List<TransactionId> blockersOf(PendingRequest ask) {
    List<TransactionId> ids = new ArrayList<>();
    ask.control().blockers(ask, (Participant p) -> ids.add(p.id()));
    return ids.stream().distinct().limit(8).toList();
  }

  /** Returns which of them only another node can end, in words; null if none. */
  static @Nullable String doubtOf(PendingRequest ask) {
    Set<String> doubts = new LinkedHashSet<>();
    ask.control()
        .blockers(
            ask,
            (Participant p) -> {
              String doubt = p.doubt();
              if (doubt != null && doubts.size() < MOST_DOUBTS) {
                doubts.add("transaction " + p.id() + ", " + doubt);
              }
            });
    return doubts.isEmpty() ? null : String.join("; and ", doubts);
  }

  /** The waiting requests of one owner; an iteration sees those that there were when it began. */
  private record Waiting(Waiter waiter, @Nullable Waiting others) {

    /**
     * Returns the list without a request, by a loop and without recursion: one transaction may wait
     * for thousands of things at a time.
     */
    @Nullable Waiting without(Waiter gone) {
      ArrayDeque<Waiter> before = new ArrayDeque<>();
      Waiting at = this;
      while (at != null && at.waiter != gone) {
        before.push(at.waiter);
        at = at.others;
      }
      if (at == null) {
        return this;
      }
      Waiting left = at.others;
      for (Waiter each : before) {
        left = new Waiting(each, left);
      }
      return left;
    }
  }

  /** A request that waits, and since when; it ends at its deadline. */
  final class Waiter {
    private final PendingRequest ask;
    private final long ticket;
    private final long sinceNanos;
    private final long timeoutNanos;
    private volatile boolean cancelled;
    private volatile Scheduler.Timer timer = () -> {};

    Waiter(PendingRequest ask, long ticket, long sinceNanos, long timeoutNanos) {
      this.ask = ask;
      this.ticket = ticket;
      this.sinceNanos = sinceNanos;
      this.timeoutNanos = timeoutNanos;
    }

    private void arm(long delayNanos) {
      timer = scheduler.after(delayNanos, service, this::expire);
    }

    private void cancel() {
      cancelled = true;
      timer.cancel();
    }

    private void expire() {
      if (cancelled || ask.answered()) {
        return;
      }
      Reason late =
          new Reason.Deadline(timeoutNanos, ask.cell().id(), blockersOf(ask), doubtOf(ask));
      // An answer may be on its way just now: then the request is looked at a little later.
      if (!ask.stop(late)) {
        arm(LOOK_AGAIN_NANOS);
      }
    }
  }
}
