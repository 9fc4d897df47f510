package tutti.lab.node;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.Ending;
import tutti.lab.load.Target;

/** Load on nodes in this process: each request is one transaction. */
public final class NodeTarget implements Target {
  private final Node[] nodes;
  private final Entry entry;
  private final Requests requests;
  private final RunHistory history;

  /** The requests of clients. */
  @FunctionalInterface
  public interface Requests {
    /**
     * Returns the next request of a client. Called for each client by one thread at a time.
     *
     * @param client the client's number, from 0
     * @param random the client's own random numbers
     */
    TransactionRequest next(int client, SplittableRandom random);

    /** Returns the time for which a client waits before its next request is asked for. */
    default long pauseNanos(int client, SplittableRandom random) {
      return 0;
    }

    /**
     * Returns whether a client's newest request may commit without having written anything: then no
     * log has its transaction.
     */
    default boolean mayOnlyRead(int client) {
      return false;
    }

    /** Is told how a request has ended, before its client's next one is asked for. */
    default void ended(int client, TransactionRequest request, Outcome outcome) {}
  }

  /** The choice of the node to which a client gives a request, by its number. */
  @FunctionalInterface
  public interface Entry {
    int of(int client, TransactionRequest request);
  }

  /**
   * @param history takes every outcome beside the load generator
   */
  public NodeTarget(Node node, Requests requests, RunHistory history) {
    this(List.of(node), (client, request) -> 0, requests, history);
  }

  /** Load on several nodes. */
  public NodeTarget(List<Node> nodes, Entry entry, Requests requests, RunHistory history) {
    this.nodes = nodes.toArray(Node[]::new);
    this.entry = entry;
    this.requests = requests;
    this.history = history;
  }

  @Override
  public long pauseNanos(int client, SplittableRandom random) {
    return requests.pauseNanos(client, random);
  }

  @Override
  public void start(int client, SplittableRandom random, Consumer<Ending> done) {
    TransactionRequest next = requests.next(client, random);
    Node node = nodes[entry.of(client, next)];
    TransactionRequest request = next.within(node.deployment().transactionTimeout().toNanos());
    if (history.enabled()) {
      boolean logged = !requests.mayOnlyRead(client);
      long invoked = System.nanoTime();
      node.submit(
          request,
          outcome -> {
            history.ended(
                client, outcome.transaction().toString(), label(outcome), logged, invoked);
            requests.ended(client, request, outcome);
            done.accept(ending(outcome));
          });
    } else {
      node.submit(
          request,
          outcome -> {
            requests.ended(client, request, outcome);
            done.accept(ending(outcome));
          });
    }
  }

  private static String label(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed committed -> "committed";
      case Outcome.Aborted aborted -> "aborted";
      case Outcome.InDoubt inDoubt -> "in-doubt";
    };
  }

  /** Returns an outcome as load counts it. */
  public static Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed committed -> Ending.COMMITTED;
      case Outcome.Aborted aborted ->
          aborted.reason() instanceof Reason.Refused ? Ending.REFUSED : Ending.ABORTED;
      case Outcome.InDoubt inDoubt -> Ending.IN_DOUBT;
    };
  }
}
