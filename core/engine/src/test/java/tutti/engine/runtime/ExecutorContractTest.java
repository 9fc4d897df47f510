package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.testing.Await;

/** The contract of every real executor, in both modes. */
class ExecutorContractTest extends RealExecutors {
  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void runsAtMostOneTaskOrStepAtATime(ExecutorMode mode) throws Exception {
    open(mode);
    int submitters = 4;
    int each = 2_000;
    CountDownLatch done = new CountDownLatch(submitters * each);
    AtomicInteger inside = new AtomicInteger();
    AtomicBoolean overlap = new AtomicBoolean();
    int[] unguarded = new int[1];
    Runnable exclusive =
        () -> {
          if (inside.getAndIncrement() != 0) {
            overlap.set(true);
          }
          unguarded[0]++;
          inside.decrementAndGet();
        };
    Runnable task =
        () -> {
          exclusive.run();
          Promise<Integer> promise = new Promise<>();
          executor.step(() -> promise.complete(1));
          promise.await();
          exclusive.run();
          done.countDown();
        };
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < submitters; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int j = 0; j < each; j++) {
                      executor.start(task);
                      executor.step(exclusive);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    await(done);
    CountDownLatch last = new CountDownLatch(1);
    executor.step(last::countDown);
    await(last);
    assertThat(overlap).isFalse();
    assertThat(unguarded[0]).isEqualTo(submitters * each * 3);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void runsStepsInOrderAndBeforeNewTasks(ExecutorMode mode) throws Exception {
    open(mode);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          // Nothing else runs while this task does, so all of these are queued when it ends.
          executor.start(() -> order.add("task 1"));
          executor.start(
              () -> {
                order.add("task 2");
                done.countDown();
              });
          executor.step(() -> order.add("step 1"));
          executor.step(() -> order.add("step 2"));
        });
    await(done);
    assertThat(order).containsExactly("step 1", "step 2", "task 1", "task 2");
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void resumesStartedTasksBeforeNewOnes(ExecutorMode mode) throws Exception {
    open(mode);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(1);
    Promise<String> gate = new Promise<>();
    executor.start(
        () -> {
          gate.await();
          order.add("resumed");
        });
    executor.start(
        () -> {
          executor.start(
              () -> {
                order.add("new");
                done.countDown();
              });
          gate.complete("go");
        });
    await(done);
    assertThat(order).containsExactly("resumed", "new");
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void runsOthersWhileATaskWaits(ExecutorMode mode) throws Exception {
    open(mode);
    Promise<Integer> promise = new Promise<>();
    AtomicReference<Integer> seen = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          seen.set(promise.await());
          done.countDown();
        });
    executor.start(() -> promise.complete(42));
    await(done);
    assertThat(seen.get()).isEqualTo(42);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void losesNoWakeUpWhenAnotherThreadCompletes(ExecutorMode mode) throws Exception {
    open(mode);
    int rounds = 20_000;
    AtomicReference<Promise<Integer>> baton = new AtomicReference<>();
    AtomicInteger sum = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    Thread completer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  for (int i = 0; i < rounds; ) {
                    Promise<Integer> promise = baton.getAndSet(null);
                    if (promise != null) {
                      promise.complete(1);
                      i++;
                    } else {
                      Thread.onSpinWait();
                    }
                  }
                });
    executor.start(
        () -> {
          for (int i = 0; i < rounds; i++) {
            Promise<Integer> promise = new Promise<>();
            baton.set(promise);
            sum.addAndGet(promise.await());
          }
          done.countDown();
        });
    assertThat(done.await(180, TimeUnit.SECONDS)).isTrue();
    completer.join();
    assertThat(sum).hasValue(rounds);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void twoExecutorsCallEachOther(ExecutorMode mode) throws Exception {
    open(mode);
    TaskExecutor other = scheduler.newExecutor("y");
    int rounds = 5_000;
    CountDownLatch done = new CountDownLatch(2);
    for (TaskExecutor[] pair : new TaskExecutor[][] {{executor, other}, {other, executor}}) {
      pair[0].start(
          () -> {
            for (int i = 0; i < rounds; i++) {
              Promise<Integer> promise = new Promise<>();
              pair[1].start(() -> promise.complete(1));
              promise.await();
            }
            done.countDown();
          });
    }
    assertThat(done.await(180, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void refusesToWaitOutsideATask(ExecutorMode mode) throws Exception {
    open(mode);
    assertThatThrownBy(() -> new Promise<Integer>().await())
        .isInstanceOf(IllegalStateException.class);
    AtomicInteger refused = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(3);
    Runnable waits =
        () -> {
          try {
            new Promise<Integer>().await();
          } catch (IllegalStateException expected) {
            refused.incrementAndGet();
          }
          done.countDown();
        };
    executor.step(waits);
    scheduler.newStepQueue("io").step(waits);
    // This step is found by the worker that ran the task.
    executor.start(() -> executor.step(waits));
    await(done);
    assertThat(refused).hasValue(3);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void knowsWhetherItIsCurrent(ExecutorMode mode) throws Exception {
    open(mode);
    TaskExecutor other = scheduler.newExecutor("y");
    assertThat(executor.isCurrent()).isFalse();
    List<Boolean> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(2);
    Runnable look =
        () -> {
          seen.add(executor.isCurrent() && !other.isCurrent());
          done.countDown();
        };
    executor.start(look);
    executor.step(look);
    await(done);
    assertThat(seen).containsExactly(true, true);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void survivesWhatTasksAndStepsThrow(ExecutorMode mode) throws Exception {
    open(mode);
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          throw new IllegalStateException("thrown by a task, on purpose");
        });
    executor.step(
        () -> {
          throw new AssertionError("thrown by a step, on purpose");
        });
    executor.start(() -> executor.start(done::countDown));
    await(done);
    assertThat(scheduler.failures()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void namesATaskThatHoldsItsExecutor(ExecutorMode mode) throws Exception {
    open(mode, Duration.ofMillis(20));
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          // Monitors are not for tasks; here one stands for code that hogs its executor.
          long end = System.nanoTime() + 180_000_000_000L;
          while (scheduler.stalls() == 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
          }
          done.countDown();
        });
    await(done);
    assertThat(scheduler.stalls()).isEqualTo(1);
  }

  /** A task that waits behind one that does not end is ended at its deadline, and never runs. */
  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void endsWhatWaitsAtItsDeadlineWhileTheExecutorIsHeld(ExecutorMode mode) throws Exception {
    open(mode, Duration.ofMillis(20));
    AtomicBoolean release = new AtomicBoolean();
    CountDownLatch expired = new CountDownLatch(2);
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    executor.start(
        () -> {
          begun.countDown();
          while (!release.get()) {
            Thread.onSpinWait();
          }
        });
    await(begun);
    long soon = System.nanoTime() + 30_000_000;
    executor.start(DeadlineTask.of(soon, () -> ran.add("late task"), expired::countDown));
    executor.start(() -> ran.add("task"));
    executor.step(DeadlineTask.of(soon, () -> ran.add("late step"), expired::countDown));
    executor.step(() -> ran.add("step"));
    await(expired);
    Await.that(
        "it is seen to be held",
        () -> scheduler.held().stream().map(HeldQueue::name).anyMatch("x"::equals));
    executor.start(
        DeadlineTask.of(Long.MAX_VALUE >> 1, () -> ran.add("in time"), () -> ran.add("expired")));
    executor.start(done::countDown);
    release.set(true);
    await(done);
    assertThat(ran).containsExactly("step", "task", "in time");
    Await.that("nothing is held", () -> scheduler.held().isEmpty());
  }

  /**
   * An executor that is not held, and has more before it than it can do, ends what is late, too.
   */
  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void losesNothingWhileItIsLookedAt(ExecutorMode mode) throws Exception {
    open(mode, Duration.ofMillis(1));
    int tasks = 20_000;
    AtomicInteger ends = new AtomicInteger();
    for (int i = 0; i < tasks; i++) {
      long deadline = System.nanoTime() + i % 7 * 100_000L;
      executor.start(DeadlineTask.of(deadline, ends::incrementAndGet, ends::incrementAndGet));
      executor.step(DeadlineTask.of(deadline, ends::incrementAndGet, ends::incrementAndGet));
    }
    Await.that("all end", () -> ends.get() == 2 * tasks);
    CountDownLatch last = new CountDownLatch(1);
    executor.start(last::countDown);
    await(last);
    assertThat(ends).hasValue(2 * tasks);
  }

  /** A task that is next in the queue of a lock needs its executor, which a step must not take. */
  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void tasksAndStepsMayShareALockThatQueues(ExecutorMode mode) throws Exception {
    open(mode);
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    CountDownLatch done;
    try {
      done = blockATaskAndAStep(lock::lock, lock::unlock);
    } finally {
      lock.unlock();
    }
    await(done);
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void tasksAndStepsMayShareAMonitor(ExecutorMode mode) throws Exception {
    open(mode);
    CountDownLatch done;
    synchronized (this) {
      done = blockATaskAndAStep(this::enterMonitor, () -> {});
    }
    await(done);
  }

  private synchronized void enterMonitor() {}

  /**
   * Starts a task and then a step that take a lock, which the caller has; returns when the task is
   * blocked, and the step has had time to begin, if it may.
   */
  private CountDownLatch blockATaskAndAStep(Runnable lock, Runnable unlock) throws Exception {
    CountDownLatch done = new CountDownLatch(3);
    AtomicReference<Thread> task = new AtomicReference<>();
    AtomicBoolean ended = new AtomicBoolean();
    Promise<Integer> promise = new Promise<>();
    executor.start(
        () -> {
          promise.await();
          done.countDown();
        });
    executor.start(
        () -> {
          task.set(Thread.currentThread());
          lock.run();
          ended.set(true);
          unlock.run();
          done.countDown();
        });
    Await.that(
        "the task blocked",
        () -> {
          Thread thread = task.get();
          return thread != null && isBlocked(thread.getState());
        });
    promise.complete(1);
    executor.step(
        () -> {
          lock.run();
          unlock.run();
          assertThat(ended).isTrue();
          done.countDown();
        });
    Thread.sleep(100);
    return done;
  }

  private static boolean isBlocked(Thread.State state) {
    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
  }

  @Test
  void aTaskThatWaitsOtherwiseThanForALockLeavesItsCarrier() throws Exception {
    open(ExecutorMode.CARRIER);
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch stepped = new CountDownLatch(1);
    executor.start(
        () -> {
          executor.step(stepped::countDown);
          Uninterruptibly.await(stepped);
          done.countDown();
        });
    await(done);
  }

  /**
   * A task that sleeps has given its executor away: it is told as one that waits, and the executor
   * is held by what runs on it, and by nothing else.
   */
  @Test
  void tasksThatWaitForSomethingElseAreToldAndHoldNobodyUp() throws Exception {
    open(ExecutorMode.CARRIER, Duration.ofMillis(20));
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(2);
    AtomicBoolean release = new AtomicBoolean();
    for (int i = 0; i < 2; i++) {
      executor.start(
          () -> {
            Uninterruptibly.await(never);
            done.countDown();
          });
    }
    Await.that(
        "the tasks that wait are told, and nothing else",
        () ->
            HeldQueue.hindering(scheduler.held(), 1).size() == 1
                && HeldQueue.of(scheduler.held(), 1).isEmpty());
    assertThat(HeldQueue.words(scheduler.held())).contains("for something that is not Tutti's");
    executor.start(
        () -> {
          while (!release.get()) {
            Thread.onSpinWait();
          }
        });
    Await.that("the holder is told", () -> HeldQueue.of(scheduler.held(), 1).size() == 1);
    release.set(true);
    never.countDown();
    await(done);
    Await.that("nothing is told any more", () -> scheduler.held().isEmpty());
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void runsStepsOfAStepQueueInOrderOnOneThread(ExecutorMode mode) throws Exception {
    open(mode);
    StepQueue queue = scheduler.newStepQueue("io");
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      int number = i;
      queue.step(
          () -> {
            order.add(number);
            threads.add(Thread.currentThread());
            done.countDown();
          });
    }
    await(done);
    assertThat(order).isSorted();
    assertThat(threads).containsOnly(threads.getFirst());
    assertThat(threads.getFirst().isVirtual()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void endsItsThreadsWhenClosedAndDropsWhatComesLater(ExecutorMode mode) throws Exception {
    open(mode);
    CountDownLatch waiting = new CountDownLatch(1);
    executor.start(
        () -> {
          waiting.countDown();
          new Promise<Integer>().await();
        });
    await(waiting);
    scheduler.newStepQueue("io-of-the-closed");
    scheduler.close();
    AtomicBoolean ran = new AtomicBoolean();
    executor.start(() -> ran.set(true));
    executor.step(() -> ran.set(true));
    Thread.sleep(50);
    assertThat(ran).isFalse();
    Await.that(
        "the thread's end",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("io-of-the-closed")));
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void runsOthersWhileATaskPauses(ExecutorMode mode) throws Exception {
    open(mode);
    CountDownLatch ended = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    long[] paused = new long[1];
    executor.start(
        () -> {
          executor.start(() -> order.add("other"));
          long begin = System.nanoTime();
          TaskContext.current().pause(20_000_000);
          paused[0] = System.nanoTime() - begin;
          // On a busy machine, the other begins later than that.
          while (order.isEmpty()) {
            TaskContext.current().pause(1_000_000);
          }
          order.add("paused");
          ended.countDown();
        });
    await(ended);
    assertThat(order).containsExactly("other", "paused");
    assertThat(paused[0]).isGreaterThanOrEqualTo(20_000_000);
  }
}
