package tutti.engine.transaction;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * One attempt at a submission: what it has observed, what it holds. Its task alone changes it;
 * others see its status.
 */
final class Transaction implements Participant {
  private final Submission submission;
  private volatile Status status = Status.ACTIVE;
  private Seen seen;
  private final List<Claim> claims = new ArrayList<>(4);
  private long observedLsn;

  Transaction(Submission submission, Seen seen) {
    this.submission = submission;
    this.seen = seen;
  }

  @Override
  public TransactionId id() {
    return submission.id();
  }

  /** When it was submitted: a victim keeps its age, and so wins in the end. */
  @Override
  public long age() {
    return submission.age();
  }

  @Override
  public Status status() {
    return status;
  }

  void status(Status next) {
    status = next;
  }

  Submission submission() {
    return submission;
  }

  Seen seen() {
    return seen;
  }

  void seen(Seen more) {
    seen = more;
  }

  List<Claim> claims() {
    return claims;
  }

  void hold(Claim claim) {
    claims.add(claim);
    observed(claim.observedLsn());
  }

  /** The newest log position that whoever learns of this transaction's outcome depends on. */
  long observedLsn() {
    return observedLsn;
  }

  void observed(long lsn) {
    observedLsn = Math.max(observedLsn, lsn);
  }

  /** The action that this transaction already has on an actor, or null. */
  @Nullable Call actionOn(ActorId actor) {
    for (Claim claim : claims) {
      Call call = claim.call();
      if (call != null && call.target().equals(actor)) {
        return call;
      }
    }
    return null;
  }

  /** Whether this transaction holds an observation of an actor. */
  boolean hasObserved(ActorId actor) {
    for (Claim claim : claims) {
      if (claim.call() == null && claim.cell().id().equals(actor)) {
        return true;
      }
    }
    return false;
  }

  boolean changesSomething() {
    for (Claim claim : claims) {
      if (claim.call() != null) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "transaction " + id();
  }
}
