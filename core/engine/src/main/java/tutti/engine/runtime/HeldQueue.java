package tutti.engine.runtime;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An executor, or a thread for steps, that has been running one task or step for a while, so that
 * its other tasks or steps wait.
 *
 * @param name the name of the executor or thread
 * @param nanos the time for which it has been held, at least
 * @param waiting how many other tasks or steps wait, approximately
 * @param executor true for an executor; false for a thread for steps that wait for devices
 * @param strayed whether the task waits for something outside of Tutti (it sleeps, for example), so
 *     that other tasks run on the executor meanwhile, and only this task does not continue
 */
public record HeldQueue(String name, long nanos, int waiting, boolean executor, boolean strayed) {
  /** The threads without which requests are not answered. */
  private static final Set<String> SERVING = Set.of("journal", "replicas", "tapir", "janus");

  /** An executor or thread of which nothing else goes on. */
  public HeldQueue(String name, long nanos, int waiting, boolean executor) {
    this(name, nanos, waiting, executor, false);
  }

  /** Returns the whole seconds for which it has been held. */
  public long seconds() {
    return nanos / 1_000_000_000;
  }

  /** Returns whether the thread that flushes a log is meant. */
  public boolean flushes() {
    return !executor && name.equals("journal");
  }

  /**
   * Returns those queues that have been held for {@code nanos}, and without which requests are not
   * answered: executors, the log, and the machines of replicas. Other queues, such as that of
   * checkpoints, may run one step for minutes.
   */
  public static List<HeldQueue> of(List<HeldQueue> held, long nanos) {
    return held.stream()
        .filter(each -> !each.strayed && each.nanos >= nanos)
        .filter(each -> each.executor || SERVING.contains(each.name))
        .toList();
  }

  /**
   * Returns those queues that have kept a task from continuing for {@code nanos}: those of {@link
   * #of}, and tasks that wait for something outside of Tutti.
   */
  public static List<HeldQueue> hindering(List<HeldQueue> held, long nanos) {
    return held.stream()
        .filter(each -> each.nanos >= nanos)
        .filter(each -> each.executor || SERVING.contains(each.name))
        .toList();
  }

  /** Returns what is held, in words for a person. */
  public static String words(List<HeldQueue> held) {
    return held.isEmpty()
        ? "nothing is held any more"
        : held.stream().map(HeldQueue::text).collect(Collectors.joining(", and "));
  }

  private String text() {
    if (strayed) {
      return "a task of executor "
          + name
          + " has waited for "
          + seconds()
          + " s for something that is not Tutti's";
    }
    return flushes()
        ? "a flush of the log has not ended for " + seconds() + " s"
        : (executor ? "executor " : "thread ")
            + name
            + " has been held by one task for "
            + seconds()
            + " s, and "
            + waiting
            + " others wait";
  }
}
