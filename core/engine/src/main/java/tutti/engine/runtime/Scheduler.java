package tutti.engine.runtime;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import tutti.engine.memory.Heap;

/**
 * The port for threads and time. The real driver has one carrier thread per executor; the simulator
 * runs all executors of all nodes on one thread in virtual time.
 */
public interface Scheduler extends AutoCloseable {

  /** Monotonic time in nanoseconds, from an arbitrary origin. */
  long nanos();

  /** Returns the wall-clock time, in UTC. */
  Instant now();

  /**
   * Returns the clocks of the node's peers, as its transport reads them: one object for the life of
   * a scheduler. Where clocks are not compared it knows of no peers.
   */
  default PeerClocks clocks() {
    return new PeerClocks(this::now, this::nanos);
  }

  /**
   * The size of the stack on which tasks run, in bytes. The memory is the system's to give, page by
   * page, where a task goes as deep. Executors without threads of their own ({@link
   * ExecutorMode#PERMIT}) have the virtual machine's size instead.
   */
  long STACK_BYTES = 16L << 20;

  /**
   * The size of the stack on which rows are made again that tasks have made, at followers and when
   * a folder is opened, in bytes: what was compiled then may be interpreted now, and take more.
   */
  long READING_STACK_BYTES = 4 * STACK_BYTES;

  /** A new executor: one carrier thread with a queue. */
  TaskExecutor newExecutor(String name);

  /**
   * Makes an executor as {@link #newExecutor(String)} does; if {@code pinned}, on a core of its own
   * ({@link TaskExecutor#core()}) as far as the platform allows it. Simulated ones have none.
   */
  default TaskExecutor newExecutor(String name, boolean pinned) {
    return newExecutor(name);
  }

  /**
   * Makes an executor whose tasks have a stack of {@code stackBytes}, in every {@link
   * ExecutorMode}. The simulator ignores the size.
   */
  default TaskExecutor newExecutor(String name, long stackBytes) {
    return newExecutor(name);
  }

  /** Returns how many cores executors share; 0 if it is not known, or time is virtual. */
  default int cores() {
    return 0;
  }

  /**
   * A thread for steps that block on devices (flushing, checkpointing): steps run one after
   * another, apart from all executors.
   */
  StepQueue newStepQueue(String name);

  /**
   * Makes a queue as {@link #newStepQueue} does, for the steps of machines on whose promises other
   * processes rely: a step that throws ends the process ({@link #failStop}).
   */
  default StepQueue newMachineQueue(String name) {
    return new MachineQueue(newStepQueue(name), this, name);
  }

  /**
   * Ends the process, before anything else leaves it: a step of a machine has failed, and what the
   * machine has in memory may differ from what it has written and sent. In production the process
   * halts, and nothing can catch that; in the simulator the node crashes.
   *
   * @return never; the type lets a caller write {@code throw scheduler.failStop(…)}
   * @throws ProcessEnded if the process goes on without the node
   */
  default Error failStop(MachineFailure failure) {
    throw new ProcessEnded(failure);
  }

  /**
   * A place at which the step of a machine may fail: before each of its effects. Has no effect in
   * production; the simulator may throw here, and the node must end as {@link #failStop} says.
   */
  default void mayFail() {}

  /**
   * Marks a place at which the step of a machine may fail again and again, at each start: before it
   * takes something. Has no effect in production; a simulator or a test may throw here.
   *
   * @param shard the shard of the machine
   * @param place a number that is equal for the place at all starts, on all hosts
   */
  default void mayFailAt(int shard, long place) {}

  /**
   * Runs work that waits for the world outside of the node, apart from all executors and step
   * queues that serve it.
   */
  default void outside(Runnable work) {
    newStepQueue("outside").step(work);
  }

  /**
   * Runs {@code step} on {@code on} once {@code delayNanos} have passed, unless cancelled first.
   */
  Timer after(long delayNanos, StepQueue on, Runnable step);

  /**
   * A scheduling point: every access, lock step and validation step calls it. Has no effect in
   * production; in the simulator it is a switch to another task that the seed may choose. Must be
   * called from a task, never under a latch.
   */
  void point();

  /**
   * Whether the place's event shall happen now: see {@link FaultPoint}. Never in production, where
   * this call is free. May be called from anywhere.
   */
  default boolean injects(FaultPoint place) {
    return false;
  }

  /**
   * Calls back, with the reason for a person, when a thread of the process meets an error after
   * which nothing can be relied on: see {@link FatalErrors}. Perhaps several times, on any thread;
   * must be short.
   */
  default void onFatalError(Consumer<String> listener) {}

  /**
   * Returns the executors and threads of which nothing goes on, since one task or step has held
   * them for a quarter of a second or longer. For example, a procedure that loops, or a flush of a
   * disk that does not answer.
   */
  default List<HeldQueue> held() {
    return List.of();
  }

  /**
   * Returns for how long the work has waited that the least busy executor begins now, in
   * nanoseconds; 0 if there is an executor for which nothing waits. May be called often, from
   * anywhere.
   */
  default long delayNanos() {
    return 0;
  }

  /**
   * Calls back again and again while something is {@linkplain #held held}, a few times a second, on
   * the thread for timers; until it is cancelled. The call must be short, and wait for nothing.
   */
  default Timer whileHeld(Runnable look) {
    return () -> {};
  }

  /** Returns the memory of the process. */
  default Heap heap() {
    return Heap.AMPLE;
  }

  /** Ends all threads. Tasks that still wait are abandoned. */
  @Override
  void close();

  /** A step that will run later. */
  interface Timer {
    /** Prevents the step, if it has not started. */
    void cancel();
  }
}
