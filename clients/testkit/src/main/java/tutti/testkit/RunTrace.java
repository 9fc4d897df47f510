package tutti.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.trace.TraceStep;

/**
 * Events of a run, kept for the reader of a failure: requests with their answers, effects of
 * transactions, and crashes. Used by the world's one thread.
 */
final class RunTrace {
  /** The number of events that are kept; older events of a longer run are left out. */
  private static final int KEPT = 100_000;

  private final LongSupplier nanos;
  private final Deque<TraceStep> steps = new ArrayDeque<>();
  private long number;
  private long asks;

  RunTrace(LongSupplier nanos) {
    this.nanos = nanos;
  }

  private void add(TraceEvent event) {
    if (steps.size() == KEPT) {
      steps.removeFirst();
    }
    steps.addLast(new TraceStep(++number, nanos.getAsLong(), event));
  }

  List<TraceStep> steps() {
    return List.copyOf(steps);
  }

  /** The number of events that were left out. */
  long forgotten() {
    return number - steps.size();
  }

  // Clients.

  /** Records a client's request; returns the number of the request. */
  long asked(String client, TransactionRequest request) {
    TransactionRequest.Idempotency once = request.idempotency();
    add(
        new TraceEvent.Asked(
            ++asks, client, 0, once == null ? null : once.key(), text(request.calls())));
    return asks;
  }

  /** Records that a client's block has its first step; returns the number of the request. */
  long asked(String client, ClientBlock block) {
    add(new TraceEvent.Asked(++asks, client, 0, null, "a block that begins at " + block.first()));
    return asks;
  }

  /** Records that a client reads an actor; returns the number of the request. */
  long asked(String client, ActorId actor) {
    add(new TraceEvent.Asked(++asks, client, 0, null, "read " + actor));
    return asks;
  }

  void answered(long ask, String client, Outcome outcome) {
    boolean good = outcome instanceof Outcome.Committed;
    add(new TraceEvent.Answered(ask, client, 0, outcome.transaction(), text(outcome), good));
  }

  void answered(long ask, String client, Object seen) {
    add(new TraceEvent.Answered(ask, client, 0, null, seen.toString(), true));
  }

  static String text(List<Call> calls) {
    return calls.stream().map(Call::toString).collect(Collectors.joining(" and "));
  }

  static String text(ClientBlock block) {
    return block.past().stream()
        .map(past -> past.step() + (past.result() == null ? "" : " = " + past.result()))
        .collect(Collectors.joining(", then ", "a block: ", ""));
  }

  static String text(@Nullable Outcome outcome) {
    return switch (outcome) {
      case null -> "no answer";
      case Outcome.Committed(_, var results, _) ->
          results.stream().allMatch(result -> result == null)
              ? "committed"
              : "committed " + results;
      case Outcome.Aborted(_, var reason) -> reason.code() + ": " + reason.message();
      case Outcome.InDoubt(_, var why, _) -> "in doubt: " + why;
    };
  }

  // Nodes.

  void up(int node, int life) {
    add(new TraceEvent.Up(node, life));
  }

  void crashed(int node) {
    add(new TraceEvent.Crashed(node));
  }

  /** Returns the history of one node. */
  History of(int node) {
    return new OfNode(node);
  }

  private final class OfNode implements History {
    private final int node;

    OfNode(int node) {
      this.node = node;
    }

    @Override
    public void decided(
        BranchKey attempt,
        @Nullable String key,
        long lsn,
        List<Claim> claims,
        List<@Nullable Object> results) {
      List<Call> acts = new ArrayList<>();
      for (Claim claim : claims) {
        Call call = claim.call();
        if (call != null) {
          acts.add(call);
        }
      }
      add(new TraceEvent.Decided(node, attempt.id(), key, lsn, acts));
    }

    @Override
    public void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
      add(new TraceEvent.Took(node, transaction, actor, version, call));
    }

    @Override
    public void read(TransactionId transaction, ActorId actor, long version) {
      add(new TraceEvent.Saw(node, transaction, actor, version));
    }
  }
}
