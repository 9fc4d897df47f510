package tutti.engine.concurrency.recordlocks;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.Cell;

/**
 * The transactions that are about to write an actor's rows, in the order of their positions. Each
 * writes its rows as it commits; that is counted as an effect once all before it are decided, as
 * recovery will count it. Guarded by the cell's latch.
 */
final class WriteLine {
  private final ArrayDeque<RowLockClaim> line = new ArrayDeque<>(2);

  /** Puts a claim at the end, with everything locked that it writes. */
  void enter(RowLockClaim claim, long position) {
    line.remove(claim);
    claim.placed(position, undecidedFrom(position));
    line.addLast(claim);
  }

  private long undecidedFrom(long end) {
    for (RowLockClaim claim : line) {
      if (!claim.isDecided()) {
        return claim.place();
      }
    }
    return end;
  }

  /** Nothing comes of it. */
  void leave(RowLockClaim claim) {
    line.remove(claim);
  }

  /** Counts what has been written and is first. */
  void advance(Cell cell, Effects effects) {
    while (!line.isEmpty() && line.getFirst().isDecided()) {
      RowLockClaim first = line.removeFirst();
      cell.apply(RelationalActorType.used(cell.state()), first.decidedLsn());
      effects.applied(first, cell.version());
    }
  }

  /** See {@link tutti.engine.concurrency.ConcurrencyControl#unapplied}. */
  long unapplied(Cell cell, Consumer<Claim> sink) {
    for (RowLockClaim claim : line) {
      if (claim.isDecided()) {
        sink.accept(claim);
      }
    }
    return line.isEmpty() ? cell.nextPosition() : line.getFirst().place();
  }

  /** Shows those that have committed, behind others that are not decided. */
  void decided(Consumer<RowLockClaim> sink) {
    for (RowLockClaim claim : line) {
      if (claim.isDecided()) {
        sink.accept(claim);
      }
    }
  }

  boolean isEmpty() {
    return line.isEmpty();
  }
}
