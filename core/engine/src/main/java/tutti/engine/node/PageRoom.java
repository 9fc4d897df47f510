package tutti.engine.node;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.AnswerSize;
import tutti.engine.node.Node.ListFailed;
import tutti.engine.node.Node.ListResult;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Reason;

/**
 * The pages of instances that a node makes for its clients at a time; the others wait, in their
 * order. A page is asked for at all nodes that may have some of it, so it can take as many times
 * what one of them tells at most. All that are made at once take an eighth of the heap at most.
 * They are fewer, the longer the newest ones were; and while others wait, a rest follows each long
 * one, so that what is short has most of the processors. Thread-safe.
 *
 * <p>For example, forty clients page through instances of a megabyte: the node makes one page,
 * which takes it 20 ms, and begins the next 60 ms later. A client that is alone waits for nothing,
 * and of pages of ten kilobytes sixty-four are made at once.
 */
public final class PageRoom {
  /** The part of the heap, one of so many, that pages may take. */
  private static final int OF_THE_HEAP = 8;

  /** The copies of an instance while a page is made: as it came, and as it goes. */
  private static final int COPIES = 2;

  private static final int MOST_AT_ONCE = 64;

  /** The bytes of all pages that are made at once, about. */
  private static final long BYTES_AT_ONCE = InstanceReads.BYTES_PER_PAGE;

  /** The bytes from which on a page is long. */
  private static final long LONG_BYTES = 64 << 10;

  /** The rest after a long page, in times that it took. */
  private static final int RESTS = 3;

  /** The longest rest. */
  private static final long MOST_REST_NANOS = 1_000_000_000;

  /** The times its own time for which a page waits for its turn. */
  private static final int PATIENCE = 6;

  /** A page counts for one of so many in the size of the newest ones. */
  private static final int NEWEST = 4;

  private final Scheduler scheduler;
  private final StepQueue queue;
  private final int most;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int made;

  /** Whether a thread begins what waits. */
  private boolean begins;

  /** The bytes of a page, about: that of the newest ones. */
  private long usual = InstanceReads.BYTES_PER_PAGE;

  /** A page in the making. */
  @FunctionalInterface
  public interface Page {
    /** Makes the page within that time; {@code done} is told once. */
    void make(long timeoutNanos, Consumer<ListResult> done);
  }

  private final class Waiting {
    private final Page page;
    private final long timeoutNanos;
    private final Consumer<ListResult> onPage;
    private Scheduler.@Nullable Timer late;

    Waiting(Page page, long timeoutNanos, Consumer<ListResult> onPage) {
      this.page = page;
      this.timeoutNanos = timeoutNanos;
      this.onPage = onPage;
    }

    void begin() {
      long begun = scheduler.nanos();
      page.make(
          timeoutNanos,
          result -> {
            onPage.accept(result);
            long rest = made(result, scheduler.nanos() - begun);
            if (rest > 0) {
              scheduler.after(rest, queue, PageRoom.this::rested);
            } else {
              rested();
            }
          });
    }
  }

  /**
   * @param queue for what has waited too long
   * @param sources the nodes or shards that are asked for a page
   */
  public PageRoom(Scheduler scheduler, StepQueue queue, int sources) {
    this.scheduler = scheduler;
    this.queue = queue;
    long bytes = COPIES * InstanceReads.BYTES_PER_PAGE * Math.max(1, sources);
    this.most = Math.clamp(scheduler.heap().underWay() / OF_THE_HEAP / bytes, 1, MOST_AT_ONCE);
  }

  /** Returns the bytes of a page's instances, about. */
  long bytesPerPage() {
    return InstanceReads.bytesPerPage(scheduler.heap());
  }

  /**
   * Makes a page now, or as soon as others are made.
   *
   * @param timeoutNanos the time in which it is made; it waits some times as long for its turn
   * @param onPage is told once
   */
  public void list(Page page, long timeoutNanos, Consumer<ListResult> onPage) {
    Waiting it = new Waiting(page, timeoutNanos, onPage);
    boolean now;
    synchronized (this) {
      now = waiting.isEmpty() && hasRoom();
      if (now) {
        made++;
      } else {
        waiting.add(it);
        it.late = scheduler.after(PATIENCE * timeoutNanos, queue, () -> late(it));
      }
    }
    if (now) {
      it.begin();
    }
  }

  private boolean hasRoom() {
    return made < Math.min(most, Math.max(1, BYTES_AT_ONCE / Math.max(1, usual)));
  }

  /** A page is made; returns for how long its place rests, in nanoseconds. */
  private synchronized long made(ListResult result, long tookNanos) {
    if (!(result instanceof Node.Page page)) {
      return 0;
    }
    long bytes = page.items().stream().mapToLong(it -> AnswerSize.of(it.id(), it.state())).sum();
    usual += (bytes - usual) / NEWEST;
    return bytes < LONG_BYTES || waiting.isEmpty()
        ? 0
        : Math.min(MOST_REST_NANOS, RESTS * tookNanos);
  }

  private void rested() {
    synchronized (this) {
      made--;
    }
    beginOthers();
  }

  private void late(Waiting it) {
    boolean waits;
    synchronized (this) {
      waits = waiting.remove(it);
    }
    if (waits) {
      it.onPage.accept(
          new ListFailed(
              Reason.Unavailable.OVERLOADED,
              "other pages of instances are made, and this one had no turn in time"));
    }
  }

  /** Begins what has room now. A page that is made at once leaves the next to the first call. */
  private void beginOthers() {
    synchronized (this) {
      if (begins) {
        return;
      }
      begins = true;
    }
    try {
      for (Waiting it = poll(); it != null; it = poll()) {
        Scheduler.Timer timer = it.late;
        if (timer != null) {
          timer.cancel();
        }
        it.begin();
      }
    } catch (Throwable bug) {
      synchronized (this) {
        begins = false;
      }
      throw bug;
    }
  }

  private synchronized @Nullable Waiting poll() {
    Waiting it = hasRoom() ? waiting.poll() : null;
    if (it == null) {
      begins = false;
    } else {
      made++;
    }
    return it;
  }
}
