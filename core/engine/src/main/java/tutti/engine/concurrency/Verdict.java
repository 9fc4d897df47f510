package tutti.engine.concurrency;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Refusal;

/** The answer to a {@link ActorRequest} (docs/rulings.md#seams). */
public sealed interface Verdict {

  /**
   * Granted. The claim is held until the transaction ends.
   *
   * @param claim the granted claim
   * @param partners for {@link Work.Act}: the actions that must happen too, equal in every outcome;
   *     for a {@link Work.Forbid} that this actor alone would not refuse: the action's partners,
   *     one of which must refuse instead
   * @param result for {@link Work.Act}: the action's result; for {@link Work.Observe}: the value;
   *     for {@link Work.Forbid}: {@link Boolean#TRUE} if this actor refuses the action and will go
   *     on to (the claim holds that), {@link Boolean#FALSE} if it would accept it in every outcome
   *     with these partners (the claim holds that: another plan would have other partners)
   */
  record Accept(Claim claim, List<Call> partners, @Nullable Object result) implements Verdict {}

  /** The answer to a {@link Work.Read}. */
  record CurrentState(ActorState state, long version, long lsn) implements Verdict {

    /** The newest state of an actor; called with the cell's latch held. */
    public static CurrentState of(Cell cell) {
      return new CurrentState(cell.state(), cell.version(), cell.lastLsn());
    }
  }

  /** The request waits: {@link ActorRequest#resolve} is called once the actor can answer. */
  record Delay() implements Verdict {
    public static final Delay INSTANCE = new Delay();
  }

  /**
   * The transaction met another one, and its concurrency control makes it begin anew instead of
   * waiting. No claim of this request is held.
   *
   * @param with the other transaction; null if it has ended already
   * @param how the other transaction's relation to this request, for a person: {@code uses it}
   * @param notBefore under a control by {@link Timestamps}: the timestamp that the next attempt's
   *     must exceed; else 0
   * @param cause why the transaction begins anew
   */
  record Conflict(@Nullable TransactionId with, String how, long notBefore, Cause cause)
      implements Verdict, Check {
    public Conflict(@Nullable TransactionId with, String how) {
      this(with, how, 0);
    }

    public Conflict(@Nullable TransactionId with, String how, long notBefore) {
      this(with, how, notBefore, Cause.CONFLICT);
    }

    /** The kinds of conflicts, which are counted apart. */
    public enum Cause {
      /** A meeting with another transaction that was first. */
      CONFLICT,
      /** The rollback of a transaction whose changes this one has used. */
      CASCADE,
      /** The transaction needs an actor that its footprint does not name. */
      MOVED_KEY,
      /** The transaction uses an actor more often than its footprint says. */
      SUPREMUM
    }
  }

  /**
   * Refused by the application's rules in every outcome.
   *
   * @param refusal the reason, from the outcome in which all in progress commits
   * @param lsn the answer waits until the log is durable up to here
   */
  record Reject(Refusal refusal, long lsn) implements Verdict {}

  /**
   * The evaluation must observe something of another actor first; then the request is made again.
   */
  record NeedsObservation(ActorId actor, Observation what) implements Verdict {}

  /** The answer to a check of a claim: it has passed, or the transaction met another one. */
  sealed interface Check {}

  /** The transaction may go on with the claim. */
  record Passed() implements Check {
    public static final Passed INSTANCE = new Passed();
  }
}
