package tutti.engine.concurrency;

import tutti.model.Call;
import tutti.model.Observation;

/** The work of a transaction on one actor. */
public sealed interface Work {

  /** An action: granted if the actor accepts it, and held until the transaction ends. */
  record Act(Call call) implements Work {}

  /**
   * An observation of a fact that stays true until the transaction ends (docs/rulings.md#ruling-6):
   * a pure action. The asking transaction's own action on the actor is left out of account
   * (docs/rulings.md#ruling-5).
   */
  record Observe(Observation what) implements Work {}

  /**
   * A negated sync (docs/rulings.md#ruling-6): the action would be refused, and stays so until the
   * transaction ends. Accepted if every outcome refuses the action.
   */
  record Forbid(Call call) implements Work {}

  /**
   * The work of procedures on the rows of a relational actor: accepted with a claim that gives
   * {@link Claim#rows}. Its effect is the writes that were made there by the time the transaction
   * has executed.
   *
   * @param writes whether rows may be written; else only queries work on it, unless the rows that
   *     are given are not {@linkplain tutti.model.relation.store.RowStore#readOnly read-only} after
   *     all: then the owner works on them to its end
   */
  record Run(boolean writes) implements Work {}

  /**
   * The rest of a {@link Run} that needs rows that another transaction has locked: the rows of
   * {@link Claim#rows} ask for it, through their {@link LockWait}. Accepted without a claim of its
   * own.
   *
   * @param by the claim of the {@link Run}
   * @param rows which rows, as concurrency control names them; its text is for people
   */
  record Lock(Claim by, Object rows) implements Work {}

  /**
   * The announcement of all uses of the actor, when the transaction starts. It is accepted with a
   * claim on the transaction's place among the transactions at the actor. Only under a control that
   * {@linkplain ConcurrencyControl#begins begins}.
   *
   * @param bound the most uses of the actor
   * @param writes the most uses by work that may change the actor
   * @param declared true if the user has declared the bounds, and gets an error if they do not hold
   * @param hold true if other transactions may not begin at the actor until {@link
   *     ConcurrencyControl#begun}, since announcements at other actors follow
   */
  record Begin(long bound, long writes, boolean declared, boolean hold) implements Work {}

  /**
   * The wait for all transactions that are before this one at the actor: accepted, with the claim
   * that holds the place, when all of them have ended.
   */
  record Settle() implements Work {}

  /**
   * A read of the newest state, once and without a hold: a client's GET. Waits for acknowledged
   * effects that are not applied yet (docs/rulings.md#ruling-7), not for undecided ones.
   */
  record Read() implements Work {}
}
