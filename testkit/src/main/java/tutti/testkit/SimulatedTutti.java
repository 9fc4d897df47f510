package tutti.testkit;

import tutti.embedded.Client;
import tutti.embedded.TransactionStart;
import tutti.model.Application;

/**
 * A client of the simulated node, with {@linkplain #transaction client transactions} as an embedded
 * node has them. Each of its requests has an idempotency key of its own, and is repeated until the
 * node answers it, over crashes.
 */
public final class SimulatedTutti extends Client {
  private final SimulatedConnection connection;

  SimulatedTutti(Application application, SimulatedConnection connection) {
    super(application, connection);
    this.connection = connection;
  }

  /**
   * Starts a transaction whose calls a block of the program's own code makes, as {@link
   * tutti.embedded.Tutti#transaction} does. The block runs as a part of its client, which the
   * simulation lets others overtake between any two of the block's calls.
   *
   * <p>A crash of the node ends the transaction. After its restart the node knows whether the
   * transaction has committed; if not, the block gets an {@link tutti.embedded.AbortedException}
   * with the code {@code restarted}, after which {@link TransactionStart#retrying} runs it again.
   */
  public TransactionStart transaction() {
    return TransactionStart.of(this, connection::run);
  }
}
