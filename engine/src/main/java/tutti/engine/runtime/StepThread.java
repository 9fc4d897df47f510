package tutti.engine.runtime;

import java.util.function.BiConsumer;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/** A platform thread for steps that may block on devices. */
final class StepThread implements StepQueue {
  private final MessagePassingQueue<Runnable> steps = new MpscUnboundedAtomicArrayQueue<>(64);
  private final Idler idler = new Idler();
  private final String name;
  private final BiConsumer<String, Runnable> guard;
  private final HostThread thread;
  private volatile boolean stopped;

  /**
   * @param guard runs each step, and lets nothing out that it throws; is given the name as well
   */
  StepThread(String name, BiConsumer<String, Runnable> guard) {
    this.name = name;
    this.guard = guard;
    thread = new HostThread(name, this::loop);
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

  void awaitStop() throws InterruptedException {
    if (Thread.currentThread() != thread) {
      thread.join(5_000);
    }
  }

  private void loop() {
    idler.own();
    while (!stopped) {
      Runnable step = steps.poll();
      if (step == null) {
        idler.idle(this::hasWork);
      } else {
        guard.accept(name, step);
      }
    }
  }

  private boolean hasWork() {
    return !steps.isEmpty() || stopped;
  }
}
