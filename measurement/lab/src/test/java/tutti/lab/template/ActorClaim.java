package tutti.lab.template;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.LockedRows;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/** The claim of a transaction at one actor, which acts there or looks. Both templates hold it. */
final class ActorClaim extends Claim {
  static final DecidedState.Claims MAKER =
      new DecidedState.Claims() {
        @Override
        public Claim acts(ActorRequest request, ActorState next) {
          return new ActorClaim(request, request.cell().takePosition(), next, null);
        }

        @Override
        public Claim looks(ActorRequest request) {
          return new ActorClaim(request, -1, null, null);
        }

        @Override
        public Claim runs(ActorRequest request) {
          Cell cell = request.cell();
          boolean writes = request.work() instanceof Work.Run(boolean some) && some;
          return new ActorClaim(
              request,
              writes ? cell.takePosition() : -1,
              null,
              new LockedRows(cell.id(), ActorRows.of(cell.state()), !writes));
        }
      };

  private final long observedLsn;
  private final @Nullable ActorState next;
  private final @Nullable LockedRows rows;

  private ActorClaim(
      ActorRequest request, long position, @Nullable ActorState next, @Nullable LockedRows rows) {
    this(request, position, position, next, rows);
  }

  /**
   * @param next the state after it; null if it only looks, for procedures, and for rows that were
   *     written before a crash: those are computed when it commits
   */
  private ActorClaim(
      ActorRequest request,
      long position,
      long low,
      @Nullable ActorState next,
      @Nullable LockedRows rows) {
    super(request.owner(), request.cell(), request.work(), request.around(), position, low);
    this.observedLsn = request.cell().lastLsn();
    this.next = next;
    this.rows = rows;
  }

  /** Whether the claim may change the actor. */
  boolean acts() {
    return position() >= 0;
  }

  /** Returns the state after the claim, or null if the claim changes nothing. */
  @Nullable ActorState next() {
    Call call = call();
    if (!acts() || call == null) {
      return null;
    }
    return next != null ? next : call.action().apply(cell().state(), call.arguments(), around());
  }

  /**
   * Returns the claim of work that was granted before a crash. An action gets its state again; rows
   * are written once the claim commits.
   */
  static ActorClaim reinstated(ActorRequest granted, long position, long low) {
    ActorState next =
        position >= 0
                && granted.work() instanceof Work.Act(Call call)
                && !(call.action() instanceof WriteAction)
            ? Evaluations.again(call, granted.cell().state(), granted.around()).next()
            : null;
    if (position >= 0) {
      granted.cell().positionTaken(position);
    }
    return new ActorClaim(granted, position, low, next, null);
  }

  /** Whether the claim gives rows to procedures, which read them until it ends. */
  boolean readsRows() {
    return rows != null;
  }

  @Override
  public @Nullable RowStore rows() {
    return rows;
  }

  @Override
  public @Nullable Call call() {
    return rows == null ? super.call() : rows.write(cell());
  }

  @Override
  public long observedLsn() {
    return observedLsn;
  }
}
