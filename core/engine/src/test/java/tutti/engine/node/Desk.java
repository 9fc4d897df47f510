package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKind;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Commitments.Answered;
import tutti.engine.node.Commitments.OnNode;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.submission.Outcome;

/** Where an operator sits, in tests: sees what is in progress on three nodes, and gives orders. */
final class Desk {
  private Desk() {}

  static Deployment deployment(CommitKind commit) {
    String text =
        "tutti { commit = "
            + commit
            + ", assume = synchronous-crash, assume.delay-bound = 5s, containers = 1, executors ="
            + " 1, two-phase.retry = 20ms, journal.segment-size = 32 KiB, journal.checkpoint-after"
            + " = 32 KiB, nodes { n0 = \"h:1\", n1 = \"h:2\", n2 = \"h:3\" } }";
    return switch (DeploymentReader.parse(text, "test")) {
      case Reading.Valid(var settings) -> settings.deployment();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems);
    };
  }

  static List<OnNode> look(RunningNode at, @Nullable TransactionId only) throws Exception {
    CompletableFuture<List<OnNode>> seen = new CompletableFuture<>();
    at.node.commitments().look(only, seen::complete);
    return RunningNode.await(seen);
  }

  /** The transactions that a node has in progress, as a running node reports them. */
  static List<MemberProgress> underway(RunningNode at, int node) throws Exception {
    return look(at, null).get(node).underway();
  }

  /** The only one of a transaction that a node has. */
  static Resolution resolution(RunningNode at, int node, TransactionId id) throws Exception {
    List<Resolution> all = look(at, id).get(node).resolved();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  static ResolutionRequest order(boolean commit, boolean force, String reason) {
    return new ResolutionRequest(commit, force, "ann", reason);
  }

  /** Gives an order where the transaction is in doubt, which is on one node. */
  static Answered resolve(RunningNode at, TransactionId id, ResolutionRequest request)
      throws Exception {
    return resolve(at, null, id, request);
  }

  /** Gives an order to one node, by its number. */
  static Answered resolveAt(RunningNode at, int node, TransactionId id, ResolutionRequest request)
      throws Exception {
    return resolve(at, "n" + node, id, request);
  }

  private static Answered resolve(
      RunningNode at, @Nullable String node, TransactionId id, ResolutionRequest request)
      throws Exception {
    CompletableFuture<List<Answered>> answers = new CompletableFuture<>();
    at.node.commitments().resolve(id, node, request, answers::complete);
    List<Answered> all = RunningNode.await(answers);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  static boolean committed(RunningNode at, TransactionId id) throws Exception {
    return at.ended(id) instanceof Outcome.Committed;
  }

  static void awaitLearnt(RunningNode at, int node, TransactionId id) throws Exception {
    Nodes.awaitThat(
        () -> {
          try {
            return resolution(at, node, id).learnt() != null;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }
}
