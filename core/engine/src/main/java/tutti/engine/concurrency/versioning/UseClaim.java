package tutti.engine.concurrency.versioning;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.OverlaidRows;
import tutti.engine.relational.RelationalActorType;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/** The claim of one use of an actor, at its owner's {@link PrivateVersion}. */
final class UseClaim extends Claim {
  private final PrivateVersion place;
  private final long seen;

  /**
   * @param seen the version of the actor that the owner sees, if all before it commit
   */
  UseClaim(ActorRequest request, PrivateVersion place, long seen) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.place = place;
    this.seen = seen;
  }

  PrivateVersion place() {
    return place;
  }

  @Override
  public boolean holdsPlace() {
    return place.isSpokenForBy(this);
  }

  @Override
  public long observedVersion() {
    return seen;
  }

  void settled(long lsn) {
    observed(lsn);
  }

  @Override
  public @Nullable RowStore rows() {
    return work() instanceof Work.Run ? place.rows() : null;
  }

  private boolean writesRows() {
    OverlaidRows rows = place.rows();
    return place.writer() == this && rows != null && rows.changed();
  }

  @Override
  public @Nullable Call call() {
    OverlaidRows rows = place.rows();
    return rows != null && writesRows()
        ? RelationalActorType.write(cell(), rows.changes())
        : super.call();
  }

  @Override
  public boolean hasCall() {
    return writesRows() || super.hasCall();
  }

  @Override
  public long position() {
    return hasCall() ? place.position() : -1;
  }

  @Override
  public long low() {
    return position();
  }
}
