package tutti.engine.transaction.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;

/** The claims that a transaction holds on many actors. */
class TransactionTest {
  private static final int MANY = 20_000;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final TestBank bank = new TestBank();
  private final Observations seen = Observations.at(Instant.EPOCH);
  private final Transaction transaction =
      new Transaction(
          new Submission(
              new TransactionId(0, 1, 1),
              new TransactionRequest(List.of(), null, 1),
              0,
              0,
              _ -> {}),
          0,
          seen);

  private final class Held extends Claim {
    Held(ActorId actor, Work work) {
      super(
          transaction,
          new Cell(actor, bank.types().getFirst(), TestBank.state(1, 0)),
          work,
          seen,
          -1,
          -1);
    }

    @Override
    public long observedLsn() {
      return 0;
    }
  }

  private static ActorId account(int number) {
    return new ActorId("Account", "a" + number);
  }

  private Call withdraw(int number) {
    return bank.call("a" + number, "withdraw", 1L);
  }

  private void acts(int number) {
    transaction.hold(new Held(account(number), new Work.Act(withdraw(number))));
  }

  private void looks(int number) {
    transaction.hold(new Held(account(number), new Work.Observe(new Observation.Whole())));
  }

  @Test
  void knowsWhatItHoldsOnEachActorHoweverManyThereAre() {
    for (int number = 0; number < 40; number++) {
      assertThat(transaction.actionOn(account(number))).isNull();
      assertThat(transaction.hasObserved(account(number))).isFalse();
      if (number % 3 > 0) {
        looks(number);
      }
      if (number % 3 < 2) {
        acts(number);
      }
      for (int other = 0; other <= number; other++) {
        Call action = other % 3 < 2 ? withdraw(other) : null;
        assertThat(transaction.actionOn(account(other))).isEqualTo(action);
        assertThat(transaction.hasObserved(account(other))).isEqualTo(other % 3 > 0);
      }
    }
  }

  /** Looking through all claims for each action takes ten seconds of processor time. */
  @Test
  void findsWhatItHoldsOnAnActorWithoutLookingThroughAllOthers() {
    long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int number = 0; number < MANY; number++) {
      assertThat(transaction.actionOn(account(number)) == null).isTrue();
      acts(number);
      assertThat(transaction.hasObserved(account(number))).isFalse();
    }
    long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began;
    assertThat(took).isLessThan(3 * SECOND_NANOS);
  }
}
