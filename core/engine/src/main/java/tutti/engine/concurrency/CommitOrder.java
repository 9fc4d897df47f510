package tutti.engine.concurrency;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.Cell;

/**
 * The transactions that are about to write rows of an actor, in the order of their positions. Each
 * writes its rows as it commits; that is counted as an effect once all before it are decided, as
 * recovery will count it. Guarded by the cell's latch; a list through the claims themselves, since
 * every transaction that writes rows comes here.
 */
public class CommitOrder {
  private @Nullable WriterClaim head;
  private @Nullable WriterClaim tail;

  /** Puts a claim at the end, at a position that the cell gave for it. */
  public final void enter(WriterClaim claim, long position) {
    leave(claim);
    claim.placed(position, undecidedFrom(position));
    claim.inOrder = true;
    claim.before = tail;
    if (tail == null) {
      head = claim;
    } else {
      tail.after = claim;
    }
    tail = claim;
  }

  /** The first undecided claim: mostly the first of all. */
  private long undecidedFrom(long end) {
    for (WriterClaim claim = head; claim != null; claim = claim.after) {
      if (!claim.isDecided()) {
        return claim.place();
      }
    }
    return end;
  }

  /** Takes a claim out, if it is in: it has ended without effect, or goes to the end. */
  public final void leave(WriterClaim claim) {
    if (!claim.inOrder) {
      return;
    }
    if (claim.before == null) {
      head = claim.after;
    } else {
      claim.before.after = claim.after;
    }
    if (claim.after == null) {
      tail = claim.before;
    } else {
      claim.after.before = claim.before;
    }
    claim.before = null;
    claim.after = null;
    claim.inOrder = false;
  }

  /** Counts the committed claims at the head of the commit order. */
  public final void advance(Cell cell, Effects effects) {
    for (WriterClaim first = head; first != null && first.isDecided(); first = head) {
      leave(first);
      cell.apply(RelationalActorType.used(cell.state()), first.decidedLsn());
      effects.applied(first, cell.version());
    }
  }

  /** Answers {@link ConcurrencyControl#unapplied}. */
  public final long unapplied(Cell cell, Consumer<Claim> sink) {
    forEach(
        claim -> {
          if (claim.isDecided()) {
            sink.accept(claim);
          }
        });
    return head == null ? cell.nextPosition() : head.place();
  }

  public final void forEach(Consumer<WriterClaim> sink) {
    for (WriterClaim claim = head; claim != null; claim = claim.after) {
      sink.accept(claim);
    }
  }

  protected final boolean any(Predicate<WriterClaim> that) {
    for (WriterClaim claim = head; claim != null; claim = claim.after) {
      if (that.test(claim)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the place of the last claim that has committed and is not counted; 0 if there is none.
   */
  public final long lastUncounted() {
    for (WriterClaim claim = tail; claim != null; claim = claim.before) {
      if (claim.isDecided()) {
        return claim.place();
      }
    }
    return 0;
  }

  public final boolean isEmpty() {
    return head == null;
  }
}
