package tutti.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Application;

/**
 * Searches for a serial order of the clients' requests and blocks that gives the answers that the
 * clients got, and in which every request comes after those that had ended when it began. If there
 * is such an order, the run was strictly serializable. Under TAPIR, which promises less, the order
 * need not be that of real time. The search is Wing and Gong's ("Testing and Verifying Concurrent
 * Objects", 1993), with a whole database as the object: a node in memory that runs one request at a
 * time, and that is started anew when an attempt has failed.
 *
 * <p>Requests that the system aborted have no effect, and are left out, and so are blocks that did
 * not commit: what a block was told holds if it commits. Not thread-safe.
 */
final class SerialOrder {
  /** The greatest number of calls that one search makes. */
  private static final int MOST_CALLS = 20_000;

  private final Application application;
  private final List<CallLog.Entry> all;
  private final boolean strict;
  private final List<Placed> done = new ArrayList<>();
  private @Nullable OneAtATime node;
  private int calls;
  private List<Placed> furthest = List.of();

  /** A request in the order, and the wall clock's time with which it gave its answer. */
  private record Placed(CallLog.Entry entry, Instant at) {
    @Override
    public String toString() {
      return entry.toString();
    }
  }

  /**
   * @param strict whether a request must come after those that had ended when it began
   */
  SerialOrder(Application application, List<CallLog.Entry> entries, boolean strict) {
    this.application = application;
    this.strict = strict;
    this.all = entries.stream().filter(SerialOrder::counts).toList();
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
      for (Instant at : next.times()) {
        if (gives(next, at)) {
          done.add(new Placed(next, at));
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

  /**
   * The requests that may come next: those that began before any other remaining request had ended,
   * or all if the order need not be that of real time.
   */
  private List<CallLog.Entry> candidates(List<Placed> before) {
    Set<CallLog.Entry> placed = before.stream().map(Placed::entry).collect(Collectors.toSet());
    List<CallLog.Entry> left = all.stream().filter(entry -> !placed.contains(entry)).toList();
    long firstEnd = left.stream().mapToLong(CallLog.Entry::ended).min().orElse(Long.MAX_VALUE);
    return left.stream()
        .filter(entry -> !strict || entry.begun() < firstEnd)
        .sorted(Comparator.comparingLong(CallLog.Entry::ended))
        .toList();
  }

  /**
   * Whether the request gives its recorded answer after the requests that were run so far; if not,
   * it has had no effect.
   */
  private boolean gives(CallLog.Entry next, Instant at) {
    OneAtATime now = node;
    if (now == null) {
      now = new OneAtATime(application, at);
      node = now;
      for (Placed placed : done) {
        calls++;
        now.run(placed.entry(), placed.at());
      }
    }
    calls++;
    Outcome outcome = now.run(next, at);
    boolean same = same(outcome, next.outcome());
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
