package tutti.simulator.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.simulator.check.Recorder;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/**
 * The requests that one client repeats under the same idempotency key although they were answered:
 * immediately, or when much has happened since, such as checkpoints and restarts. Every node that
 * the client asks must answer with the same transaction.
 */
final class Repeats {
  /** One of so many requests has an earlier answered request repeated before it. */
  private static final int OLD_ONE_OF = 8;

  /** The code of a refusal since the key is another request's. */
  private static final String REUSED = "idempotency-key-reused";

  /** Bits in which one half of a fingerprint differs from another one. */
  private static final long OTHER_HALF = 0x5bd1e995L;

  /** The number of answers that a client remembers. */
  private static final int REMEMBERED = 16;

  private final String client;
  private final Cluster cluster;
  private final RunContext run;
  private final boolean keepsKeys;
  private final ArrayDeque<Answered> answered = new ArrayDeque<>();

  private record Answered(TransactionRequest request, TransactionId id) {}

  /**
   * @param keepsKeys whether nodes know the keys of committed requests for longer than a run lasts
   */
  Repeats(String client, Cluster cluster, RunContext run, boolean keepsKeys) {
    this.client = client;
    this.cluster = cluster;
    this.run = run;
    this.keepsKeys = keepsKeys;
  }

  /** Notes that a request was answered: the client may repeat it later. */
  void answered(TransactionRequest request, TransactionId id) {
    if ((keepsKeys || expires()) && request.idempotency() != null) {
      answered.add(new Answered(request, id));
      if (answered.size() > REMEMBERED) {
        answered.remove();
      }
    }
  }

  /** Repeats, now and then, a request that was answered some time ago. In a task only. */
  void old(RandomGenerator random) {
    boolean strikes = random.nextInt(OLD_ONE_OF) == 0 && run.faults().uses(FaultKind.REPEAT);
    NodeUnderTest node = strikes && !answered.isEmpty() ? cluster.open(random) : null;
    if (node != null) {
      run.faults().happened(FaultKind.REPEAT);
      run.reached().add(CoveragePoint.REPEAT_OF_LONG_AGO);
      List<Answered> all = new ArrayList<>(answered);
      Answered one = all.get(random.nextInt(all.size()));
      again(node, one.request, one.id);
    }
  }

  /**
   * Repeats all requests that are remembered, the newest first. In a task only.
   *
   * @param before is done before each
   * @param node gives a node that takes requests
   */
  void all(Consumer<TransactionRequest> before, Supplier<NodeUnderTest> node) {
    for (Answered one : List.copyOf(answered).reversed()) {
      before.accept(one.request);
      again(node.get(), one.request, one.id);
    }
  }

  private boolean expires() {
    return run.faults().uses(FaultKind.KEY_EXPIRY);
  }

  /**
   * Returns another request that begins at the same instance, so that the same node knows its key.
   */
  static TransactionRequest other(TransactionRequest request, Idempotency used) {
    return new TransactionRequest(
            request.calls(),
            new Idempotency(used.key(), ~used.fingerprint()),
            request.timeoutNanos())
        .by(request.caller());
  }

  /**
   * Sends another request under the key of a committed one: it must be refused while the key is
   * known. In a task only.
   */
  void reuse(NodeUnderTest node, TransactionRequest request, TransactionId first) {
    Idempotency used = Objects.requireNonNull(request.idempotency());
    if (node.door().submit(client, other(request, used)) instanceof ClientReply.Told(var outcome)) {
      reused(used.key(), first, outcome);
    }
  }

  /**
   * Judges the answer to another request under the key of a committed one; true if it was refused
   * for that.
   */
  boolean reused(String key, TransactionId first, Outcome outcome) {
    boolean known = keepsKeys && run.oracle().lasts(first);
    if (outcome instanceof Outcome.Committed(var id, var results, var age)) {
      run.oracle().acknowledged(id, null, results);
      if (known) {
        run.found(
            "at-most-once",
            "key %s stands for %s, and another request has run as %s".formatted(key, first, id));
      }
    } else if (outcome instanceof Outcome.Aborted(var id, var reason)) {
      run.oracle().aborted(id, null);
      if (reason.code().equals(REUSED)) {
        run.reached().add(CoveragePoint.KEY_REUSE_REFUSED);
        return true;
      } else if (known && isWrong(reason)) {
        run.found(
            "at-most-once",
            "key " + key + " had committed, and another request was answered " + reason);
      }
    }
    return false;
  }

  /**
   * Sends another request under the key of a refused one: the key stands for nothing, so this is a
   * request like any other. Call this only in a task.
   *
   * @param asks where its end is noted
   */
  void reuseRefused(
      NodeUnderTest node, TransactionRequest request, Recorder.Asked asks, LongSupplier nanos) {
    Idempotency used = Objects.requireNonNull(request.idempotency());
    ClientReply reply = node.door().submit(client, other(request, used));
    if (reply instanceof ClientReply.Told(Outcome.Committed(var id, var results, var age))) {
      run.oracle().acknowledged(id, null, results);
      asks.committed(id, nanos.getAsLong());
    } else if (reply instanceof ClientReply.Told(Outcome.Aborted(var id, var reason))) {
      run.oracle().aborted(id, null);
      asks.aborted(id, nanos.getAsLong());
      run.reached().add(CoveragePoint.KEY_REUSED_AFTER_A_REFUSAL);
      if (reason.code().equals(REUSED)) {
        run.found(
            "at-most-once",
            "key " + used.key() + " was refused, and another request was answered " + reason);
      }
    }
  }

  /**
   * Returns the request as another version of the application understands what was written, or as
   * it is written in another way that the same version understands alike.
   */
  static TransactionRequest asReadElsewhere(TransactionRequest request) {
    Idempotency key = request.idempotency();
    if (key == null) {
      return request;
    }
    boolean written = (key.fingerprint() & 1 << 16) == 0;
    long other = key.fingerprint() ^ (written ? OTHER_HALF << Integer.SIZE : OTHER_HALF);
    return new TransactionRequest(
            request.calls(), new Idempotency(key.key(), other), request.timeoutNanos())
        .by(request.caller());
  }

  /**
   * Whether the repeat of a committed request may not end so: for good, and not since a question is
   * too long for the few bytes that messages may have in a run, where each reason is about one try.
   */
  private boolean isWrong(Reason reason) {
    return !reason.retryable()
        && !(cluster.isIntegrated()
            && reason instanceof Reason.Unavailable why
            && why.code().equals(Reason.Unavailable.TOO_LARGE));
  }

  /** Repeats an answered request, and checks that the answer is equal. Call this only in a task. */
  void again(NodeUnderTest node, TransactionRequest request, TransactionId first) {
    Idempotency idempotency = request.idempotency();
    @Nullable String key = idempotency == null ? null : idempotency.key();
    ClientReply reply = node.door().submit(client, asReadElsewhere(request));
    if (reply instanceof ClientReply.Told(var outcome)) {
      again(key, first, outcome);
    }
  }

  /** Judges the answer to the repeat of a committed request; true if it was that of before. */
  boolean again(@Nullable String key, TransactionId first, Outcome outcome) {
    if (outcome instanceof Outcome.Committed(var again, var results, var age)) {
      run.reached().add(CoveragePoint.REPEAT_ANSWERED_WITHOUT_A_CRASH);
      run.oracle().acknowledged(again, key, results);
      boolean anew = !again.equals(first) && run.oracle().lasts(first);
      if (anew && expires()) {
        run.faults().happened(FaultKind.KEY_EXPIRY);
      } else if (anew) {
        run.found("at-most-once", "key " + key + " was answered " + first + ", then " + again);
      }
      return again.equals(first);
    } else if (outcome instanceof Outcome.Aborted(var again, var reason)
        && isWrong(reason)
        && run.oracle().lasts(first)
        && !expires()) {
      run.found(
          "at-most-once", "key " + key + " had committed, and a repeat was answered " + reason);
    }
    return false;
  }
}
