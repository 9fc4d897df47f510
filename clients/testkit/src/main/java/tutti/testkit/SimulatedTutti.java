package tutti.testkit;

import java.time.Duration;
import java.time.Instant;
import tutti.embedded.Client;
import tutti.embedded.TransactionStart;
import tutti.engine.runtime.Durations;
import tutti.model.Application;
import tutti.model.Caller;

/**
 * A client of the simulated nodes, with {@linkplain #transaction client transactions} as an
 * embedded node has them. Each of its requests has an idempotency key of its own, and is repeated
 * until a node answers it, over crashes. On several nodes it is also repeated when the crash of
 * another node has stopped it.
 */
public final class SimulatedTutti extends Client {
  private final SimulatedConnection connection;

  SimulatedTutti(Application application, SimulatedConnection connection) {
    super(application, connection);
    this.connection = connection;
  }

  /**
   * The application's {@code now} at this moment: it begins at the simulation's {@link
   * Simulation#at}, and goes on with virtual time.
   */
  public Instant now() {
    return connection.now();
  }

  /**
   * Lets the wall clocks of all nodes go ahead at once, as if so long had passed between two
   * requests: what any client asks next has the later {@code now}. Requests that run meanwhile have
   * the one or the other.
   *
   * <pre>{@code
   * .clients(1, (tutti, random) -> {
   *   tutti.instance("Ticket", "t1").call("buy", Map.of());
   *   tutti.advance(Duration.ofDays(1));
   *   tutti.instance("Ticket", "t1").call("use", Map.of());
   * })
   * }</pre>
   *
   * @param by at least 0, at most a hundred years
   * @throws IllegalArgumentException if it is less than 0, or more
   * @throws ArithmeticException if clocks have gone ahead for more than two hundred years in all
   */
  public void advance(Duration by) {
    if (by.isNegative() || by.compareTo(Duration.ofNanos(Durations.LONGEST_NANOS)) > 0) {
      throw new IllegalArgumentException(
          "time goes ahead, and a hundred years at most, but this is " + by);
    }
    connection.advance(by.toNanos());
  }

  /** A client whose requests come from a caller, as {@link tutti.embedded.Tutti#as} makes one. */
  public Client as(Caller caller) {
    return by(caller);
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
