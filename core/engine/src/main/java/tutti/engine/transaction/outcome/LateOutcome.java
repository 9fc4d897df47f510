package tutti.engine.transaction.outcome;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.Journal;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/**
 * The outcome, still to come, of a transaction that this node coordinated and had voted for when it
 * crashed, or whose part a person has ended. Until the outcome is known, a client that asks by the
 * transaction's id, or repeats the request by its key, gets the answer that the transaction is in
 * doubt.
 */
public final class LateOutcome {
  private final TransactionId id;
  private final OwnPart own;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final Submission submission;

  /**
   * Makes the outcome, before the node takes requests or while the transaction's own submission has
   * its key.
   */
  public LateOutcome(TransactionId id, OwnPart own, OutcomeTable outcomes, IdempotencyTable keys) {
    this.id = id;
    this.own = own;
    this.outcomes = outcomes;
    this.keys = keys;
    Idempotency idempotency = own.idempotency();
    this.submission =
        new Submission(id, new TransactionRequest(List.of(), idempotency, 1), 0, 0, outcome -> {});
    Outcome.InDoubt doubt =
        new Outcome.InDoubt(
            id,
            own.operation() == null
                ? "its node has promised to end as the other nodes do, and asks them"
                : "its irrevocable operation had begun when its node stopped, and its check is asked"
                    + " whether that has happened");
    submission.end(doubt);
    outcomes.ended(doubt);
    if (idempotency != null) {
      keys.begin(idempotency, submission);
    }
  }

  private Outcome.Committed committed() {
    return new Outcome.Committed(id, own.results());
  }

  public List<@Nullable Object> results() {
    return own.results();
  }

  /** Returns the client's key, or null. */
  public @Nullable String key() {
    Idempotency idempotency = own.idempotency();
    return idempotency == null ? null : idempotency.key();
  }

  /** Records that the commit is in the log: a checkpoint from now on says so. */
  public void decided(Instant at) {
    outcomes.decided(committed());
    Idempotency idempotency = own.idempotency();
    if (idempotency != null) {
      keys.decided(idempotency, submission, committed(), at);
    }
  }

  /** Tells the outcome to clients that ask once the log is durable up to a position. */
  public void endsOnceDurable(Journal journal, long lsn, boolean commit) {
    journal.whenDurable(
        lsn,
        durable -> {
          if (durable) {
            ended(commit);
          }
        });
  }

  /** Tells the outcome to clients that ask from now on. */
  public void ended(boolean commit) {
    Outcome outcome =
        commit
            ? committed()
            : new Outcome.Aborted(
                id,
                new Reason.Unavailable(
                    "restarted",
                    own.operation() == null
                        ? "the node restarted, and the nodes have decided to abort it"
                        : "the node restarted, and its irrevocable operation has not happened"));
    outcomes.ended(outcome);
    Idempotency idempotency = own.idempotency();
    if (idempotency != null) {
      keys.ended(idempotency, outcome);
    }
  }
}
