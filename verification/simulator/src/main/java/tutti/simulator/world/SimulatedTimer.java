package tutti.simulator.world;

import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * A timer in virtual time. Timers that are due at the same time ring in an order that the seed
 * chose.
 */
final class SimulatedTimer implements Scheduler.Timer, Comparable<SimulatedTimer>, Runnable {
  private final Core core;
  final SimulatedNode node;
  final long due;
  private final int tie;
  private final long number;
  private final @Nullable StepQueue on;
  private final Runnable body;

  private boolean rang;
  private boolean over;

  SimulatedTimer(
      Core core,
      SimulatedNode node,
      long due,
      int tie,
      long number,
      @Nullable StepQueue on,
      Runnable body) {
    this.core = core;
    this.node = node;
    this.due = due;
    this.tie = tie;
    this.number = number;
    this.on = on;
    this.body = body;
  }

  /** Rings the timer: queues the step, or immediately runs a step of the simulator's own. */
  void ring() {
    rang = true;
    if (on == null) {
      body.run();
    } else {
      on.step(this);
    }
  }

  /** Runs the queued step. */
  @Override
  public void run() {
    if (!over) {
      over = true;
      body.run();
    }
  }

  @Override
  public void cancel() {
    core.enter("Timer.cancel");
    if (!over && !rang) {
      core.forget(this);
    }
    over = true;
  }

  @Override
  public int compareTo(SimulatedTimer other) {
    int byTime = Long.compare(due, other.due);
    int byTie = byTime != 0 ? byTime : Integer.compare(tie, other.tie);
    return byTie != 0 ? byTie : Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return "timer " + body;
  }
}
