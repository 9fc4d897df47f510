package tutti.engine.transaction.outcome;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/**
 * The end of every submission: its outcome goes to the tables, the counters and the client, in this
 * order, so that a client that has the outcome finds it in every table. Thread-safe.
 */
public final class Completion {
  /** The outcomes and reasons that are counted apart, at most. */
  private static final int MOST_REASONS = 1000;

  /** The greatest length of the name of one, in UTF-16 units. */
  private static final int LONGEST_REASON = 100;

  private final Scheduler scheduler;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final @Nullable AnsweredKeys answered;
  private final AnswerLog log;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Admitted submissions whose clients have not all been told. */
  private final AtomicInteger untold = new AtomicInteger();

  private final AtomicReference<@Nullable Runnable> whenIdle = new AtomicReference<>();
  private final LongAdder committed = new LongAdder();
  private final Map<RetryCause, LongAdder> retries = new EnumMap<>(RetryCause.class);
  private final ConcurrentHashMap<String, LongAdder> others = new ConcurrentHashMap<>();

  /** Ends submissions of a node that no other one succeeds. */
  public Completion(Scheduler scheduler, OutcomeStore store) {
    this(scheduler, store, AnswerLog.NONE);
  }

  /**
   * @param log keeps answers without an effect, if they are about a key
   */
  public Completion(Scheduler scheduler, OutcomeStore store, AnswerLog log) {
    this.log = log;
    this.scheduler = scheduler;
    this.outcomes = store.outcomes();
    this.keys = store.keys();
    this.answered = store.answered();
    for (RetryCause cause : RetryCause.values()) {
      retries.put(cause, new LongAdder());
    }
  }

  /** Takes a place among the running submissions, if fewer than {@code limit} run. */
  public boolean admit(int limit) {
    untold.incrementAndGet();
    if (inFlight.incrementAndGet() > limit) {
      leave();
      return false;
    }
    return true;
  }

  public void started(Submission submission) {
    outcomes.started(submission);
  }

  /**
   * Records that the decision record is in the log.
   *
   * @param at the time in the record
   */
  public void decided(Submission submission, Outcome.Committed outcome, Instant at) {
    outcomes.decided(outcome, submission);
    Idempotency idempotency = submission.request().idempotency();
    if (idempotency != null) {
      keys.decided(idempotency, submission, outcome, at);
    }
  }

  /**
   * Tells the outcome and gives the place back. If the client was already told that the transaction
   * is in doubt, only the tables learn how it ended.
   */
  public void end(Submission submission, Outcome outcome) {
    Idempotency idempotency = submission.request().idempotency();
    if (idempotency != null
        && !submission.isTold()
        && !(outcome instanceof Outcome.InDoubt)
        && keys.isRunning(idempotency, submission)) {
      answers(
          outcome,
          idempotency,
          durable -> end(submission, durable ? outcome : untold(outcome), true));
    } else {
      end(submission, outcome, true);
    }
  }

  /** The outcome in place of one without an effect that may not be told, since it is in no log. */
  private static Outcome untold(Outcome outcome) {
    return new Outcome.Aborted(outcome.transaction(), Reason.Unavailable.leaderChanged());
  }

  /**
   * Writes, for later leaders, a record that a request is about to be answered without an effect.
   * The reason of a leader that ends, or a reason about one try only, is not an answer about the
   * key, and is not written. So a request that is refused for want of memory, or since too many
   * run, needs no log. For example, a host whose heap is full refuses thousands of requests a
   * second, and a record for each would fill the logs of all hosts, which are in memory.
   *
   * @param durable is called with whether the request may be answered
   */
  public void answers(Outcome outcome, Idempotency idempotency, Consumer<Boolean> durable) {
    if (answered == null || isOfOneTry(outcome)) {
      durable.accept(true);
    } else {
      log.answers(outcome.transaction(), idempotency.key(), durable);
    }
  }

  private static boolean isOfOneTry(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(var _, var reason)
        && switch (reason) {
          case Reason.Overloaded _ -> true;
          case Reason.Unavailable why ->
              Reason.Unavailable.OF_A_CHANGE.contains(why.code()) || !why.isAboutKey();
          default -> false;
        };
  }

  private void end(Submission submission, Outcome outcome, boolean counts) {
    boolean told = submission.isTold();
    if (told && outcome instanceof Outcome.InDoubt) {
      submission.giveBack();
      return;
    }
    outcomes.ended(outcome);
    if (told || !submission.tell()) {
      keysOf(submission, outcome);
      submission.giveBack();
      return;
    }
    Spans spans = submission.spans();
    if (spans != null) {
      spans.end(word(outcome));
    }
    keysOf(submission, outcome);
    if (counts) {
      count(outcome);
    }
    // The place is free before the client hears: the client's next request must not find it taken.
    inFlight.decrementAndGet();
    try {
      submission.end(outcome);
    } finally {
      // What takes the outcome on has counted it by now.
      submission.giveBack();
      told();
    }
  }

  /**
   * Answers the clients of all submissions that have not ended although their deadlines are over:
   * in doubt, or, if a submission changes nothing, that its time is over. The tasks that would end
   * the submissions cannot continue. Only the tables learn the later outcome of such a transaction;
   * the key of a submission that changes nothing is free immediately, so that a repeat runs anew.
   *
   * @param before a deadline at or before this moment, in the scheduler's nanoseconds, is over
   * @param why the reason why the tasks cannot continue, in words for a person
   */
  public void overdue(long before, String why) {
    if (inFlight.get() == 0) {
      return;
    }
    outcomes.open(
        submission -> {
          if (submission.deadlineNanos() - before <= 0 && submission.tell()) {
            Outcome untold = submission.request().untold(submission.id(), why);
            count(untold);
            if (untold instanceof Outcome.Aborted) {
              free(submission);
            }
            inFlight.decrementAndGet();
            submission.end(untold);
            told();
          }
        });
  }

  /**
   * Ends a submission that did not run: its key is that of a transaction that has committed,
   * perhaps at another host, and the outcome of that transaction is the answer.
   *
   * @param at the time of that transaction
   */
  public void answered(Submission submission, Outcome.Committed former, Instant at) {
    decided(submission, former, at);
    outcomes.ended(new Outcome.Committed(submission.id(), former.results()));
    end(submission, former, false);
  }

  /**
   * Ends a submission whose task has ended by a bug of the server: only the log can say how the
   * transaction ended.
   */
  public void abandon(Submission submission, String why) {
    Idempotency idempotency = submission.request().idempotency();
    if (idempotency != null) {
      keys.abandoned(idempotency, submission, scheduler.now());
    }
    end(submission, new Outcome.InDoubt(submission.id(), why));
  }

  /**
   * Ends a submission whose end no replica remembers, and its client is told so. From now on its
   * outcome is expired, and its key is free: replicas know the keys that were used, so that a
   * repeat finds what has become of it.
   */
  public void forgotten(Submission submission, String why) {
    end(submission, new Outcome.InDoubt(submission.id(), why));
    outcomes.forgotten(submission.id());
    free(submission);
  }

  /** Frees the key of a submission that has told its client, and may not have ended. */
  private void free(Submission submission) {
    Idempotency idempotency = submission.request().idempotency();
    if (idempotency != null) {
      keys.free(idempotency, submission);
    }
  }

  private void keysOf(Submission submission, Outcome outcome) {
    Idempotency idempotency = submission.request().idempotency();
    if (idempotency == null) {
      return;
    }
    boolean definite = !(outcome instanceof Outcome.InDoubt);
    if (answered != null && definite && keys.isRunning(idempotency, submission)) {
      answered.answered(idempotency.key(), scheduler.nanos());
    }
    keys.ended(idempotency, outcome);
  }

  /** Gives back the place of a request that is under way, which has ended. */
  public void leave() {
    inFlight.decrementAndGet();
    told();
  }

  private void told() {
    if (untold.decrementAndGet() == 0) {
      Runnable waiting = whenIdle.getAndSet(null);
      if (waiting != null) {
        waiting.run();
      }
    }
  }

  /** Calls {@code idle} when nothing runs: now, or when the last submission has ended. */
  public void whenIdle(Runnable idle) {
    untold.incrementAndGet();
    whenIdle.set(idle);
    told();
  }

  public void countRetry(RetryCause cause) {
    requireNonNull(retries.get(cause)).increment();
  }

  /** Counts the outcome of a request that never ran. */
  public void count(Outcome outcome) {
    if (outcome instanceof Outcome.Committed) {
      committed.increment();
    } else {
      other(word(outcome));
    }
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed it -> "committed";
      case Outcome.Aborted(var id, var reason) -> kind(reason);
      case Outcome.InDoubt it -> "in-doubt";
    };
  }

  private void other(String name) {
    LongAdder adder = others.get(name);
    if (adder == null) {
      // Applications choose codes, perhaps by what their clients send.
      boolean isOneMore = others.size() < MOST_REASONS && name.length() <= LONGEST_REASON;
      String counted = isOneMore ? name : name.substring(0, name.indexOf('/') + 1) + "other";
      adder = others.computeIfAbsent(counted, _ -> new LongAdder());
    }
    adder.increment();
  }

  private static String kind(Reason reason) {
    return switch (reason) {
      case Reason.Refused refused -> "refused/" + refused.code();
      case Reason.KeyReused reused -> "refused/" + reused.code();
      case Reason.Deadlock it -> "aborted/" + it.code();
      case Reason.Conflict it -> "aborted/" + it.code();
      case Reason.Deadline it -> "aborted/" + it.code();
      case Reason.Overloaded it -> "aborted/" + it.code();
      case Reason.Unavailable it -> "aborted/" + it.code();
    };
  }

  public int inFlight() {
    return inFlight.get();
  }

  /** Returns how many bytes the outcomes take that are kept for clients that ask again. */
  public long outcomeBytes() {
    return outcomes.bytes();
  }

  /** Returns how often transactions have begun anew, by every cause there is. */
  public Map<RetryCause, Long> retries() {
    Map<RetryCause, Long> counts = new EnumMap<>(RetryCause.class);
    retries.forEach((cause, adder) -> counts.put(cause, adder.sum()));
    return counts;
  }

  /** Returns the number of ended submissions by outcome and reason. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("committed", committed.sum());
    others.forEach((name, adder) -> counts.put(name, adder.sum()));
    return counts;
  }
}
