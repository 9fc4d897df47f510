package tutti.engine.transaction.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Verdict;
import tutti.engine.container.Container;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;

/**
 * The ways in which a claim ends at its actor; on the executor of the actor's container, or where
 * nothing else runs.
 */
public final class ClaimEnds {
  private ClaimEnds() {}

  /** Returns the claims in the order in which they are locked. */
  public static List<Claim> inOrder(List<Claim> claims) {
    List<Claim> ordered = new ArrayList<>(claims);
    ordered.sort(Comparator.comparing(claim -> claim.cell().id()));
    return ordered;
  }

  /**
   * Locks the actors that these claims are to change. The method locks directly, in whichever
   * container they are, as {@link #validate} does: it never waits, and a step to another executor
   * would cost more.
   *
   * @param ordered by {@link #inOrder}, if anything of it is not locked already
   * @return done, or the conflict; claims that are locked by then stay locked until they end
   */
  public static Result lock(Directory directory, List<Claim> ordered) {
    for (Claim claim : ordered) {
      if (controlOf(directory, claim).lock(claim) instanceof Verdict.Conflict met) {
        return conflict(claim, met);
      }
    }
    return Result.DONE;
  }

  /** Checks whether all that these claims rest on still stands. */
  public static Result validate(Directory directory, List<Claim> claims) {
    for (Claim claim : claims) {
      if (controlOf(directory, claim).validate(claim) instanceof Verdict.Conflict met) {
        return conflict(claim, met);
      }
    }
    return Result.DONE;
  }

  private static Result.Failed conflict(Claim claim, Verdict.Conflict met) {
    return new Result.Failed(Reason.Conflict.at(claim.cell().id(), met));
  }

  private static ConcurrencyControl controlOf(Directory directory, Claim claim) {
    return directory.containerOf(claim.cell().id()).control();
  }

  /** Ends a claim whose transaction has committed by the record at {@code lsn}. */
  public static void commit(Container container, Claim claim, long lsn) {
    container.control().commit(claim, lsn);
    dropIfBlank(container, claim);
  }

  /** Ends a claim whose transaction has aborted, or has changed nothing. */
  public static void abort(Container container, Claim claim) {
    container.control().abort(claim);
    dropIfBlank(container, claim);
  }

  private static void dropIfBlank(Container container, Claim claim) {
    if (claim.cell().version() == 0) {
      container.actors().dropIfUnused(claim.cell());
    }
  }
}
