package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question.SnapshotStep;
import tutti.engine.distribution.message.PeerMessage.Question.SnapshotStep.Step;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** Steps of snapshots that come when they should not: the card's I5 and I6. */
class SnapshotStepsTest {
  private static Answer take(ShardTerm term, Step step, long incarnation, long opener)
      throws Exception {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    term.nodesSnapshots().answer(new SnapshotStep(step, 7, incarnation, opener), answer::complete);
    return answer.get(180, TimeUnit.SECONDS);
  }

  private static RunningNode node() throws Exception {
    return new RunningNode(
        LocalNodeTest.deployment(ConcurrencyControlKind.OPTIMISTIC, Isolation.SERIALIZABLE, 1),
        null);
  }

  @Test
  void whatHasEndedIsNotOpenedAgain() throws Exception {
    try (RunningNode it = node()) {
      ShardTerm term = it.term();
      long own = term.nodesSnapshots().incarnationOf(NodesSnapshots.OPENER);
      // It has failed on another node before this one heard of it, and is told so out of order.
      assertThat(take(term, Step.END, own, own)).isEqualTo(new Answer.Done());
      assertThat(take(term, Step.CLOSE, own, own)).isInstanceOf(Answer.Failed.class);
      assertThat(term.snapshots().count()).isZero();
    }
  }

  @Test
  void whoHasStartedAnewOpensNothing() throws Exception {
    try (RunningNode it = node()) {
      ShardTerm term = it.term();
      long own = term.nodesSnapshots().incarnationOf(NodesSnapshots.OPENER);
      for (Step step : Step.values()) {
        assertThat(take(term, step, own - 1, own)).isInstanceOf(Answer.Failed.class);
        assertThat(take(term, step, own, own - 1)).isInstanceOf(Answer.Failed.class);
      }
      assertThat(term.snapshots().count()).isZero();
    }
  }

  /**
   * The rows of a node have all writes from before its new start, and others read an earlier state.
   */
  @Test
  void whatIsOnlyKeptIsNotRead() throws Exception {
    try (RunningNode it = node()) {
      ShardTerm term = it.term();
      long own = term.nodesSnapshots().incarnationOf(NodesSnapshots.OPENER);
      term.snapshots().raise(7);
      term.snapshots().raise(8);
      assertThat(term.snapshots().find(7)).isNotNull();
      assertThat(term.snapshots().opened(7)).isNull();
      assertThat(take(term, Step.DRAIN, own, own)).isInstanceOf(Answer.Failed.class);
      assertThat(take(term, Step.CLOSE, own, own)).isEqualTo(new Answer.Done());
      assertThat(term.snapshots().opened(7)).isNotNull();
      assertThat(take(term, Step.DRAIN, own, own)).isEqualTo(new Answer.Done());
    }
  }

  /**
   * A client that is told begins something else, perhaps on a node that has not closed the epoch.
   */
  @Test
  void nobodyIsToldAnythingUntilAllNodesHaveClosedTheEpoch() throws Exception {
    try (RunningNode it = node()) {
      ShardTerm term = it.term();
      long own = term.nodesSnapshots().incarnationOf(NodesSnapshots.OPENER);
      assertThat(take(term, Step.CLOSE, own, own)).isEqualTo(new Answer.Done());
      CompletableFuture<Outcome> submitted = it.start(it.bank.call("a", "open", 10L));
      List<CompletableFuture<?>> asked =
          List.of(submitted, read(it.node), list(it.node), status(it.node));
      while (!it.node.statistics().transactions().outcomes().containsKey("committed")) {
        Thread.sleep(1);
      }
      for (CompletableFuture<?> each : asked) {
        boolean told = each.isDone();
        // Unless this takes so long that the node takes part in it no more.
        assertThat(told && term.snapshots().opened(7) != null).isFalse();
      }
      take(term, Step.DRAIN, own, own);
      for (CompletableFuture<?> each : asked) {
        RunningNode.await(each);
      }
      assertThat(submitted.get()).isInstanceOf(Outcome.Committed.class);
    }
  }

  private static CompletableFuture<?> read(HostNode node) {
    CompletableFuture<Node.ReadResult> seen = new CompletableFuture<>();
    node.read(new ActorId("Account", "b"), RunningNode.TIMEOUT_NANOS, seen::complete);
    return seen;
  }

  private static CompletableFuture<?> list(HostNode node) {
    CompletableFuture<Node.ListResult> page = new CompletableFuture<>();
    node.list("Account", null, 10, null, page::complete);
    return page;
  }

  private static CompletableFuture<?> status(HostNode node) {
    CompletableFuture<TransactionStatus> status = new CompletableFuture<>();
    node.status(new TransactionId(0, 1, 1), status::complete);
    return status;
  }

  /** A node that does not answer must not be in the way of others for long. */
  @Test
  void whoWaitsInVainForAllNodesTellsWhatItKnowsAndTakesNoPart() throws Exception {
    try (RunningNode it = node()) {
      ShardTerm term = it.term();
      long own = term.nodesSnapshots().incarnationOf(NodesSnapshots.OPENER);
      assertThat(take(term, Step.CLOSE, own, own)).isEqualTo(new Answer.Done());
      assertThat(it.run(it.bank.call("a", "open", 10L))).isInstanceOf(Outcome.Committed.class);
      assertThat(term.snapshots().opened(7)).isNull();
      assertThat(take(term, Step.DRAIN, own, own)).isInstanceOf(Answer.Failed.class);
    }
  }
}
