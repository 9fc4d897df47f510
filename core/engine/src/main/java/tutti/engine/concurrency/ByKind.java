package tutti.engine.concurrency;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/**
 * One concurrency control for declarative actors and another for relational ones, for algorithms
 * that treat the two differently: where one kind of actor cannot use an algorithm, it uses another
 * one that is as safe (docs/rulings.md#seams).
 */
public final class ByKind implements ConcurrencyControl {
  private final ConcurrencyControl declarative;
  private final ConcurrencyControl relational;

  public ByKind(ConcurrencyControl declarative, ConcurrencyControl relational) {
    this.declarative = declarative;
    this.relational = relational;
  }

  private ConcurrencyControl of(Cell cell) {
    return cell.type() instanceof RelationalActorType ? relational : declarative;
  }

  @Override
  public boolean validates() {
    return declarative.validates() || relational.validates();
  }

  @Override
  public boolean preparesEarly() {
    return declarative.preparesEarly() && relational.preparesEarly();
  }

  @Override
  public boolean mayDeadlock() {
    return declarative.mayDeadlock() || relational.mayDeadlock();
  }

  /** Asks the relational control, since snapshots are of rows. */
  @Override
  public boolean keepsSnapshots() {
    return relational.keepsSnapshots();
  }

  @Override
  public boolean locksLast() {
    return declarative.locksLast() || relational.locksLast();
  }

  @Override
  public boolean seesOneMoment() {
    return declarative.seesOneMoment() && relational.seesOneMoment();
  }

  /** Returns the clock of either: controls that order by timestamps share one. */
  @Override
  public @Nullable Timestamps timestamps() {
    Timestamps clock = declarative.timestamps();
    return clock != null ? clock : relational.timestamps();
  }

  @Override
  public boolean begins() {
    return declarative.begins() || relational.begins();
  }

  @Override
  public void begun(Claim claim) {
    of(claim.cell()).begun(claim);
  }

  @Override
  public void used(Claim claim) {
    of(claim.cell()).used(claim);
  }

  @Override
  public void release(Claim claim) {
    of(claim.cell()).release(claim);
  }

  @Override
  public Verdict.Check lock(Claim claim) {
    return of(claim.cell()).lock(claim);
  }

  @Override
  public Verdict.Check validate(Claim claim) {
    return of(claim.cell()).validate(claim);
  }

  @Override
  public Verdict request(ActorRequest request) {
    return of(request.cell()).request(request);
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    return of(request.cell()).withdraw(request);
  }

  @Override
  public void commit(Claim claim, long lsn) {
    of(claim.cell()).commit(claim, lsn);
  }

  @Override
  public void abort(Claim claim) {
    of(claim.cell()).abort(claim);
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    return of(cell).reinstate(owner, cell, work, around, position, low);
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    of(request.cell()).blockers(request, sink);
  }

  @Override
  public void showQueue(Cell cell, InUse.QueueViewer viewer) {
    of(cell).showQueue(cell, viewer);
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return of(cell).unapplied(cell, sink);
  }

  @Override
  public void uses(Cell cell, Consumer<Use> sink) {
    of(cell).uses(cell, sink);
  }
}
