package tutti.engine.concurrency;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/**
 * A concurrency control that passes each call on to another one, except for the methods that it
 * overrides.
 */
public interface ForwardingControl extends ConcurrencyControl {

  /** Returns the concurrency control to which all calls are forwarded. */
  ConcurrencyControl control();

  @Override
  default boolean validates() {
    return control().validates();
  }

  @Override
  default boolean preparesEarly() {
    return control().preparesEarly();
  }

  @Override
  default boolean mayDeadlock() {
    return control().mayDeadlock();
  }

  @Override
  default boolean keepsSnapshots() {
    return control().keepsSnapshots();
  }

  @Override
  default boolean locksLast() {
    return control().locksLast();
  }

  @Override
  default boolean seesOneMoment() {
    return control().seesOneMoment();
  }

  @Override
  default @Nullable Timestamps timestamps() {
    return control().timestamps();
  }

  @Override
  default boolean begins() {
    return control().begins();
  }

  @Override
  default void begun(Claim claim) {
    control().begun(claim);
  }

  @Override
  default void used(Claim claim) {
    control().used(claim);
  }

  @Override
  default void release(Claim claim) {
    control().release(claim);
  }

  @Override
  default Verdict.Check lock(Claim claim) {
    return control().lock(claim);
  }

  @Override
  default Verdict.Check validate(Claim claim) {
    return control().validate(claim);
  }

  @Override
  default Verdict request(ActorRequest request) {
    return control().request(request);
  }

  @Override
  default boolean withdraw(ActorRequest request) {
    return control().withdraw(request);
  }

  @Override
  default void commit(Claim claim, long lsn) {
    control().commit(claim, lsn);
  }

  @Override
  default void abort(Claim claim) {
    control().abort(claim);
  }

  @Override
  default Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    return control().reinstate(owner, cell, work, around, position, low);
  }

  @Override
  default void blockers(ActorRequest request, Consumer<Participant> sink) {
    control().blockers(request, sink);
  }

  @Override
  default void showQueue(Cell cell, InUse.QueueViewer viewer) {
    control().showQueue(cell, viewer);
  }

  @Override
  default long unapplied(Cell cell, Consumer<Claim> sink) {
    return control().unapplied(cell, sink);
  }

  @Override
  default void uses(Cell cell, Consumer<Use> sink) {
    control().uses(cell, sink);
  }
}
