package tutti.server;

import tutti.engine.memory.Heap;
import tutti.engine.memory.MemoryGate;

/** A heap of 1000 MB of which 900 MB live. */
final class FullMemory implements Heap {
  private static final long MB = 1 << 20;

  private FullMemory() {}

  static MemoryGate gate() {
    return new MemoryGate(new FullMemory(), 0.85);
  }

  @Override
  public long most() {
    return 1000 * MB;
  }

  @Override
  public long afterCollection() {
    return 900 * MB;
  }

  @Override
  public long inUse() {
    return 900 * MB;
  }

  @Override
  public long collect() {
    return 900 * MB;
  }

  @Override
  public void onCollection(Runnable listener) {}
}
