package tutti.engine.transaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Verdict;
import tutti.engine.container.Container;

/** How a claim ends at its actor. On the actor's container's executor, or where nothing else is. */
public final class Claims {
  private Claims() {}

  /** The order in which claims are locked. */
  static List<Claim> inOrder(List<Claim> claims) {
    List<Claim> ordered = new ArrayList<>(claims);
    ordered.sort(Comparator.comparing(claim -> claim.cell().id()));
    return ordered;
  }

  /**
   * Locks what these are to change. Directly, in whichever container they are, as {@link #validate}
   * does: it never waits, and a step to another executor would cost more than it.
   *
   * @param ordered by {@link #inOrder}, if anything of it is not locked already
   * @return null, or whom it met; whatever is locked by then goes with the claims
   */
  public static Reason.@Nullable Conflict lock(Directory directory, List<Claim> ordered) {
    for (Claim claim : ordered) {
      Verdict.Conflict met = controlOf(directory, claim).lock(claim);
      if (met != null) {
        return Reason.Conflict.at(claim.cell().id(), met);
      }
    }
    return null;
  }

  /**
   * Whether all that these rest on still stands.
   *
   * @return null if so, or whom it met
   */
  public static Reason.@Nullable Conflict validate(Directory directory, List<Claim> claims) {
    for (Claim claim : claims) {
      Verdict.Conflict met = controlOf(directory, claim).validate(claim);
      if (met != null) {
        return Reason.Conflict.at(claim.cell().id(), met);
      }
    }
    return null;
  }

  private static ConcurrencyControl controlOf(Directory directory, Claim claim) {
    return directory.containerOf(claim.cell().id()).control();
  }

  /** Its transaction has committed by the record at {@code lsn}. */
  public static void commit(Container container, Claim claim, long lsn) {
    container.control().commit(claim, lsn);
    dropIfBlank(container, claim);
  }

  /** Its transaction has aborted, or changed nothing. */
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
