package tutti.engine.concurrency.locking.row;

import java.util.List;
import java.util.function.Consumer;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.Precedence;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;

/**
 * Strict two-phase locking of the rows of relational actors, under rules without deadlocks ({@link
 * WaitRule}). Work on an actor's rows is granted immediately; each row is locked as it is read or
 * written.
 *
 * <p>A cell's control object is null while the actor is not in use, else a {@link LockTable}.
 */
public final class RowLocking extends LatchedControl {
  private final Snapshots snapshots;
  private final WaitRule rule;

  private final boolean updateLocks;

  private final DecidedState.Claims claims =
      new DecidedState.Claims() {
        @Override
        public Claim looks(ActorRequest request) {
          return new RowLockClaim(request, updateLocks);
        }

        @Override
        public Claim runs(ActorRequest request) {
          return new RowLockClaim(request, updateLocks);
        }
      };

  /**
   * @param rule any but {@link WaitRule#WAIT}
   */
  public RowLocking(Effects effects, WaitRule rule) {
    this(effects, new Snapshots(), rule, true);
  }

  /**
   * @param rule any but {@link WaitRule#WAIT}
   * @param updateLocks whether a write by key takes the write lock before it looks at the row
   */
  public RowLocking(Effects effects, Snapshots snapshots, WaitRule rule, boolean updateLocks) {
    super(effects);
    if (rule == WaitRule.WAIT) {
      throw new IllegalArgumentException(
          "a rule without deadlocks is needed: no detector looks at locks of rows");
    }
    this.snapshots = snapshots;
    this.rule = rule;
    this.updateLocks = updateLocks;
  }

  @Override
  public boolean keepsSnapshots() {
    return true;
  }

  /**
   * Returns false under {@link WaitRule#WOUND_WAIT}, as locks on actors do: a prepared transaction
   * must then not wait.
   */
  @Override
  public boolean preparesEarly() {
    return rule != WaitRule.WOUND_WAIT;
  }

  @Override
  public boolean mayDeadlock() {
    return false;
  }

  static Verdict granted(RowLockClaim claim) {
    return new Verdict.Accept(claim, List.of(), null);
  }

  static RowLockClaim claimOf(ActorRequest request) {
    return request.work() instanceof Work.Lock(RowLockClaim claim, Object rows)
        ? claim
        : fail(request);
  }

  static RowLock lockOf(ActorRequest request) {
    return request.work() instanceof Work.Lock(Claim claim, RowLock lock) ? lock : fail(request);
  }

  private static <T> T fail(ActorRequest request) {
    throw new IllegalArgumentException("no lock on rows: " + request.work());
  }

  @Override
  public Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    PendingVerdicts answers = new PendingVerdicts();
    Verdict verdict;
    cell.lock();
    try {
      verdict = answer(request, cell, answers);
    } finally {
      cell.unlock();
    }
    answers.deliver();
    return verdict;
  }

  private Verdict answer(ActorRequest request, Cell cell, PendingVerdicts answers) {
    return switch (request.work()) {
      case Work.Lock lock -> lock(request, LockTable.of(cell), answers);
      case Work.Read read ->
          cell.control() instanceof LockTable table && table.mustWait(request)
              ? Verdict.Delay.INSTANCE
              : Verdict.CurrentState.of(cell);
      default -> enter(request, cell);
    };
  }

  private Verdict enter(ActorRequest request, Cell cell) {
    Verdict verdict = DecidedState.answer(request, claims);
    if (verdict instanceof Verdict.Accept accept) {
      tableOf(cell).enter((RowLockClaim) accept.claim());
    }
    return verdict;
  }

  private Verdict lock(ActorRequest request, LockTable table, PendingVerdicts answers) {
    RowLockClaim claim = claimOf(request);
    if (table.tryLock(lockOf(request), claim)) {
      return granted(claim);
    }
    table.queue().await(request);
    return Precedence.settle(rule, request, table.queue(), answers);
  }

  private LockTable tableOf(Cell cell) {
    if (cell.control() instanceof LockTable table) {
      return table;
    }
    LockTable table = new LockTable(effects, rule == WaitRule.WOUND_WAIT, snapshots.epoch());
    cell.control(table);
    return table;
  }

  @Override
  protected boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers) {
    if (!(cell.control() instanceof LockTable table)) {
      return false;
    }
    boolean waited = table.withdraw(request, answers);
    dropIfIdle(cell, table);
    return waited;
  }

  @Override
  protected PendingVerdicts end(Claim ended, Cell cell, boolean committed, long lsn) {
    RowLockClaim claim = (RowLockClaim) ended;
    PendingVerdicts answers = new PendingVerdicts();
    LockTable table = LockTable.of(cell);
    if (committed && claim.changes()) {
      table.written(claim, lsn);
      ActorRows rows = ActorRows.of(cell.state());
      if (snapshots.areOpen()) {
        snapshots.keep(rows, claim.written(), claim.owner().epoch());
      }
      rows.apply(claim.written());
    }
    table.leave(claim, answers);
    dropIfIdle(cell, table);
    return answers;
  }

  private static void dropIfIdle(Cell cell, LockTable table) {
    if (table.isIdle()) {
      cell.control(null);
    }
  }

  @Override
  protected Claim reinstate(Granted granted, long position, long low) {
    RowLockClaim claim = new RowLockClaim(granted, updateLocks);
    LockTable table = tableOf(granted.cell());
    table.enter(claim);
    // Rows that were only read are not locked again: by then all had executed, everywhere.
    if (granted.work() instanceof Work.Act) {
      RecoveredLocks.lock(table, claim);
      table.placeAgain(claim, position, low);
    }
    return claim;
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof LockTable table
        ? table.unapplied(cell, sink)
        : cell.nextPosition();
  }
}
