package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread for steps that may block on devices. What an executor has made of an
 * application's records, a follower makes again in a step: so its stack is larger.
 */
final class StepThread implements StepQueue, WatchedQueue {
  private static final VarHandle SLICE =
      FieldHandle.of(MethodHandles.lookup(), "slice", long.class);

  private final MessagePassingQueue<Runnable> steps = new MpscUnboundedAtomicArrayQueue<>(64);
  private final Idler idler = new Idler();
  private final String name;
  private final BiConsumer<String, Runnable> guard;
  private final HostThread thread;
  private volatile boolean stopped;

  /** A counter that is odd while a step runs. Only the thread changes it. */
  private long slice;

  /**
   * @param guard runs each step, and passes on no exception of it; is called with the name as well
   */
  StepThread(String name, BiConsumer<String, Runnable> guard) {
    this.name = name;
    this.guard = guard;
    thread = new HostThread(name, this::loop, Scheduler.READING_STACK_BYTES);
    thread.start();
  }

  @Override
  public void step(Runnable step) {
    steps.offer(step);
    idler.wake();
  }

  @Override
  public void end() {
    step(this::stop);
  }

  void stop() {
    stopped = true;
    idler.wake();
  }

  void awaitStop(long millis) throws InterruptedException {
    if (Thread.currentThread() != thread) {
      thread.join(millis);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long slice() {
    return (long) SLICE.getAcquire(this);
  }

  @Override
  public @Nullable Thread running() {
    return thread;
  }

  @Override
  public int backlog() {
    return steps.size();
  }

  private void loop() {
    idler.own();
    while (!stopped) {
      Runnable step = steps.poll();
      if (step == null) {
        idler.idle(this::hasWork);
      } else {
        SLICE.setRelease(this, slice + 1);
        guard.accept(name, step);
        SLICE.setRelease(this, slice + 1);
      }
    }
  }

  private boolean hasWork() {
    return !steps.isEmpty() || stopped;
  }
}
