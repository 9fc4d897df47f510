package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.Observations;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.MalformedData;

/** One actor's effects in the order of arrival, and what waits behind one in doubt. */
class ReplayedActorTest {
  private static final ReplayWorkers NOBODY = new ReplayWorkers(new ManualScheduler(), 0, 1);
  private final TestBank bank = new TestBank();
  private final Observations seen = Observations.at(Instant.EPOCH);
  private final ReplayedActor blank = actor(bank.types().getFirst().blank("a"), 0, 0);
  private final ReplayedActor opened = actor(TestBank.state(1, 100), 1, 1);

  private ReplayedActor actor(ActorState state, long version, long next) {
    Cell cell = new Cell(new ActorId("Account", "a"), bank.types().getFirst(), state);
    cell.restore(state, version, next);
    return new ReplayedActor(cell, next, NOBODY);
  }

  private static TransactionId id(int number) {
    return new TransactionId(1, 1, number);
  }

  private static BranchKey branch(int number) {
    return new BranchKey(id(number), 0);
  }

  private Effect deposit(long amount, long position, long low) {
    return new Effect(bank.call("a", "deposit", amount), position, low);
  }

  private void decided(ReplayedActor actor, int number, Effect effect) {
    actor.decided(id(number), effect, seen, 1000 + number);
  }

  private static long balance(ReplayedActor actor) {
    return TestBank.balance(actor.cell().state());
  }

  @Test
  void whatIsDecidedWaitsBehindWhatIsInDoubt() {
    opened.prepared(branch(1), deposit(1, 1, 1), seen);
    decided(opened, 2, deposit(10, 2, 1));
    opened.finish();

    assertThat(balance(opened)).isEqualTo(100);
    assertThat(opened.pending())
        .containsExactly(
            new ReplayedActor.Pending(id(1), deposit(1, 1, 1), seen, branch(1), 0),
            new ReplayedActor.Pending(id(2), deposit(10, 2, 1), seen, null, 1002));
    assertThat(opened.cell().nextPosition()).isEqualTo(3);

    decided(opened, 1, deposit(1, 1, 1));
    opened.finish();
    assertThat(balance(opened)).isEqualTo(111);
    assertThat(opened.cell().version()).isEqualTo(3);
    assertThat(opened.isSettled()).isTrue();
  }

  @Test
  void whatIsDecidedBehindAnActionOfWhichNoRecordTellsIsAhead() {
    decided(opened, 2, deposit(10, 2, 1));
    opened.prepared(branch(3), deposit(1, 3, 3), seen);
    decided(opened, 4, deposit(20, 4, 1));

    assertThat(balance(opened)).isEqualTo(100);
    assertThat(opened.ahead())
        .containsExactly(new ReplayedActor.Pending(id(2), deposit(10, 2, 1), seen, null, 1002));

    opened.finish();
    assertThat(balance(opened)).isEqualTo(110);
    assertThat(opened.ahead()).isEmpty();
  }

  @Test
  void whatWaitsIsAppliedOnceWhatWasInDoubtIsWithdrawn() {
    opened.prepared(branch(1), deposit(1, 1, 1), seen);
    decided(opened, 2, deposit(10, 2, 1));
    opened.withdrawn(branch(1), deposit(1, 1, 1));
    opened.finish();

    assertThat(balance(opened)).isEqualTo(110);
    assertThat(opened.cell().version()).isEqualTo(2);
  }

  @Test
  void aCommitThatIsFoundTwiceCountsOnce() {
    decided(opened, 1, deposit(1, 1, 1));
    decided(opened, 1, deposit(1, 1, 1));
    opened.prepared(branch(1), deposit(1, 1, 1), seen);

    assertThat(balance(opened)).isEqualTo(101);
    assertThat(opened.isSettled()).isTrue();
  }

  /** An action that came before the withdrawn one may still be decided. */
  @Test
  void anActorIsNotSettledWhileAnEarlierActionMayBeDecided() {
    opened.prepared(branch(2), deposit(2, 2, 1), seen);
    opened.withdrawn(branch(2), deposit(2, 2, 1));
    assertThat(opened.isSettled()).isFalse();

    decided(opened, 1, deposit(1, 1, 1));
    assertThat(balance(opened)).isEqualTo(101);
    assertThat(opened.isSettled())
        .as("position 2 may not have ended, as far as is known")
        .isFalse();

    decided(opened, 3, deposit(4, 3, 3));
    assertThat(balance(opened)).isEqualTo(105);
    assertThat(opened.isSettled()).isTrue();
  }

  @Test
  void oneBranchNeverWithdrawsWhatIsAnothers() {
    opened.prepared(branch(1), deposit(1, 1, 1), seen);
    opened.prepared(branch(2), deposit(2, 1, 1), seen);

    assertThat(opened.cell().nextPosition()).isEqualTo(2);
    opened.withdrawn(branch(1), deposit(1, 1, 1));

    assertThat(opened.holds(branch(2), deposit(2, 1, 1))).isTrue();
    assertThat(opened.holds(branch(1), deposit(1, 1, 1))).isFalse();
  }

  /**
   * The first cell of the actor was forgotten when all transactions that had come to it had
   * aborted; its second one counted from 0 again.
   */
  @Test
  void anActorThatWasForgottenBeginsAgain() {
    blank.prepared(branch(1), new Effect(bank.call("a", "open", 1L), 4, 4), seen);
    blank.withdrawn(branch(1), new Effect(bank.call("a", "open", 1L), 4, 4));

    decided(blank, 2, new Effect(bank.call("a", "open", 7L), 0, 0));

    assertThat(balance(blank)).isEqualTo(7);
  }

  @Test
  void aRecordThatContradictsADoubtIsMalformed() {
    opened.prepared(branch(1), deposit(1, 1, 1), seen);

    assertThatThrownBy(() -> decided(opened, 2, deposit(10, 5, 5)))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("1-1-1 is in doubt at position 1");
  }
}
