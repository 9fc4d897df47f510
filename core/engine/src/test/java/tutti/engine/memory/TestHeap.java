package tutti.engine.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tutti.engine.runtime.ForwardingScheduler;
import tutti.engine.runtime.Scheduler;

/** A heap of which a test says how much lives. Thread-safe. */
public final class TestHeap implements Heap {
  public static final long MB = 1 << 20;

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final long most;
  private volatile long alive;
  private volatile long underWay;

  /** The bytes in use before a collection. */
  public volatile long used;

  /** Makes a heap of 1000 MB. */
  public TestHeap() {
    this(1000);
  }

  public TestHeap(long megabytes) {
    this.most = megabytes * MB;
    this.underWay = most;
  }

  /** Sets how much lives, as a collection of the whole heap would have found it. */
  public void alive(long megabytes) {
    alive = megabytes * MB;
    used = alive;
    listeners.forEach(Runnable::run);
  }

  /** Sets the bytes by whose parts the bounds of what is under way are reckoned. */
  public void underWay(long bytes) {
    underWay = bytes;
  }

  @Override
  public long most() {
    return most;
  }

  @Override
  public long underWay() {
    return underWay;
  }

  @Override
  public long afterCollection() {
    return alive;
  }

  @Override
  public long inUse() {
    return used;
  }

  @Override
  public long collect() {
    used = alive;
    return alive;
  }

  @Override
  public void onCollection(Runnable listener) {
    listeners.add(listener);
  }

  /** Returns another scheduler in a process with this heap. */
  public Scheduler of(Scheduler other) {
    return new ForwardingScheduler(other) {
      @Override
      public Heap heap() {
        return TestHeap.this;
      }
    };
  }
}
