package tutti.engine.transaction.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/** Decisions for tests of other packages, made as the engine makes them. */
public final class Decisions {
  private Decisions() {}

  private static Submission submission(TransactionId id, @Nullable Idempotency idempotency) {
    TransactionRequest request = new TransactionRequest(List.of(), idempotency, 1);
    return new Submission(id, request, 0, 0, outcome -> {});
  }

  /** Tells the tables of a node that a transaction is in its log. */
  public static void decided(
      OutcomeTable outcomes,
      IdempotencyTable keys,
      Idempotency idempotency,
      Outcome.Committed outcome,
      Observations seen) {
    outcomes.decided(outcome);
    keys.decided(idempotency, submission(outcome.transaction(), idempotency), outcome, seen.now());
  }

  public static int enter(CheckpointGate gate) {
    return gate.enter();
  }

  public static void exit(CheckpointGate gate, int phase) {
    gate.exit(phase);
  }
}
