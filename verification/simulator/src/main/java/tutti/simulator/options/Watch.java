package tutti.simulator.options;

import tutti.simulator.trace.Trace;

/**
 * The extent to which a run is watched. Watching does not change the run.
 *
 * @param kept the number of the newest events that are kept for a reader
 * @param looks whether to look into the nodes again and again, which is slow
 * @param breakAt calls {@code onBreak} before that event of the run; 0 for never
 */
public record Watch(int kept, boolean looks, long breakAt, Runnable onBreak) {
  /** A watch that keeps nothing. */
  public static final Watch NONE = new Watch(0, false, 0, () -> {});

  /** Returns a watch that keeps {@code kept} events. */
  public static Watch events(int kept) {
    return new Watch(kept, false, 0, () -> {});
  }

  /** Returns this watch with looks into the nodes whenever something has changed there. */
  public Watch withLooks() {
    return new Watch(kept, true, breakAt, onBreak);
  }

  /** Returns this watch with a stop before that event, for as long as {@code wait} takes. */
  public Watch withBreak(long event, Runnable wait) {
    return new Watch(kept, looks, event, wait);
  }

  public void breakInto(Trace trace) {
    if (breakAt > 0) {
      trace.breakAt(breakAt, onBreak);
    }
  }
}
