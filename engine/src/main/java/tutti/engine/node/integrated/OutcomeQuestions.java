package tutti.engine.node.integrated;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.node.shard.Layout;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.TransactionStatus;

/**
 * The questions for outcomes of transactions that other hosts have run: only the host that has run
 * a transaction remembers its outcome, until it is started again. Thread-safe.
 */
final class OutcomeQuestions {
  private final Layout layout;
  private final IntegratedLinks links;
  private final MessageFormat format;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Function<TransactionId, TransactionStatus> own;
  private final long retryNanos;
  private final AtomicLong numbers;
  private final Map<Long, Consumer<TransactionStatus>> open = new ConcurrentHashMap<>();

  /**
   * @param own gives the status of a transaction that this host has run
   * @param first a number that the questions of no other start of this host come near to
   */
  OutcomeQuestions(
      Layout layout,
      IntegratedLinks links,
      MessageFormat format,
      Scheduler scheduler,
      StepQueue queue,
      Function<TransactionId, TransactionStatus> own,
      long first) {
    this.layout = layout;
    this.links = links;
    this.format = format;
    this.scheduler = scheduler;
    this.queue = queue;
    this.own = own;
    this.retryNanos = layout.deployment().questions().retry().toNanos();
    this.numbers = new AtomicLong(first);
  }

  /** Tells the status of a transaction, whichever host has run it. */
  void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
    if (id.node() == layout.self()) {
      onStatus.accept(own.apply(id));
    } else if (id.node() < 0 || id.node() >= layout.hosts()) {
      onStatus.accept(new TransactionStatus.Unknown());
    } else {
      long number = numbers.incrementAndGet();
      open.put(number, onStatus);
      ask(number, id, scheduler.nanos() + timeoutNanos);
    }
  }

  private void ask(long number, TransactionId id, long deadline) {
    if (!open.containsKey(number)) {
      return;
    }
    if (scheduler.nanos() >= deadline) {
      answered(
          number,
          new TransactionStatus.Waiting(
              "host " + layout.name(id.node()) + " has run it, and cannot be reached"));
      return;
    }
    links.question(
        id.node(), format.write(new PeerMessage.Request(number, new Question.Status(id))));
    scheduler.after(retryNanos, queue, () -> ask(number, id, deadline));
  }

  private void answered(long number, TransactionStatus status) {
    Consumer<TransactionStatus> asked = open.remove(number);
    if (asked != null) {
      asked.accept(status);
    }
  }

  /** Takes a question or an answer of another host. */
  void received(int host, byte[] bytes) {
    switch (format.read(bytes, 0, bytes.length)) {
      case PeerMessage.Request(long number, Question.Status(var id)) ->
          links.question(
              host,
              format.write(new PeerMessage.Response(number, new Answer.Stands(own.apply(id)), 0)));
      case PeerMessage.Response(long number, Answer.Stands(var status), long _) ->
          answered(number, status);
      default -> {}
    }
  }
}
