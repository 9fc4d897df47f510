package tutti.simulator.model;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Suspension;
import tutti.engine.runtime.TaskContext;
import tutti.engine.runtime.VirtualThreads;
import tutti.simulator.world.Core;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulationFailed;

/**
 * Virtual time and its planned events. All of a model runs on one thread; events due at the same
 * time happen in the order in which they were planned.
 */
public final class ModelWorld {
  /**
   * The number of events that were taken back and may stay in the queue, whatever else there is.
   */
  private static final int FEW = 1000;

  private final long seed;
  private final Context context = new Context();
  private final double[] costs = new double[Constant.values().length];
  private final PriorityQueue<Event> events = new PriorityQueue<>();

  /** The events of the queue that were taken back: they leave it when they come first. */
  private int cancelled;

  private long now;
  private long planned;
  private boolean inSlice;
  private double charged;
  private final double[] spent = new double[Head.values().length];
  private Head about = Head.OVERHEAD;
  private @Nullable ModelThread current;
  private @Nullable Fiber fiber;
  private @Nullable Throwable failure;

  /**
   * @param machine the costs of things
   * @throws IllegalStateException if this process does not open {@code java.lang}
   */
  ModelWorld(long seed, MachineModel machine) {
    if (!VirtualThreads.available()) {
      throw new IllegalStateException(
          "simulated measurements need --add-opens java.base/java.lang=ALL-UNNAMED, which"
              + " 'java -jar' gives");
    }
    this.seed = seed;
    for (Constant each : Constant.values()) {
      costs[each.ordinal()] = machine.value(each);
    }
  }

  /**
   * Returns a stream of randomness for a purpose that has a name: independent of all other
   * purposes.
   */
  public RandomGenerator entropy(String purpose) {
    return Seeds.stream(seed, purpose);
  }

  /**
   * Returns the virtual nanoseconds since the beginning, up to the point that the running piece of
   * work has reached.
   */
  public long nanos() {
    return now + (long) charged;
  }

  /** Adds a cost to the piece of work that runs; does nothing outside of any. */
  public void charge(Constant constant) {
    charge(constant, 1);
  }

  void charge(Constant constant, double times) {
    if (inSlice) {
      double cost = costs[constant.ordinal()] * times;
      charged += cost;
      Head always = constant.head();
      spent[(always == null ? about : always).ordinal()] += cost;
    }
  }

  /** Returns the head of the piece of work that runs, or of the event that happens. */
  Head about() {
    return about;
  }

  /** Sets the head of the work that runs, and of the work that it causes. */
  void about(Head head) {
    about = head;
  }

  /**
   * Returns the processor time that was charged to a head so far, in nanoseconds of all cores
   * together.
   */
  public double spentNanos(Head head) {
    return spent[head.ordinal()];
  }

  /** Plans an event: immediately, if the time is over. */
  Event at(long nanos, Runnable body) {
    Event event = new Event(Math.max(nanos, now), planned++, body);
    events.add(event);
    return event;
  }

  /** Plans an event after that time. */
  public void after(long nanos, Runnable body) {
    at(nanos() + nanos, body);
  }

  /**
   * Makes time pass until the condition holds, the time is over, or nothing is left to happen.
   *
   * @return whether the condition holds
   * @throws SimulationFailed if code in the model threw
   */
  public boolean run(BooleanSupplier until, long untilNanos) {
    boolean[] held = new boolean[1];
    Core.carry(
        "model",
        context,
        () -> {
          try {
            held[0] = loop(until, untilNanos);
          } catch (Throwable bug) {
            fail(bug);
          }
        });
    Throwable failed = failure;
    if (failed != null) {
      throw new SimulationFailed("the model failed: " + failed, failed);
    }
    return held[0];
  }

  private boolean loop(BooleanSupplier until, long untilNanos) {
    while (failure == null) {
      if (until.getAsBoolean()) {
        return true;
      }
      Event next = first();
      if (next == null) {
        return false;
      }
      if (next.due > untilNanos) {
        now = Math.max(now, untilNanos);
        return false;
      }
      events.remove();
      next.over = true;
      now = next.due;
      next.body.run();
    }
    return false;
  }

  /** Returns the next event that was not taken back; null if there is none. */
  private @Nullable Event first() {
    Event next = events.peek();
    while (next != null && next.over) {
      events.remove();
      cancelled--;
      next = events.peek();
    }
    return next;
  }

  void fail(Throwable problem) {
    if (failure == null) {
      failure = problem;
    }
  }

  /** Runs one piece of work of a lane now; returns when it will be over. */
  long slice(ModelThread lane) {
    current = lane;
    inSlice = true;
    charged = 0;
    try {
      lane.runSlice();
    } catch (Throwable bug) {
      fail(bug);
    }
    long end = nanos();
    inSlice = false;
    charged = 0;
    current = null;
    return end;
  }

  boolean inSliceOfAnother(ModelThread lane) {
    return inSlice && current != lane;
  }

  boolean isCurrent(ModelThread lane) {
    return current == lane;
  }

  @Nullable Fiber fiber() {
    return fiber;
  }

  void fiber(@Nullable Fiber running) {
    fiber = running;
  }

  /** Makes the running piece of work wait for a device, without a core. */
  void blockUntil(long nanos) {
    Fiber waiting = fiber;
    if (!inSlice || nanos <= nanos()) {
      return;
    }
    if (waiting == null) {
      charged += nanos - nanos();
    } else {
      waiting.blockUntil(nanos);
    }
  }

  /** Takes an event back; does nothing if it has happened. */
  void cancel(Event event) {
    if (!event.over) {
      event.over = true;
      cancelled++;
      if (cancelled > FEW && cancelled > events.size() / 2) {
        events.removeIf(each -> each.over);
        cancelled = 0;
      }
    }
  }

  /** An event that is to happen; of two that are due together, the one that was planned first. */
  static final class Event implements Comparable<Event> {
    private final long due;
    private final long number;
    private final Runnable body;

    /** Whether the event has happened, or was taken back. */
    private boolean over;

    Event(long due, long number, Runnable body) {
      this.due = due;
      this.number = number;
      this.body = body;
    }

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(due, other.due);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final class Context extends TaskContext {
    @Override
    public boolean inTask() {
      Fiber running = fiber;
      return running != null && running.isTask();
    }

    @Override
    public Suspension suspension() {
      Fiber running = fiber;
      if (running == null) {
        throw new IllegalStateException("no task runs");
      }
      return running.suspension();
    }

    @Override
    protected void after(long nanos, Runnable body) {
      ModelWorld.this.after(nanos, body);
    }
  }
}
