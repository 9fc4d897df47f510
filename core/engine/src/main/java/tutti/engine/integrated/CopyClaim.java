package tutti.engine.integrated;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.relational.LockedRows;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/** The claim of an attempt at its own copy of an actor, which no other transaction uses. */
final class CopyClaim extends Claim {

  /**
   * Makes the claims of an attempt.
   *
   * @param replicated whether other replicas make the attempt, too, each by itself
   */
  record Maker(boolean replicated) implements DecidedState.Claims {
    @Override
    public Claim acts(ActorRequest request, ActorState next) {
      return new CopyClaim(request, request.cell().takePosition(), next, null);
    }

    @Override
    public Claim looks(ActorRequest request) {
      return new CopyClaim(request, -1, null, null);
    }

    @Override
    public Claim runs(ActorRequest request) {
      Cell cell = request.cell();
      LockedRows rows = new LockedRows(cell.id(), ActorRows.of(cell.state()), false);
      return new CopyClaim(request, cell.takePosition(), null, rows);
    }
  }

  private final @Nullable ActorState next;
  private final @Nullable LockedRows rows;

  private CopyClaim(
      ActorRequest request, long position, @Nullable ActorState next, @Nullable LockedRows rows) {
    super(request.owner(), request.cell(), request.work(), request.around(), position, position);
    this.next = next;
    this.rows = rows;
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
  public boolean hasCall() {
    return rows == null ? super.hasCall() : rows.changed();
  }

  /** Makes the copy what the actor is after the claim; once, and nothing of it is used then. */
  ActorState effect(Call call) {
    return next != null ? next : call.action().apply(cell().state(), call.arguments(), around());
  }
}
