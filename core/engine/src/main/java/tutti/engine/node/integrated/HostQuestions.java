package tutti.engine.node.integrated;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.TooLong;
import tutti.engine.distribution.peer.BulkAnswers;
import tutti.engine.distribution.peer.PeerReading;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.integrated.QuestionPauses;
import tutti.engine.memory.BytesUnderWay;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;

/**
 * The questions of a host to others and to itself, each put again until it is answered: a host may
 * be asked twice, and must answer alike; it is asked less and less often ({@link QuestionPauses}).
 * Thread-safe.
 */
final class HostQuestions implements QuestionTargets<Question> {
  private final ReplicaLayout layout;
  private final IntegratedLinks links;
  private final MessageFormat format;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final BiConsumer<Question, Consumer<Answer>> here;
  private final long retryNanos;
  private final BulkAnswers answers;
  private final PeerReading reading;
  private final AtomicLong numbers;
  private final Map<Long, Consumer<Answer>> open = new ConcurrentHashMap<>();

  /**
   * @param memory counts the results that wait to be told
   * @param here answers a question to this host
   * @param first a number that the questions of no other start of this host come near to
   */
  HostQuestions(
      ReplicaLayout layout,
      IntegratedLinks links,
      MessageFormat format,
      Scheduler scheduler,
      StepQueue queue,
      BytesUnderWay memory,
      BiConsumer<Question, Consumer<Answer>> here,
      long first) {
    this.layout = layout;
    this.links = links;
    this.format = format;
    this.scheduler = scheduler;
    this.queue = queue;
    this.here = here;
    this.retryNanos = layout.deployment().questions().retry().toNanos();
    this.numbers = new AtomicLong(first);
    this.reading = new PeerReading(format, scheduler, queue, this::take);
    this.answers =
        new BulkAnswers(
            scheduler.newStepQueue("answers"),
            memory,
            new BulkAnswers.Way() {
              @Override
              public void send(int host, long number, Answer answer) {
                answer(host, number, answer);
              }

              @Override
              public void afterSent(int host, Runnable then) {
                links.afterSent(host, then);
              }
            });
  }

  /**
   * Tells the status of a transaction: only the host that has run it remembers its outcome, until
   * it is started again.
   */
  void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
    if (id.node() < 0 || id.node() >= layout.hosts()) {
      onStatus.accept(new TransactionStatus.Unknown());
      return;
    }
    ask(
        id.node(),
        new Question.Status(id),
        timeoutNanos,
        answer ->
            onStatus.accept(
                answer instanceof Answer.Stands(var status)
                    ? status
                    : new TransactionStatus.Waiting(
                        "host " + layout.name(id.node()) + " has run it, and cannot be reached")));
  }

  @Override
  public int count() {
    return layout.hosts();
  }

  /** Asks a host; {@code done} is told once: a failure, if no answer has come in time. */
  @Override
  public void ask(int host, Question question, long timeoutNanos, Consumer<Answer> done) {
    long number = numbers.incrementAndGet();
    open.put(number, done);
    long deadline = scheduler.nanos() + timeoutNanos;
    if (host == layout.self()) {
      here.accept(question, answer -> answered(number, answer));
      await(number, host, deadline);
    } else {
      ask(number, host, question, deadline, retryNanos);
    }
  }

  /** Gives a question to this host up that it does not answer. */
  private void await(long number, int host, long deadline) {
    if (open.containsKey(number)) {
      long left = Math.max(0, deadline - scheduler.nanos());
      scheduler.after(left, queue, () -> answered(number, silent(host)));
    }
  }

  private Answer silent(int host) {
    return new Answer.Failed(
        "node-unavailable", "host " + layout.name(host) + " cannot be reached, or does not answer");
  }

  /**
   * Sends a question that is still open.
   *
   * @param pauseNanos the pause before the question is put again
   */
  private void ask(long number, int host, Question question, long deadline, long pauseNanos) {
    if (!open.containsKey(number)) {
      return;
    }
    long left = deadline - scheduler.nanos();
    if (left <= 0) {
      answered(number, silent(host));
      return;
    }
    try {
      links.question(host, format.write(new PeerMessage.Request(number, question)));
    } catch (IllegalArgumentException tooLong) {
      String what = "what is asked of host " + layout.name(host);
      answered(
          number,
          new Answer.Failed(Reason.Unavailable.TOO_LARGE, TooLong.reason(what, tooLong).message()));
      return;
    }
    long longer = QuestionPauses.longer(pauseNanos, retryNanos);
    scheduler.after(
        Math.min(pauseNanos, left), queue, () -> ask(number, host, question, deadline, longer));
  }

  /** Sends an answer, or a short one in place of one that is too long to be sent. */
  private void answer(int host, long number, Answer answer) {
    try {
      links.question(host, format.write(new PeerMessage.Response(number, answer, 0)));
    } catch (IllegalArgumentException tooLong) {
      Answer instead = TooLong.instead(answer, "host " + layout.name(layout.self()), tooLong);
      links.question(host, format.write(new PeerMessage.Response(number, instead, 0)));
    }
  }

  private void answered(long number, Answer answer) {
    Consumer<Answer> asked = open.remove(number);
    if (asked != null) {
      asked.accept(answer);
    }
  }

  /** Takes a question or an answer of another host. */
  void received(int host, byte[] bytes) {
    reading.received(host, bytes, 0, bytes.length);
  }

  private void take(int host, PeerMessage message) {
    switch (message) {
      case PeerMessage.Request(long number, Question question) ->
          answers.asked(host, number, question, answer -> here.accept(question, answer));
      case PeerMessage.Response(long number, Answer answer, long _) -> answered(number, answer);
      default -> {}
    }
  }
}
