package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainCodec;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Refusal;

/**
 * Refusals that a leader does not write into the log of its shard: each would take room in the log
 * and the memory of all hosts, while there is none.
 */
class UnloggedAnswersTest {
  private static final TransactionId ID = new TransactionId(0, 1, 1);

  private final List<String> logged = new ArrayList<>();
  private final OutcomeStore store =
      new OutcomeStore(
          new OutcomeTable(0, 1, 4, true, new ResultSize(PlainCodec.INSTANCE)),
          new IdempotencyTable(Duration.ofHours(1), 3),
          new AnsweredKeys(1));
  private final Completion completion =
      new Completion(
          new ManualScheduler(),
          store,
          (id, key, durable) -> {
            logged.add(key);
            durable.accept(true);
          });

  private void answer(String key, Reason reason) {
    List<Boolean> told = new ArrayList<>();
    completion.answers(new Outcome.Aborted(ID, reason), new Idempotency(key, 1), told::add);
    assertThat(told).containsExactly(true);
  }

  /** Applications choose codes: counters by code, and a text with all of them, have a bound. */
  @Test
  void reasonsAreCountedApartUpToABound() {
    for (int i = 0; i < 2_000; i++) {
      Refusal refusal = Refusal.of("no-" + i, "no");
      completion.count(
          new Outcome.Aborted(ID, new Reason.Refused(new ActorId("A", "a"), "open", refusal)));
    }
    completion.count(new Outcome.Aborted(ID, new Reason.Overloaded(1)));
    completion.count(new Outcome.InDoubt(ID, "it waits"));
    Map<String, Long> counts = completion.counts();
    assertThat(counts).hasSizeLessThan(1_010).containsEntry("refused/no-7", 1L);
    assertThat(counts.values().stream().mapToLong(it -> it).sum()).isEqualTo(2_002);
    assertThat(counts.get("refused/other")).isGreaterThan(900);
  }

  @Test
  void areThoseThatSpeakOfOneTry() {
    answer("full", Reason.Unavailable.memoryFull("the node"));
    answer("overloaded", new Reason.Overloaded(1));
    answer("congested", new Reason.Unavailable("network-congested", "much waits to be sent"));
    answer("leader", Reason.Unavailable.leaderChanged());
    assertThat(logged).isEmpty();
    answer("large", Reason.Unavailable.tooLarge(9, 8));
    answer(
        "rule",
        new Reason.Refused(new ActorId("Account", "a"), "open", Refusal.of("state", "closed")));
    assertThat(logged).containsExactly("large", "rule");
  }
}
