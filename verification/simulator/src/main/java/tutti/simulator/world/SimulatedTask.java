package tutti.simulator.world;

import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Suspension;

/** A task on its virtual thread. The task runs only while the simulator permits it. */
abstract class SimulatedTask {
  final SimulatedExecutor executor;

  /** The number of the task among those of its executor, from 0. */
  final int number;

  private final Runnable body;
  private boolean done;
  private @Nullable Wait waiting;

  SimulatedTask(SimulatedExecutor executor, Runnable body) {
    this.executor = executor;
    this.body = body;
    number = executor.nextTask();
    executor.node.taskBegan();
  }

  static SimulatedTask of(SimulatedExecutor executor, Runnable body) {
    return executor.core.mode == ExecutorMode.CARRIER
        ? new CarriedTask(executor, body)
        : new PermitTask(executor, body);
  }

  /** Runs the task until it waits or ends. Called by the simulator. */
  final void runSlice() {
    Core core = executor.core;
    core.task = this;
    waiting = null;
    go();
    core.task = null;
    if (astray()) {
      stray();
    }
  }

  /** Returns whether the task stopped, and neither waits for a promise nor has ended. */
  final boolean astray() {
    return !done && waiting == null;
  }

  /** Runs the thread, and returns when it has stopped. */
  abstract void go();

  /** Called when the thread stopped, and neither waits for a promise nor has ended. */
  abstract void stray();

  /** Stops the thread until {@link #go}. Called by the task itself. */
  abstract void stop();

  final Suspension suspension() {
    return new Wait();
  }

  /** Gives other tasks a turn. Called by the task itself; in a crashed node it never returns. */
  final void leave() {
    Wait wait = new Wait();
    wait.granted = true;
    executor.left(this);
    wait.block();
  }

  /** Runs the thread's body. */
  final void body() {
    try {
      body.run();
    } catch (NodeCrashed crashed) {
      executor.core.trace.event(executor.core.nanos(), executor + " stopped: its node crashed");
    } catch (Throwable e) {
      executor.core.failed(executor, "task " + Core.text(body), e);
    } finally {
      done = true;
      executor.node.taskEnded();
    }
  }

  /** Returns the place where a thread stands, a frame a line. */
  static String stack(Thread thread) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : thread.getStackTrace()) {
      text.append("\n    ").append(frame);
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return "task " + Core.text(body) + " on " + executor;
  }

  /** A wait of the task; a resumed task queues at its executor again. */
  private final class Wait extends Suspension {
    private boolean granted;

    @Override
    public void block() {
      waiting = this;
      while (!granted || waiting != null) {
        SimulatedTask.this.stop();
      }
    }

    @Override
    public void resume() {
      executor.core.enter("Promise.complete");
      granted = true;
      executor.resumed(SimulatedTask.this);
    }
  }
}
