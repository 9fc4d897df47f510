package tutti.simulator.world;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.memory.Heap;

/**
 * The heap of the process of one node: a fault determines how much of it lives. It outlasts the
 * node's crashes, since the node's data is in memory again after its restart.
 */
public final class SimulatedHeap implements Heap {
  private static final long MOST = 1L << 30;

  private final List<Runnable> listeners = new ArrayList<>();
  private long alive;
  private long underWay = MOST;
  private long page = MOST;
  private long fullSince = Long.MAX_VALUE;

  /**
   * Sets how much lives, as a collection of the whole heap would have found it.
   *
   * @param share of the heap: full from 0.85 on, and with room again below 0.8
   * @param nanos the time of the world
   */
  public void alive(double share, long nanos) {
    alive = (long) Math.ceil(share * MOST);
    fullSince = share < 0.85 ? Long.MAX_VALUE : Math.min(fullSince, nanos);
    List.copyOf(listeners).forEach(Runnable::run);
  }

  /** Returns the time since which the heap is full; {@link Long#MAX_VALUE} if it is not. */
  public long fullSince() {
    return fullSince;
  }

  /** Returns whether what may grow is refused. */
  public boolean isFull() {
    return fullSince != Long.MAX_VALUE;
  }

  @Override
  public long most() {
    return MOST;
  }

  @Override
  public long underWay() {
    return underWay;
  }

  @Override
  public long ofPage(long usual) {
    return Math.min(usual, page);
  }

  /**
   * Makes memory short.
   *
   * @param bytes by which the bounds of what is under way are reckoned
   * @param page the bytes that a page of instances may have
   */
  public void few(long bytes, long page) {
    this.underWay = bytes;
    this.page = page;
  }

  /** Ends what {@link #few} has set. */
  public void ample() {
    few(MOST, MOST);
  }

  @Override
  public long afterCollection() {
    return alive;
  }

  @Override
  public long inUse() {
    return alive;
  }

  @Override
  public long collect() {
    return alive;
  }

  @Override
  public void onCollection(Runnable listener) {
    listeners.add(listener);
  }
}
