package tutti.engine.concurrency;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/**
 * Decides which transactions may use an actor at the same time. One instance serves one container;
 * all methods are thread-safe, take only the latch of the cell they are given, and never wait.
 *
 * <p>Contract, per transaction and container: any number of {@link #request}s; if it {@link
 * #validates}, and the transaction is to commit, a {@link #lock} per claim and after the last of
 * them in all containers and nodes a {@link #validate} per claim; then for every claim that was
 * accepted exactly one {@link #commit} or {@link #abort}, in any order, from any thread.
 */
public interface ConcurrencyControl {

  /**
   * Whether an accepted claim may turn out invalid at the end: then claims are locked and validated
   * before the decision, and before a refusal is told.
   */
  default boolean validates() {
    return false;
  }

  /**
   * Whether a transaction of another node may be prepared here while it still executes elsewhere
   * (PSAC §4.2). Not where a prepared transaction must never wait.
   */
  default boolean preparesEarly() {
    return true;
  }

  /**
   * Whether transactions may come to wait for each other in a cycle, so that a detector must look
   * for cycles, and stop one of the transactions.
   */
  default boolean mayDeadlock() {
    return true;
  }

  /**
   * Whether the control keeps rows for {@linkplain tutti.engine.snapshot.Snapshots snapshots} when
   * others are written in their place: only then may queries read snapshots.
   */
  default boolean keepsSnapshots() {
    return false;
  }

  /**
   * Returns whether all that a transaction has been granted was true together at one moment since
   * the transaction began, at any time while it executes (opacity). Then a transaction that changes
   * nothing, and has touched no other node, is not validated.
   */
  default boolean seesOneMoment() {
    return false;
  }

  /**
   * Returns whether a transaction's claims on other nodes are locked in a round of their own, when
   * all of the transaction has executed everywhere (commit-time locking), and not as they execute.
   * Such a control does not {@linkplain #preparesEarly prepare early}.
   */
  default boolean locksLast() {
    return false;
  }

  /**
   * Returns the clock by which the control orders transactions, which its node gave to it, or null.
   * If there is one, {@link Participant#age} is a timestamp of the attempt, or of the read, which
   * no other has; it is the same on all nodes, greater than all that this node granted before its
   * last start, and greater than {@link Verdict.Conflict#notBefore} of the attempt before.
   */
  default @Nullable Timestamps timestamps() {
    return null;
  }

  /**
   * Returns whether transactions announce at their start which actors they are going to use: with a
   * {@link Work.Begin} for each actor of the footprint, in the order of nodes and actors, and with
   * {@link #begun} when all are accepted. Before the decision, and before a client gets a refusal,
   * each claim is {@linkplain #release released}, and each actor {@linkplain Work.Settle settled}.
   */
  default boolean begins() {
    return false;
  }

  /** The owner has begun at all its actors: others may begin here. */
  default void begun(Claim claim) {}

  /** A call of a procedure has ended, for which this claim was granted as {@link Work.Run}. */
  default void used(Claim claim) {}

  /** The owner does not use the claim's actor any more, though its bound may allow it. */
  default void release(Claim claim) {}

  /**
   * Locks the data that this claim is to change, once the transaction has executed everywhere: from
   * now on no other transaction may change the data. A transaction that is {@linkplain
   * Participant#coordinatedElsewhere coordinated elsewhere} was locked as it executed, unless the
   * control {@linkplain #locksLast locks last}. For such a transaction this call means that it has
   * executed all requests so far, so that {@linkplain Participant#readsWait reads wait} for it; the
   * call is repeated after each further request.
   *
   * @return whether the data is locked; after a conflict nothing is locked
   */
  default Verdict.Check lock(Claim claim) {
    return Verdict.Passed.INSTANCE;
  }

  /**
   * The transaction has executed and locked everywhere: are this claim's observations still valid?
   */
  default Verdict.Check validate(Claim claim) {
    return Verdict.Passed.INSTANCE;
  }

  /**
   * Asks for a claim, or a read. {@link Verdict.Delay} promises a later {@link
   * ActorRequest#resolve}, unless {@link #withdraw} comes first.
   */
  Verdict request(ActorRequest request);

  /** Takes a delayed request back. True if it was still waiting: it will never be resolved then. */
  boolean withdraw(ActorRequest request);

  /**
   * Commits: the owner's decision is in the log at {@code lsn}, in order. Its effect is applied
   * now, or when all that arrived before it is decided; waiting requests are tried again.
   */
  void commit(Claim claim, long lsn);

  /** Aborts: the owner has no effect here. */
  void abort(Claim claim);

  /**
   * Puts back a claim that a transaction had when the node stopped, in recovery and before requests
   * are let in. The transaction is prepared, or it is decided and follows one that is prepared. The
   * claim ends later as any claim does. New requests then meet the claim as they would have before.
   *
   * <p>At each actor, actions are put back in the order of their positions, on top of a state with
   * the effect of every decided action before the first of them; reads are put back at any time.
   * Positions granted later are greater than all that were put back.
   *
   * @param owner {@code PREPARED}, or {@code COMMITTED} if {@link #commit} follows before requests
   *     are let in
   * @param work {@link Work.Act}, {@link Work.Observe} or {@link Work.Forbid}; the fact that a read
   *     has seen is found again in the states that the actor may be in, without its owner's own
   *     action
   * @param around the observations that the transaction had made of other actors
   * @param position the position of an action, as {@link Claim#position}; -1 for a read
   * @param low as {@link Claim#low}
   * @throws IllegalStateException if this claim conflicts with one that was put back before, or the
   *     action is not accepted: the log or its application has changed
   */
  Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low);

  /**
   * Gives the participants that a delayed request waits for, those of older delayed requests that
   * go first included; none if it does not wait any more. For the deadlock detector.
   */
  default void blockers(ActorRequest request, Consumer<Participant> sink) {
    Cell cell = request.cell();
    cell.lock();
    try {
      if (cell.control() instanceof InUse use) {
        use.blockers(request, sink);
      }
    } finally {
      cell.unlock();
    }
  }

  /**
   * Shows the requests that wait at this cell in a queue, each with the participants that {@link
   * #blockers} gives, in that order, but in shared lists: what all of them wait for takes time in
   * proportion to the queue, and not to its square. May show only some requests, or none: for the
   * others {@link #blockers} says all. Takes the cell's latch.
   */
  default void showQueue(Cell cell, InUse.QueueViewer viewer) {
    cell.lock();
    try {
      if (cell.control() instanceof InUse use) {
        use.showQueue(viewer);
      }
    } finally {
      cell.unlock();
    }
  }

  /**
   * Tells a checkpoint of the actions in progress at this cell. Called with the cell's latch held.
   *
   * @param sink gets the committed actions whose effects are not applied yet, in order of arrival
   * @return the lowest position whose effect is not in the cell's state and may still come to be,
   *     or {@link Cell#nextPosition()} if there is none: all effects below it are in the state or
   *     never will be
   */
  long unapplied(Cell cell, Consumer<Claim> sink);

  /**
   * Gives the users of this cell's actor and the waiting requests: first the holders, actions in
   * order of arrival, then the waiting requests, in the order in which they are looked at. For
   * looking at a node; takes the cell's latch.
   */
  default void uses(Cell cell, Consumer<Use> sink) {
    cell.lock();
    try {
      if (cell.control() instanceof InUse use) {
        use.uses(sink);
      }
    } finally {
      cell.unlock();
    }
  }
}
