package tutti.engine.transaction;

import tutti.engine.concurrency.Claim;
import tutti.engine.container.Container;

/** How a claim ends at its actor. On the actor's container's executor, or where nothing else is. */
public final class Claims {
  private Claims() {}

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
