package tutti.engine.concurrency.records;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Answers;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.Cell;

/**
 * A cell's control object while anybody has rows of it locked: the transactions that write there,
 * in the order of their positions. Rows are written as each commits; what has committed is counted
 * as an effect when all before it is decided, as recovery will count it. Guarded by the cell's
 * latch.
 */
final class Line {
  private @Nullable RecordClaim head;
  private @Nullable RecordClaim tail;
  private final ArrayDeque<Read> reads = new ArrayDeque<>(0);

  /**
   * A read that waits.
   *
   * @param before it waits for what was in the line before this position
   */
  private record Read(Request request, long before) {}

  /** The line of a cell. */
  static Line at(Cell cell) {
    if (cell.control() instanceof Line line) {
      return line;
    }
    Line line = new Line();
    cell.control(line);
    return line;
  }

  /** Puts a claim at the end, at a position that the cell gave for it. */
  void enter(RecordClaim claim, long position) {
    claim.inLine(position, head == null ? position : head.position());
    claim.before = tail;
    if (tail == null) {
      head = claim;
    } else {
      tail.after = claim;
    }
    tail = claim;
  }

  /** Takes a claim out: it has been counted, or nothing comes of it, or it goes to the end. */
  void leave(RecordClaim claim) {
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
  }

  /** Counts what has committed and is first, and answers reads that need not wait any more. */
  void advance(Cell cell, Effects effects, Answers answers) {
    for (RecordClaim first = head; first != null && first.isDecided(); first = head) {
      leave(first);
      cell.apply(RelationalActorType.used(cell.state()), first.decidedLsn());
      effects.applied(first, cell.version());
    }
    for (int left = reads.size(); left > 0; left--) {
      Read read = reads.removeFirst();
      if (mustWait(read.before)) {
        reads.addLast(read);
      } else {
        answers.add(read.request, Verdict.Seen.of(cell));
      }
    }
    if (head == null && reads.isEmpty()) {
      cell.control(null);
    }
  }

  /** Whether somebody before this position may have committed and not written its rows yet. */
  boolean mustWait(long before) {
    for (RecordClaim claim = head;
        claim != null && claim.position() < before;
        claim = claim.after) {
      if (!claim.isDecided() && claim.owner().status() != Participant.Status.ACTIVE) {
        return true;
      }
    }
    return false;
  }

  /** Whether anybody else is about to write. */
  boolean hasOther(Participant owner) {
    for (RecordClaim claim = head; claim != null; claim = claim.after) {
      if (claim.owner() != owner && !claim.isDecided()) {
        return true;
      }
    }
    return false;
  }

  void await(Request read, long before) {
    reads.addLast(new Read(read, before));
  }

  boolean withdraw(Request request) {
    return reads.removeIf(read -> read.request == request);
  }

  /** Whom a read waits for. */
  void blockers(Request request, Consumer<Participant> sink) {
    for (Read read : reads) {
      if (read.request == request) {
        for (RecordClaim claim = head; claim != null; claim = claim.after) {
          if (!claim.isDecided() && claim.position() < read.before) {
            sink.accept(claim.owner());
          }
        }
      }
    }
  }

  /** See {@link tutti.engine.concurrency.ConcurrencyControl#unapplied}. */
  long unapplied(Cell cell, Consumer<Claim> sink) {
    for (RecordClaim claim = head; claim != null; claim = claim.after) {
      if (claim.isDecided()) {
        sink.accept(claim);
      }
    }
    return head == null ? cell.nextPosition() : head.position();
  }

  void uses(Consumer<Use> sink) {
    for (RecordClaim claim = head; claim != null; claim = claim.after) {
      sink.accept(new Use.Held(claim, claim.isDecided() ? Use.How.DECIDED : Use.How.IN_PROGRESS));
    }
    reads.forEach(read -> sink.accept(new Use.Waits(read.request, "")));
  }
}
