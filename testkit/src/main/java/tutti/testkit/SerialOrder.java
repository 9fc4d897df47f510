package tutti.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.Reason;
import tutti.model.Application;

/**
 * Looks for an order of what clients asked for in which one after the other gives the answers that
 * they had, and in which nothing comes before what had ended when it began: then the run was
 * strictly serializable. The search is Wing and Gong's ("Testing and Verifying Concurrent Objects",
 * 1993), with a whole database for the object: a node in memory that does one thing at a time,
 * begun anew when a try has led astray.
 *
 * <p>What was aborted by the system did not happen, and is left out. Not thread-safe.
 */
final class SerialOrder {
  /** More calls than these are not made for one search. */
  private static final int MOST_CALLS = 20_000;

  private final Application application;
  private final List<CallLog.Entry> all;
  private final List<CallLog.Entry> done = new ArrayList<>();
  private @Nullable OneAtATime node;
  private int calls;
  private List<CallLog.Entry> furthest = List.of();

  SerialOrder(Application application, List<CallLog.Entry> entries) {
    this.application = application;
    this.all = entries.stream().filter(SerialOrder::counts).toList();
  }

  private static boolean counts(CallLog.Entry entry) {
    return entry.outcome() instanceof Outcome.Committed
        || entry.outcome() instanceof Outcome.Aborted(_, Reason.Refused _);
  }

  /**
   * @throws AssertionError if there is none, or none was found in time
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

  private static String lines(List<CallLog.Entry> entries) {
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
      if (gives(next)) {
        done.add(next);
        if (extend()) {
          return true;
        }
        done.removeLast();
        restart();
      }
    }
    return false;
  }

  /** What may be next: begun before anything else that is left had ended. */
  private List<CallLog.Entry> candidates(List<CallLog.Entry> before) {
    List<CallLog.Entry> left = all.stream().filter(entry -> !before.contains(entry)).toList();
    long firstEnd = left.stream().mapToLong(CallLog.Entry::ended).min().orElse(Long.MAX_VALUE);
    return left.stream()
        .filter(entry -> entry.begun() < firstEnd)
        .sorted(Comparator.comparingLong(CallLog.Entry::ended))
        .toList();
  }

  /** Whether it gives its answer after all that is done; if not, it has not happened. */
  private boolean gives(CallLog.Entry next) {
    OneAtATime now = node;
    if (now == null) {
      now = new OneAtATime(application);
      node = now;
      for (CallLog.Entry entry : done) {
        calls++;
        now.run(entry.calls());
      }
    }
    calls++;
    Outcome outcome = now.run(next.calls());
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
