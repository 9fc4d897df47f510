package tutti.engine.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decision of a node to take requests that may need memory, or to refuse them, by how much of
 * the heap the newest collections left in use. Thread-safe.
 *
 * <p>From the share {@code memory.refuse-above} on, new transactions that may change something are
 * refused; they are taken again when the share is 0.05 less. Transactions under way end as usual. A
 * node fails if {@value #END} of the heap stay in use: it can do nothing any more, and its
 * supervisor starts it again. For example, with 0.85 and a heap of 1000 MB: refused from 850 MB on,
 * taken again below 800 MB, and failed at 970 MB.
 */
public final class MemoryGate {
  /** A gate that refuses nothing. */
  public static final MemoryGate OPEN = new MemoryGate(Heap.AMPLE, 1);

  /** The code of what is refused. */
  public static final String CODE = "memory-full";

  /** The share of the heap that must come back before writes are taken again. */
  private static final double COMES_BACK = 0.05;

  /** The share of the heap from which on nothing can be done. */
  private static final double END = 0.97;

  /** The collections in a row after which {@link #END} of the heap were in use at the end. */
  private static final int MOST_LOOKS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(MemoryGate.class);

  private final Heap heap;
  private final double refuseAbove;
  private final BytesUnderWay underWay;
  private volatile boolean full;

  // On the thread that tells of collections.
  private boolean logged;
  private int exhausted;

  /**
   * @param refuseAbove a share of the heap; 1 for a node that refuses nothing
   */
  public MemoryGate(Heap heap, double refuseAbove) {
    this(heap, refuseAbove, new BytesUnderWay(heap));
  }

  private MemoryGate(Heap heap, double refuseAbove, BytesUnderWay underWay) {
    this.heap = heap;
    this.refuseAbove = refuseAbove;
    this.underWay = underWay;
  }

  /** Returns the gate of a {@linkplain BytesUnderWay#part part} of the node. */
  public MemoryGate part() {
    return new MemoryGate(heap, refuseAbove, underWay.part());
  }

  /** Returns the memory that transactions under way take. */
  public BytesUnderWay underWay() {
    return underWay;
  }

  /** Returns whether what may grow is refused now. On the path of each transaction. */
  public boolean isFull() {
    long used = heap.afterCollection();
    if (used == 0 || refuseAbove >= 1) {
      return false;
    }
    boolean now = used >= (full ? refuseAbove - COMES_BACK : refuseAbove) * heap.most();
    if (now != full) {
      full = now;
    }
    return now;
  }

  /** Returns why writes are refused, in words for a person; null if they are not. */
  public @Nullable String why() {
    return isFull()
        ? "its memory is full: "
            + inUse()
            + " ("
            + percent(refuseAbove)
            + " are memory.refuse-above): what may change something is refused; give it a larger"
            + " heap (-Xmx)"
        : null;
  }

  /** Returns the share of the heap that the newest collections left in use, from 0 to 1. */
  public double share() {
    return heap.most() == Long.MAX_VALUE ? 0 : (double) heap.afterCollection() / heap.most();
  }

  private String inUse() {
    return percent(share())
        + " of the heap of "
        + (heap.most() >> 20)
        + " MB are in use after a collection";
  }

  private static String percent(double share) {
    return Math.round(100 * share) + "%";
  }

  /**
   * Watches the heap from now on: logs when the memory becomes full, and when there is room again.
   *
   * @param lost is called with the reason, for a person, when nothing can be done any more; perhaps
   *     several times
   */
  public void watch(Consumer<String> lost) {
    heap.onCollection(() -> look(lost));
  }

  private synchronized void look(Consumer<String> lost) {
    boolean now = isFull();
    if (now != logged) {
      logged = now;
      if (now) {
        LOG.error("{}", why());
      } else {
        LOG.info("its memory has room again: {}", inUse());
      }
    }
    exhausted = share() >= END ? exhausted + 1 : 0;
    if (exhausted >= MOST_LOOKS) {
      lost.accept("its memory is full, and nothing can be done: " + inUse());
    }
  }
}
