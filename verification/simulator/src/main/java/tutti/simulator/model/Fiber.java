package tutti.simulator.model;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Suspension;
import tutti.engine.runtime.VirtualThreads;

/**
 * Code that may wait, on a virtual thread that only its lane mounts: a task, or a step that may
 * wait for a disk.
 */
final class Fiber implements Executor {
  private final ModelWorld world;
  private final ModelThread lane;
  private final Runnable body;
  private final boolean task;
  private @Nullable Thread thread;
  private @Nullable Runnable continuation;
  private boolean blocked;
  private boolean done;
  private Head about = Head.TXN_MANAGER;

  Fiber(ModelWorld world, ModelThread lane, Runnable body, boolean task) {
    this.world = world;
    this.lane = lane;
    this.body = body;
    this.task = task;
  }

  boolean isTask() {
    return task;
  }

  boolean isDone() {
    return done;
  }

  /** Returns whether the fiber waits for a device, and keeps its lane meanwhile. */
  boolean isBlocked() {
    return blocked;
  }

  /** Returns the head of the fiber's work when it last waited. */
  Head about() {
    return about;
  }

  /** Runs the fiber until it waits or ends. Called by the lane. */
  void go() {
    world.fiber(this);
    if (thread != null) {
      world.about(about);
    }
    if (thread == null) {
      thread = VirtualThreads.builder(this).name(lane.name).unstarted(this::body);
      thread.start();
    }
    Runnable next;
    while ((next = continuation) != null) {
      continuation = null;
      next.run();
    }
    about = world.about();
    world.fiber(null);
  }

  private void body() {
    try {
      body.run();
    } catch (Throwable bug) {
      world.fail(bug);
    } finally {
      done = true;
    }
  }

  /** Called by the JDK when the thread may continue: at its start, or after a wait. */
  @Override
  public void execute(Runnable next) {
    continuation = next;
    if (world.fiber() != this) {
      lane.goesOn(this);
    }
  }

  /** Waits for a device. Called by the fiber itself. */
  void blockUntil(long nanos) {
    blocked = true;
    world.at(nanos, this::unblock);
    while (blocked) {
      LockSupport.park(this);
    }
  }

  private void unblock() {
    blocked = false;
    LockSupport.unpark(thread);
  }

  Suspension suspension() {
    return new Suspension() {
      private boolean granted;

      @Override
      public void block() {
        while (!granted) {
          LockSupport.park(this);
        }
      }

      @Override
      public void resume() {
        granted = true;
        LockSupport.unpark(thread);
      }
    };
  }
}
