package tutti.engine.concurrency.optimistic.row;

import java.util.List;
import java.util.function.Consumer;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Call;
import tutti.model.Surroundings;

/**
 * Optimistic concurrency control at the grain of records (Silo §4): for actors with relations.
 * Procedures run immediately and take no locks; at the end the rows that they write are locked, and
 * all that they have read is validated: {@link #validate}.
 *
 * <p>A cell's control object is null unless rows of the actor are locked, or reads wait: then it is
 * a {@link WritersInProgress}.
 */
public final class RowOptimistic implements ConcurrencyControl {
  private static final DecidedState.Claims LOOKS =
      new DecidedState.Claims() {
        @Override
        public Claim looks(ActorRequest request) {
          return new ExistenceClaim(request);
        }
      };

  private final Effects effects;
  private final Snapshots snapshots;

  public RowOptimistic(Effects effects) {
    this(effects, new Snapshots());
  }

  public RowOptimistic(Effects effects, Snapshots snapshots) {
    this.effects = effects;
    this.snapshots = snapshots;
  }

  @Override
  public boolean keepsSnapshots() {
    return true;
  }

  @Override
  public boolean validates() {
    return true;
  }

  @Override
  public boolean mayDeadlock() {
    return false;
  }

  @Override
  public Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    if (request.work() instanceof Work.Run) {
      return new Verdict.Accept(runs(request), List.of(), null);
    }
    cell.lock();
    try {
      if (request.work() instanceof Work.Read
          && cell.control() instanceof WritersInProgress writers
          && writers.mustWait(cell.nextPosition())) {
        writers.await(request, cell.nextPosition());
        return Verdict.Delay.INSTANCE;
      }
      return DecidedState.answer(request, LOOKS);
    } finally {
      cell.unlock();
    }
  }

  /** The latch is not taken, since every reader would write it: the rows never move. */
  private static RowClaim runs(ActorRequest request) {
    Cell cell = request.cell();
    ActorRows rows = ActorRows.of(cell.state());
    boolean locksAtOnce = request.owner().coordinatedElsewhere();
    return new RowClaim(request, new TrackedRows(cell.id(), rows, locksAtOnce));
  }

  /**
   * Locks the written rows. The branch of a transaction that another node coordinates has locked
   * them as it wrote them. For such a branch this call only sets its position, and sets it again if
   * the branch has written more since.
   */
  @Override
  public Verdict.Check lock(Claim granted) {
    if (!(granted instanceof RowClaim claim)) {
      return Verdict.Passed.INSTANCE;
    }
    if (claim.met() != null) {
      return claim.met();
    }
    WriteSet writes = claim.writes();
    if (writes.isEmpty()) {
      return Verdict.Passed.INSTANCE;
    }
    if (claim.owner().coordinatedElsewhere()) {
      return claim.isPlacedForAll() || enter(claim)
          ? Verdict.Passed.INSTANCE
          : conflict(TrackedRows.CHANGED);
    }
    if (!writes.lock(claim.reads().gaps())) {
      return conflict(TrackedRows.CHANGES);
    }
    if (!enter(claim)) {
      writes.undo();
      return conflict(TrackedRows.CHANGED);
    }
    return Verdict.Passed.INSTANCE;
  }

  private static Verdict.Conflict conflict(String how) {
    return new Verdict.Conflict(null, how);
  }

  /**
   * Gives the claim its position, once it has locked all that it writes, so that positions are in
   * the order in which rows are written. Returns false if the actor was forgotten meanwhile.
   */
  private boolean enter(RowClaim claim) {
    Cell cell = claim.cell();
    PendingVerdicts answers = new PendingVerdicts();
    cell.lock();
    try {
      if (cell.removed()) {
        return false;
      }
      WritersInProgress writers = WritersInProgress.at(cell, snapshots);
      writers.enter(claim, cell.takePosition());
      // A claim that has committed behind its former place may be the first by now.
      writers.advance(cell, effects, answers);
    } finally {
      cell.unlock();
    }
    answers.deliver();
    return true;
  }

  @Override
  public Verdict.Check validate(Claim granted) {
    if (!(granted instanceof RowClaim claim)) {
      return validate((ExistenceClaim) granted);
    }
    if (claim.met() != null) {
      return claim.met();
    }
    if (!claim.reads().isValid(claim.writes()) || claim.cell().removed()) {
      return conflict(TrackedRows.CHANGED);
    }
    claim.validated(claim.cell().lastLsn());
    return Verdict.Passed.INSTANCE;
  }

  private static Verdict.Check validate(ExistenceClaim look) {
    Cell cell = look.cell();
    cell.lock();
    try {
      return look.isValid() && !cell.removed()
          ? Verdict.Passed.INSTANCE
          : conflict(TrackedRows.CHANGED);
    } finally {
      cell.unlock();
    }
  }

  /**
   * Commits the writes. First the log position that readers wait for is set, then the rows are made
   * visible, and then the effect is counted.
   */
  @Override
  public void commit(Claim granted, long lsn) {
    if (!(granted instanceof RowClaim claim)) {
      return;
    }
    claim.end();
    WriteSet writes = claim.writes();
    if (writes.isEmpty()) {
      return;
    }
    Cell cell = claim.cell();
    cell.lock();
    cell.observable(lsn);
    WritersInProgress.at(cell, snapshots).commits(claim);
    cell.unlock();
    if (snapshots.areOpen()) {
      writes.keepFor(snapshots, claim.owner().epoch());
    }
    writes.install(Epochs.tid(lsn, Math.max(claim.reads().newest(), writes.newest())));
    PendingVerdicts answers = new PendingVerdicts();
    cell.lock();
    try {
      claim.decided(lsn);
      WritersInProgress.at(cell, snapshots).advance(cell, effects, answers);
    } finally {
      cell.unlock();
    }
    answers.deliver();
  }

  @Override
  public void abort(Claim granted) {
    if (!(granted instanceof RowClaim claim)) {
      return;
    }
    claim.end();
    claim.writes().undo();
    if (!claim.isPlaced()) {
      return;
    }
    Cell cell = claim.cell();
    PendingVerdicts answers = new PendingVerdicts();
    cell.lock();
    try {
      WritersInProgress writers = WritersInProgress.at(cell, snapshots);
      writers.leave(claim);
      writers.advance(cell, effects, answers);
    } finally {
      cell.unlock();
    }
    answers.deliver();
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      return cell.control() instanceof WritersInProgress writers && writers.withdraw(request);
    } finally {
      cell.unlock();
    }
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    Granted granted = new Granted(owner, cell, work, around);
    cell.lock();
    try {
      if (!(work instanceof Work.Act(Call call))) {
        return new ExistenceClaim(granted);
      }
      WriteSet writes = new WriteSet(false);
      RowChanges changes = (RowChanges) call.arguments().getFirst();
      if (!writes.restore(ActorRows.of(cell.state()), changes.list())) {
        throw granted.besideOthers();
      }
      RowClaim claim = new RowClaim(granted, writes);
      WritersInProgress.at(cell, snapshots).enter(claim, position);
      claim.placed(position, low);
      cell.positionTaken(position);
      return claim;
    } finally {
      cell.unlock();
    }
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof WritersInProgress writers
        ? writers.unapplied(cell, sink)
        : cell.nextPosition();
  }
}
