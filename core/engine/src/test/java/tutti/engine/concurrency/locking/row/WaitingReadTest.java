package tutti.engine.concurrency.locking.row;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;

/** A read of a whole actor that waits while an epoch ends. */
class WaitingReadTest {
  private final Snapshots snapshots = new Snapshots();
  private final RowLocking control =
      new RowLocking(Effects.UNHEARD, snapshots, WaitRule.NO_WAIT, true);
  private final Cell cell = Shop.cell();
  private int buyers;

  /** A transaction that has written a row and has voted. */
  private Buyer voter(long epoch) {
    Buyer buyer = new Buyer(control, cell, new Owner(++buyers).ofAnotherNode());
    buyer.puts(buyers, "red", 1);
    buyer.owner.epoch(epoch);
    buyer.owner.status(Status.PREPARED);
    return buyer;
  }

  /** A transaction that has written a row, has its epoch, and has not voted. */
  private Buyer undecided(long epoch) {
    Buyer buyer = new Buyer(control, cell, new Owner(++buyers));
    buyer.puts(buyers, "red", 1);
    buyer.owner.looksAtEpoch(epoch);
    return buyer;
  }

  private Ask read() {
    return new Owner(99).read(control, cell);
  }

  @Test
  void showsNothingOfALaterEpochWithoutAnEarlierOne() {
    Buyer first = voter(1);
    Ask read = read();
    Buyer earlier = voter(1);
    snapshots.close(1);
    Buyer later = voter(2);
    later.commits(5);
    Buyer last = voter(2);

    first.commits(6);
    assertThat(read.delayed())
        .as("a snapshot of epoch 1 has the earlier and not the later")
        .isTrue();

    earlier.commits(7);
    assertThat(read.seen().version()).isEqualTo(3);
    last.commits(8);
  }

  @Test
  void doesNotMissOneThatHasItsEpochAndHasNotVoted() {
    Buyer earlier = undecided(1);
    Buyer sameEpoch = undecided(2);
    snapshots.close(1);
    voter(2).commits(5);

    Ask read = read();
    assertThat(read.delayed())
        .as("a snapshot of epoch 1 has the earlier and not the later")
        .isTrue();
    earlier.commits(6);
    assertThat(read.seen().version()).isEqualTo(2);
    sameEpoch.commits(7);
  }

  @Test
  void thatCameAfterTheEndOfTheEpochDoesNotMissOneEither() {
    Buyer first = voter(1);
    Buyer later = voter(2);
    Buyer earlier = undecided(1);
    snapshots.close(1);
    Ask read = read();
    later.commits(5);
    first.commits(6);
    assertThat(read.delayed()).isTrue();
    earlier.commits(7);
    assertThat(read.seen().version()).isEqualTo(3);
  }

  @Test
  void waitsForNoneThatHasNotVotedWithoutTheEndOfAnEpoch() {
    Buyer undecided = undecided(0);
    voter(1).commits(5);
    assertThat(read().delayed()).isFalse();
    undecided.aborts();
  }

  @Test
  void waitsForOneWhoseEpochIsNotKnown() {
    Buyer first = voter(1);
    Ask read = read();
    Buyer unknown = voter(0);
    snapshots.close(1);
    voter(2).commits(5);
    first.aborts();
    assertThat(read.delayed()).isTrue();
    unknown.aborts();
    assertThat(read.delayed()).isFalse();
  }

  @Test
  void waitsForNoNewcomerWithoutTheEndOfAnEpoch() {
    Buyer first = voter(1);
    Ask read = read();
    Buyer unknown = voter(0);
    voter(1).commits(5);
    first.commits(6);
    assertThat(read.delayed()).isFalse();
    unknown.commits(7);
  }

  /** Else rows of another transaction are there, and the version says that they are not. */
  @Test
  void waitsForANewcomerThatKeepsRowsFromBeingCounted() {
    Buyer first = voter(1);
    Ask read = read();
    Buyer newcomer = voter(1);
    newcomer.claim.position();
    voter(1).commits(5);
    first.commits(6);
    assertThat(read.delayed()).isTrue();
    newcomer.aborts();
    assertThat(read.seen().version()).isEqualTo(2);
  }

  @Test
  void waitsForWhatKeepsRowsFromBeingCountedWhenItComes() {
    Buyer undecided = undecided(0);
    undecided.claim.position();
    voter(1).commits(5);
    Ask read = read();
    assertThat(read.delayed()).isTrue();
    undecided.commits(6);
    assertThat(read.seen().version()).isEqualTo(2);
  }

  @Test
  void waitsForNoNewcomerIfNothingOfTheNewEpochIsThere() {
    Buyer first = voter(1);
    Ask read = read();
    Buyer second = voter(1);
    snapshots.close(1);
    first.commits(5);
    assertThat(read.delayed()).isFalse();
    second.commits(6);
  }
}
