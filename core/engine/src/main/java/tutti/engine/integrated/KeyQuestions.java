package tutti.engine.integrated;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Encoder;

/**
 * The questions for keys that one host asks. Each is sent, repeatedly, to the replicas that have
 * not answered, until it is answered or late. Thread-safe; all work is done on the queue of
 * machines.
 */
public final class KeyQuestions {

  /** The way of a question to a replica. */
  @FunctionalInterface
  public interface Way {
    void send(int shard, int host, Consumer<Encoder> question);
  }

  private final Map<Integer, List<Integer>> groups;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Way way;
  private final Map<Long, KeyQuestion> open = new HashMap<>();

  /** The number of the last question; answers to an earlier start of the host have others. */
  private long last;

  /**
   * @param groups the hosts of each shard
   * @param queue of the host's machines
   * @param nonce a number that no other start of anything has
   */
  public KeyQuestions(
      Map<Integer, List<Integer>> groups,
      Scheduler scheduler,
      StepQueue queue,
      long nonce,
      Way way) {
    this.groups = Map.copyOf(groups);
    this.scheduler = scheduler;
    this.queue = queue;
    this.last = nonce;
    this.way = way;
  }

  /**
   * Asks for keys of a type after a given one.
   *
   * @param retryNanos the time after which the question is repeated for the first time
   * @param deadlineNanos the question is not repeated after this, in the scheduler's nanoseconds
   * @param seen is called with the keys, on the queue; never if no majority of a shard answers
   */
  public void ask(
      String type,
      @Nullable String after,
      int most,
      long retryNanos,
      long deadlineNanos,
      Consumer<List<String>> seen) {
    queue.step(
        () -> {
          KeyQuestion.Asked asked =
              new KeyQuestion.Asked(++last, type, after == null ? "" : after, most);
          repeat(new KeyQuestion(asked, groups, seen), retryNanos, retryNanos, deadlineNanos);
        });
  }

  private void repeat(KeyQuestion question, long pauseNanos, long retryNanos, long deadlineNanos) {
    long left = deadlineNanos - scheduler.nanos();
    if (question.isAnswered() || left <= 0) {
      open.remove(question.number());
      return;
    }
    open.put(question.number(), question);
    question.unanswered((shard, host) -> way.send(shard, host, question::encode));
    long longer = QuestionPauses.longer(pauseNanos, retryNanos);
    scheduler.after(
        Math.min(pauseNanos, left),
        queue,
        () -> repeat(question, longer, retryNanos, deadlineNanos));
  }

  /** Handles the answer of a replica. Call this only on the queue. */
  public void told(int shard, int host, KeyQuestion.Told told) {
    KeyQuestion question = open.get(told.number());
    if (question != null) {
      question.told(shard, host, told);
    }
  }
}
