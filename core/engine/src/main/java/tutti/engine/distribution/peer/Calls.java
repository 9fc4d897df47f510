package tutti.engine.distribution.peer;

import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.TooLong;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Reason;
import tutti.protocol.commit.Timing;

/**
 * The questions to other nodes on behalf of clients: each is asked again until it is answered or
 * its time is over. Thread-safe.
 */
public final class Calls {
  private final Peers peers;
  private final Scheduler scheduler;
  private final StepQueue service;
  private final Timing timing;
  private final AtomicLong nextNumber;
  private final ConcurrentHashMap<Long, Call> open = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /** The open questions that pass a request on, by the name of its transaction. */
  private final ConcurrentHashMap<TransactionId, Call> submits = new ConcurrentHashMap<>();

  /** The count in the newest response of each node. */
  private final ConcurrentHashMap<Integer, Long> heard = new ConcurrentHashMap<>();

  /** The result of a question. */
  public sealed interface Result {
    record Answered(Answer answer) implements Result {}

    /** The question was surely not asked. */
    record Unsent() implements Result {}

    /** The question is longer than a message, and was surely not asked. */
    record Unsendable(Reason.Unavailable why) implements Result {}

    /**
     * The other node may have heard the question, and did not answer in time, or its connection has
     * ended.
     */
    record Silent() implements Result {}

    /**
     * Returns the answer, of which a question that could not be sent has a reason in its place.
     *
     * @param none the answer in place of one that does not come
     */
    default Answer answer(Answer none) {
      return switch (this) {
        case Answered(Answer answer) -> answer;
        case Unsendable(var why) -> new Answer.Failed(why.code(), why.message());
        case Unsent _, Silent _ -> none;
      };
    }
  }

  /**
   * @param timing how soon a question is asked again
   * @param incarnation how often this node has started: question numbers belong to it
   */
  public Calls(
      Peers peers, Scheduler scheduler, StepQueue service, Timing timing, long incarnation) {
    this.peers = peers;
    this.scheduler = scheduler;
    this.service = service;
    this.timing = timing;
    this.nextNumber = new AtomicLong((incarnation << 32) + 1);
  }

  /** Asks a node, if it can be reached; {@code done} is told once, on some thread. */
  public void ask(int node, Question question, long timeoutNanos, Consumer<Result> done) {
    ask(node, question, scheduler.nanos(), timeoutNanos, done);
  }

  /**
   * Asks a node what has waited here for a while.
   *
   * @param begunNanos when it came, from which on its {@link #age} counts
   * @param timeoutNanos from now on
   */
  public void ask(
      int node, Question question, long begunNanos, long timeoutNanos, Consumer<Result> done) {
    long deadline = scheduler.nanos() + timeoutNanos;
    Call call = new Call(nextNumber.getAndIncrement(), node, question, begunNanos, deadline, done);
    open.put(call.number, call);
    if (question instanceof Question.Submit submit) {
      submits.put(submit.id(), call);
    }
    try {
      if (!stopped && call.send()) {
        call.begun = true;
        call.later();
        if (stopped) {
          call.end(new Result.Silent());
        }
      } else {
        call.end(new Result.Unsent());
      }
    } catch (IllegalArgumentException tooLong) {
      String what = "what is asked of " + peers.name(node);
      call.end(new Result.Unsendable(TooLong.reason(what, tooLong)));
    }
  }

  /** Returns the {@link PeerMessage.Response#answered} of a node's newest response, or 0. */
  public long heard(int node) {
    return heard.getOrDefault(node, 0L);
  }

  /**
   * Returns for how long this node has had a request that it has passed on and has no answer for,
   * in nanoseconds; empty if there is no such request.
   */
  public OptionalLong age(TransactionId id) {
    Call call = submits.get(id);
    return call == null
        ? OptionalLong.empty()
        : OptionalLong.of(scheduler.nanos() - call.begunNanos);
  }

  public void answered(int node, PeerMessage.Response response) {
    Long known = heard.get(node);
    if (known == null || known != response.answered()) {
      heard.put(node, response.answered());
    }
    Call call = open.get(response.number());
    if (call != null) {
      call.end(new Result.Answered(response.answer()));
    }
  }

  public void connected(int node) {
    for (Call call : open.values()) {
      // A call that is not begun is sent by its own thread, or reported as unsent.
      if (call.node == node && call.begun) {
        call.send();
      }
    }
  }

  /**
   * Ends all questions to a node whose connection has ended and that cannot be reached again so
   * soon: no answer comes.
   */
  public void lost(int node) {
    for (Call call : open.values()) {
      if (call.node == node && call.begun) {
        call.end(new Result.Silent());
      }
    }
  }

  public int size() {
    return open.size();
  }

  /** Ends all questions: the node stops, and hears no answer any more. New ones are not asked. */
  public void stop() {
    stopped = true;
    for (Call call : open.values()) {
      // A call that is not begun is ended by its own thread.
      if (call.begun) {
        call.end(new Result.Silent());
      }
    }
  }

  /** One question that is not answered yet. */
  private final class Call {
    private final long number;
    private final int node;
    private final Question question;
    private final long deadlineNanos;
    private final Consumer<Result> done;
    private final long begunNanos;
    private long waitNanos;
    private volatile boolean begun;
    private volatile Scheduler.Timer timer = () -> {};

    Call(
        long number,
        int node,
        Question question,
        long begunNanos,
        long deadlineNanos,
        Consumer<Result> done) {
      this.number = number;
      this.node = node;
      this.begunNanos = begunNanos;
      this.waitNanos = timing.retryNanos();
      this.question = question;
      this.deadlineNanos = deadlineNanos;
      this.done = done;
    }

    boolean send() {
      return peers.send(node, new PeerMessage.Request(number, question));
    }

    void later() {
      long left = deadlineNanos - scheduler.nanos();
      long wait =
          scheduler.injects(FaultPoint.FORWARDED_AGAIN_EARLY) ? 1 : Math.min(left, waitNanos);
      timer = scheduler.after(Math.max(1, wait), service, this::look);
    }

    private void look() {
      if (!open.containsKey(number)) {
        return;
      }
      if (scheduler.nanos() >= deadlineNanos) {
        end(new Result.Silent());
      } else {
        send();
        waitNanos = timing.after(waitNanos);
        later();
      }
    }

    void end(Result result) {
      if (open.remove(number) != null) {
        if (question instanceof Question.Submit submit) {
          submits.remove(submit.id(), this);
        }
        timer.cancel();
        done.accept(result);
      }
    }
  }
}
