package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.request.WaitView;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.model.testing.Await;

/**
 * A person asks what a transaction waits for, and hears at which actor, and for which others; and
 * how often transactions have begun anew since others were rolled back.
 */
class WaitsOfTransactionsTest {
  private static final long MINUTES = 180_000_000_000L;

  private static CompletableFuture<StepAnswer> put(ClientBlock block, BlockStep step) {
    CompletableFuture<StepAnswer> answer = new CompletableFuture<>();
    block.put(step, answer::complete);
    return answer;
  }

  private static List<WaitView> waits(RunningNode it, ClientBlock block) {
    CompletableFuture<List<Commitments.OnNode>> seen = new CompletableFuture<>();
    it.node.commitments().look(block.transaction(), seen::complete);
    return seen.join().getFirst().waits();
  }

  /** The second has used what the first has released, and waits for its end: the first regrets. */
  @ParameterizedTest
  @EnumSource(names = {"VERSIONING", "VERSIONING_RW"})
  void countACascadeAndNoConflict(ConcurrencyControlKind control) throws Exception {
    try (RunningNode it =
        new RunningNode(LocalNodeTest.deployment(control, Isolation.SERIALIZABLE, 1), null)) {
      it.run(it.bank.call("a", "open", 100L));
      ClientBlock first = block(it);
      ClientBlock second = block(it);
      put(first, new BlockStep.Perform(it.bank.call("a", "deposit", 10L))).get(1, TimeUnit.MINUTES);
      put(first, new BlockStep.Release(it.bank.call("a", "deposit", 1L).target()))
          .get(1, TimeUnit.MINUTES);
      put(second, new BlockStep.Perform(it.bank.call("a", "deposit", 1L))).get(1, TimeUnit.MINUTES);
      CompletableFuture<StepAnswer> commits = put(second, new BlockStep.Commit());
      Await.that("the second block settles", () -> !waits(it, second).isEmpty());
      assertThat(waits(it, second))
          .singleElement()
          .satisfies(
              wait ->
                  assertThat(wait.before())
                      .containsExactly(
                          first.transaction()
                              + ", active, has released it (version 0 of Account[a]): deposit[10]"));
      put(first, new BlockStep.RollBack("no")).get(1, TimeUnit.MINUTES);
      assertThat(commits.get(1, TimeUnit.MINUTES))
          .isInstanceOfSatisfying(
              StepAnswer.Ended.class,
              ended -> assertThat(ended.outcome()).isInstanceOf(Outcome.Committed.class));
      assertThat(it.balance("a")).isEqualTo(101);
      Map<RetryCause, Long> retries = it.node.statistics().transactions().retriesByCause();
      assertThat(retries).containsEntry(RetryCause.CASCADE, 1L);
      assertThat(retries).containsEntry(RetryCause.CONFLICT, 0L);
    }
  }

  private static ClientBlock block(RunningNode it) {
    return new ClientBlock(null, MINUTES, block -> it.node.run(block, block::end));
  }

  @ParameterizedTest
  @CsvSource({
    "TWO_PHASE_LOCKING, waits, holds it alone",
    "EXCLUSIVE_LOCKS, waits, 'has a version of it (version 0 of Account[a])'",
    "VERSIONING, waits (at version 1), 'has a version of it (version 0 of Account[a])'",
    "VERSIONING_RW, waits (at version 1), 'has a version of it (version 0 of Account[a])'"
  })
  void nameTransactionActorAndVersion(ConcurrencyControlKind control, String how, String holds)
      throws Exception {
    try (RunningNode it =
        new RunningNode(LocalNodeTest.deployment(control, Isolation.SERIALIZABLE, 1), null)) {
      it.run(it.bank.call("a", "open", 100L));
      ClientBlock first = block(it);
      ClientBlock second = block(it);
      BlockStep deposit = new BlockStep.Perform(it.bank.call("a", "deposit", 1L));
      put(first, deposit).get(1, TimeUnit.MINUTES);
      assertThat(waits(it, first)).isEmpty();
      CompletableFuture<StepAnswer> behind = put(second, deposit);
      Await.that(
          "the second block waits",
          () -> second.transaction() != null && !waits(it, second).isEmpty());
      assertThat(waits(it, second))
          .singleElement()
          .satisfies(
              wait -> {
                assertThat(wait.key().id()).isEqualTo(second.transaction());
                assertThat(wait.actor()).isEqualTo("Account[a]");
                assertThat(wait.how()).startsWith(how);
                assertThat(wait.nanos()).isPositive();
                assertThat(wait.before())
                    .singleElement()
                    .satisfies(
                        before ->
                            assertThat(before)
                                .startsWith(first.transaction() + ", ")
                                .contains(holds));
              });
      put(first, new BlockStep.Commit()).get(1, TimeUnit.MINUTES);
      assertThat(behind.get(1, TimeUnit.MINUTES)).isInstanceOf(StepAnswer.Done.class);
      assertThat(waits(it, second)).isEmpty();
      put(second, new BlockStep.Commit()).get(1, TimeUnit.MINUTES);
      assertThat(it.balance("a")).isEqualTo(102);
    }
  }
}
