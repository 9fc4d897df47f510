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
 * what one of them tells at most. All that are made at once take an eighth of the heap.
 * Thread-safe.
 *
 * <p>For example, of a type that is spread over three shards, a node with a heap of 400 MB makes
 * eight pages at once. Forty clients that page through large instances wait for each other, and the
 * node has memory and time for what is short.
 */
public final class PageRoom {
  /** The part of the heap, one of so many, that pages may take. */
  private static final int OF_THE_HEAP = 8;

  /** The copies of an instance while a page is made: as it came, and as it goes. */
  private static final int COPIES = 2;

  private static final int MOST_AT_ONCE = 64;

  /** The bytes of all pages that are made at once, about. */
  private static final long BYTES_AT_ONCE = 2 * InstanceReads.BYTES_PER_PAGE;

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
    private final long deadlineNanos;
    private final Consumer<ListResult> onPage;
    private Scheduler.@Nullable Timer late;

    Waiting(Page page, long deadlineNanos, Consumer<ListResult> onPage) {
      this.page = page;
      this.deadlineNanos = deadlineNanos;
      this.onPage = onPage;
    }

    void begin() {
      page.make(
          Math.max(1, deadlineNanos - scheduler.nanos()),
          result -> {
            onPage.accept(result);
            made(result);
            beginOthers();
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

  /** Makes a page now, or as soon as others are made; {@code onPage} is told once. */
  public void list(Page page, long timeoutNanos, Consumer<ListResult> onPage) {
    Waiting it = new Waiting(page, scheduler.nanos() + timeoutNanos, onPage);
    boolean now;
    synchronized (this) {
      now = waiting.isEmpty() && hasRoom();
      if (now) {
        made++;
      } else {
        waiting.add(it);
        it.late = scheduler.after(timeoutNanos, queue, () -> late(it));
      }
    }
    if (now) {
      it.begin();
    }
  }

  private boolean hasRoom() {
    return made < Math.min(most, Math.max(2, BYTES_AT_ONCE / Math.max(1, usual)));
  }

  private synchronized void made(ListResult result) {
    made--;
    if (result instanceof Node.Page page) {
      long bytes = page.items().stream().mapToLong(it -> AnswerSize.of(it.id(), it.state())).sum();
      usual += (bytes - usual) / NEWEST;
    }
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
