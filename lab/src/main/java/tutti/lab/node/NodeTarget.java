package tutti.lab.node;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import tutti.engine.node.Node;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.TransactionRequest;
import tutti.lab.load.Ending;
import tutti.lab.load.Target;

/** Load on a node in this process: each request is one transaction. */
public final class NodeTarget implements Target {
  private final Node node;
  private final Requests requests;
  private final Consumer<Outcome> listener;

  /** What clients ask for. */
  @FunctionalInterface
  public interface Requests {
    /**
     * The next request of a client. A client is asked by one thread at a time.
     *
     * @param client from 0
     * @param random that client's own
     */
    TransactionRequest next(int client, SplittableRandom random);
  }

  /**
   * @param listener told every outcome beside the load generator; short and thread-safe
   */
  public NodeTarget(Node node, Requests requests, Consumer<Outcome> listener) {
    this.node = node;
    this.requests = requests;
    this.listener = listener;
  }

  @Override
  public void start(int client, SplittableRandom random, Consumer<Ending> done) {
    node.submit(
        requests.next(client, random),
        outcome -> {
          listener.accept(outcome);
          done.accept(ending(outcome));
        });
  }

  /** An outcome as load counts it. */
  public static Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed committed -> Ending.COMMITTED;
      case Outcome.Aborted aborted ->
          aborted.reason() instanceof Reason.Refused ? Ending.REFUSED : Ending.ABORTED;
      case Outcome.InDoubt inDoubt -> Ending.IN_DOUBT;
    };
  }
}
