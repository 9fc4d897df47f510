package tutti.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment.IdempotencySettings;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Application;

/**
 * The search for a serial order of the clients' requests and blocks that gives the answers that the
 * clients got, and in which every request comes after the requests that had ended when it began. If
 * there is such an order, the run was strictly serializable. Under TAPIR, which promises less, the
 * order need not be that of real time. The search is Wing and Gong's ("Testing and Verifying
 * Concurrent Objects", 1993), with a whole database as the object: a node in memory that runs one
 * request at a time, and that is started again when an attempt has failed.
 *
 * <p>Requests that the system aborted have no effect, and are left out, and so are blocks that did
 * not commit: the results that a block got count only if it commits. Requests under one idempotency
 * key run under that key here, too, so that a repeat of a request that has changed something gets
 * the first answer, and has no effect. Not thread-safe.
 */
final class SerialOrder {
  /** The greatest number of calls that one search makes. */
  private static final int MOST_CALLS = 20_000;

  private final Application application;
  private final List<CallLog.Entry> all;
  private final List<CallLog.Entry> unknown;
  private final boolean strict;
  private final IdempotencySettings keys;
  private final List<Placed> done = new ArrayList<>();
  private @Nullable OneAtATime node;
  private int calls;
  private List<Placed> furthest = List.of();

  /**
   * A request in the order, and how it gets its answer.
   *
   * @param entry the request
   * @param at the wall clock's time at which the request runs
   * @param forgotten how often its idempotency key was forgotten before
   * @param joins true if the request does not run, but gets the answer of a request under its key
   *     that ran at the same time
   */
  private record Placed(CallLog.Entry entry, Instant at, int forgotten, boolean joins) {
    /** The key under which the request runs: a key is another one once it was forgotten. */
    @Nullable Idempotency key() {
      Idempotency once = entry.once();
      return once == null
          ? null
          : new Idempotency(
              once.key() + " " + once.fingerprint() + " " + forgotten, once.fingerprint());
    }

    @Override
    public String toString() {
      return entry.toString();
    }
  }

  /**
   * @param strict whether a request must come after those that had ended when it began
   * @param keys for how long idempotency keys are kept, and how many
   */
  SerialOrder(
      Application application,
      List<CallLog.Entry> entries,
      boolean strict,
      IdempotencySettings keys) {
    this.application = application;
    this.strict = strict;
    this.keys = keys;
    this.all = entries.stream().filter(SerialOrder::counts).toList();
    this.unknown = entries.stream().filter(entry -> !counts(entry)).toList();
  }

  private static boolean counts(CallLog.Entry entry) {
    return entry.outcome() instanceof Outcome.Committed
        || (entry.block() == null
            && entry.outcome() instanceof Outcome.Aborted(_, Reason.Refused _));
  }

  /**
   * @throws AssertionError if there is no such order, or none was found within the limit
   */
  void find() {
    try {
      if (!extend()) {
        throw new AssertionError(
            calls >= MOST_CALLS
                ? "no serial order was found within "
                    + MOST_CALLS
                    + " calls; let clients make fewer"
                : "no serial order gives these answers. One after the other explains"
                    + lines(furthest)
                    + "\nand then none of"
                    + lines(candidates(furthest)));
      }
    } finally {
      restart();
    }
  }

  private static String lines(List<?> entries) {
    StringBuilder text = new StringBuilder();
    entries.forEach(entry -> text.append("\n  ").append(entry));
    return text.toString();
  }

  private boolean extend() {
    if (done.size() > furthest.size()) {
      furthest = List.copyOf(done);
    }
    if (done.size() == all.size()) {
      return true;
    }
    for (CallLog.Entry next : candidates(done)) {
      if (calls >= MOST_CALLS) {
        return false;
      }
      for (Placed way : ways(next)) {
        if (way.joins() || gives(way)) {
          done.add(way);
          if (extend()) {
            return true;
          }
          done.removeLast();
          restart();
        }
      }
    }
    return false;
  }

  /** The ways in which a request may get its answer at this place. */
  private List<Placed> ways(CallLog.Entry next) {
    List<Placed> before = done.stream().filter(each -> isRepeat(each.entry(), next)).toList();
    int forgotten = before.stream().mapToInt(Placed::forgotten).max().orElse(0);
    List<Placed> ways = new ArrayList<>();
    for (Instant at : next.times()) {
      ways.add(new Placed(next, at, forgotten, false));
      if (before.stream()
          .anyMatch(each -> each.forgotten() == forgotten && mayBeForgotten(each, at))) {
        ways.add(new Placed(next, at, forgotten + 1, false));
      }
    }
    if (before.stream().anyMatch(each -> isJoined(each.entry(), next))) {
      ways.add(new Placed(next, next.times().getFirst(), forgotten, true));
    }
    return ways;
  }

  /** Whether two requests are one, under one key. */
  private static boolean isRepeat(CallLog.Entry one, CallLog.Entry other) {
    Idempotency first = one.once();
    Idempotency again = other.once();
    return first != null
        && again != null
        && first.key().equals(again.key())
        && first.isOf(again.fingerprint());
  }

  /** Keys are forgotten at some moment after their time, and where there are too many of them. */
  private boolean mayBeForgotten(Placed first, Instant at) {
    Duration age = Duration.between(first.at(), at).plus(CallLog.SAME);
    return first.entry().outcome() instanceof Outcome.Committed
        && (age.compareTo(keys.keep()) >= 0 || all.size() > keys.maxKeys());
  }

  /** Whether two requests under one key, with one answer, were under way at the same time. */
  private static boolean isJoined(CallLog.Entry first, CallLog.Entry next) {
    Outcome answer = first.outcome();
    return next.begun() < first.ended()
        && first.begun() < next.ended()
        && answer != null
        && same(answer, next.outcome());
  }

  /**
   * Returns the moment from which on the request may have had its effect. If an earlier try under
   * its key was left without a definite answer, that try may have had the effect.
   */
  private long begun(CallLog.Entry entry) {
    return unknown.stream()
        .filter(each -> isRepeat(each, entry))
        .mapToLong(CallLog.Entry::begun)
        .reduce(entry.begun(), Math::min);
  }

  /**
   * Returns the requests that may come next: those that began before any other remaining request
   * had ended, or all if the order need not be that of real time.
   */
  private List<CallLog.Entry> candidates(List<Placed> before) {
    Set<CallLog.Entry> placed = before.stream().map(Placed::entry).collect(Collectors.toSet());
    List<CallLog.Entry> left = all.stream().filter(entry -> !placed.contains(entry)).toList();
    long firstEnd = left.stream().mapToLong(CallLog.Entry::ended).min().orElse(Long.MAX_VALUE);
    return left.stream()
        .filter(entry -> !strict || begun(entry) < firstEnd)
        .sorted(Comparator.comparingLong(CallLog.Entry::ended))
        .toList();
  }

  /**
   * Returns whether the request gives its recorded answer after the requests that were run so far;
   * if not, the request has had no effect.
   */
  private boolean gives(Placed next) {
    OneAtATime now = node;
    if (now == null) {
      now = new OneAtATime(application, next.at());
      node = now;
      for (Placed placed : done) {
        if (!placed.joins()) {
          calls++;
          now.run(placed.entry(), placed.key(), placed.at());
        }
      }
    }
    calls++;
    Outcome outcome = now.run(next.entry(), next.key(), next.at());
    boolean same = same(outcome, next.entry().outcome());
    if (!same && outcome instanceof Outcome.Committed) {
      restart();
    }
    return same;
  }

  private void restart() {
    OneAtATime now = node;
    node = null;
    if (now != null) {
      now.close();
    }
  }

  private static boolean same(Outcome one, @Nullable Outcome other) {
    return switch (one) {
      case Outcome.Committed(_, var results, _) ->
          other instanceof Outcome.Committed(_, var others, _) && results.equals(others);
      case Outcome.Aborted(_, Reason reason) ->
          other instanceof Outcome.Aborted(_, Reason others) && reason.code().equals(others.code());
      case Outcome.InDoubt _ -> false;
    };
  }
}
