package tutti.simulator.cluster;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Backups.Begun;
import tutti.engine.node.Commitments;
import tutti.engine.node.Node;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Application;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;

/**
 * The questions that checkers and operators ask a node; a node that is down, or crashes meanwhile,
 * gives no answer. All methods are for tasks of the simulated world.
 *
 * @param life the node's present life, or null if it is down
 */
public record NodeQueries(int number, Supplier<@Nullable Incarnation> life) {
  /** The number of times that an answer is asked for again that was not there in time. */
  private static final int MOST_TRIES = 100;

  private static final int PAGE = 50;

  /** Adds all actors that the node reports; false if it does not report them. In a task only. */
  boolean states(Application application, States states, Findings contradictions) {
    int patience = MOST_TRIES;
    for (var type : application.types()) {
      String after = null;
      boolean again;
      do {
        String from = after;
        again = false;
        switch (page(type.name(), PAGE, from)) {
          case null -> {
            return false;
          }
          case Node.Page page -> {
            page.items().forEach(item -> add(states, item, contradictions));
            after = page.next();
          }
          case Node.ListFailed(var code, var message) -> {
            // A deployment's time limit may be too short for a whole page on a slow node, or for
            // the time that a shard takes to go back to its preferred leader.
            again = (code.equals("deadline") || hasReplicas()) && patience-- > 0;
            if (!again) {
              contradictions.add("resolved", "node " + number + " cannot list: " + message);
              return false;
            }
          }
        }
      } while (again || after != null);
    }
    return true;
  }

  /** Returns whether the node can list actors of all nodes just now. In a task. */
  public boolean answers(Application application) {
    String type = application.types().getFirst().name();
    return page(type, 1, null) instanceof Node.Page;
  }

  /** Asks it for a page of instances; null if it is down, or crashes meanwhile. In a task. */
  public Node.@Nullable ListResult page(String type, int limit, @Nullable String after) {
    return this.<Node.ListResult>ask((node, reply) -> node.list(type, null, limit, after, reply))
        .orElse(null);
  }

  private void add(States states, Node.Instance item, Findings contradictions) {
    if (!states.put(item.id(), item.state(), item.version())) {
      contradictions.add("agreement", "nodes differ in what they say of " + item.id());
    }
  }

  /**
   * Returns the status that the node reports of a transaction; unknown if the node is down. In a
   * task only.
   */
  public TransactionStatus status(TransactionId id) {
    TransactionStatus status;
    int patience = MOST_TRIES;
    do {
      status =
          this.<TransactionStatus>ask((node, reply) -> node.status(id, reply))
              .orElseGet(TransactionStatus.Unknown::new);
      // A shard may be on its way to its preferred leader.
    } while (status instanceof TransactionStatus.Waiting && hasReplicas() && patience-- > 0);
    return status;
  }

  private boolean hasReplicas() {
    Incarnation now = life.get();
    return now != null && now.served().replicated() != null;
  }

  /**
   * Returns the commitments that all nodes have in progress, as an operator sees them; nothing if
   * the node is down. In a task.
   */
  public List<Commitments.OnNode> underway() {
    return this.<List<Commitments.OnNode>>ask((node, reply) -> node.commitments().look(null, reply))
        .orElse(List.of());
  }

  /** Gives an operator's order to a node, by its name; false if it did not obey. In a task. */
  public boolean resolve(TransactionId id, String on, ResolutionRequest request) {
    return this.<List<Commitments.Answered>>ask(
            (node, reply) -> node.commitments().resolve(id, on, request, reply))
        .orElse(List.of())
        .stream()
        .anyMatch(answer -> answer.done() != null);
  }

  /** Asks it for a backup of all nodes; null if it is down, or crashes meanwhile. In a task. */
  public @Nullable Result<Begun> beginBackup() {
    return this.<Result<Begun>>ask((node, reply) -> node.backups().begin(reply)).orElse(null);
  }

  /** Reads a piece of any node's file; null if it is down, or crashes meanwhile. In a task. */
  public @Nullable Result<byte[]> readBackup(String backup, int from, String file, long at) {
    return this.<Result<byte[]>>ask(
            (node, reply) -> node.backups().read(backup, from, file, at, reply))
        .orElse(null);
  }

  /** Tells the node that the backup is not read any more. In a task. */
  public void endBackup(String backup) {
    this.<Boolean>ask((node, reply) -> node.backups().end(backup, () -> reply.accept(true)));
  }

  /** Asks the node a question of the checker; nothing if the node is down, or crashes meanwhile. */
  private <T> Optional<T> ask(BiConsumer<Node, Consumer<T>> question) {
    Incarnation now = life.get();
    if (now == null) {
      return Optional.empty();
    }
    Promise<Optional<T>> promise = new Promise<>();
    Runnable atEnd = () -> promise.complete(Optional.empty());
    now.looks().add(atEnd);
    question.accept(now.node(), answer -> promise.complete(Optional.of(answer)));
    Optional<T> answer = promise.await();
    now.looks().remove(atEnd);
    return answer;
  }
}
