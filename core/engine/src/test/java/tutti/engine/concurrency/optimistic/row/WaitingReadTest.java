package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.optimistic.row.Shelf.item;

import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;

/** A read of a whole actor that waits while an epoch ends. */
class WaitingReadTest {
  private final Snapshots snapshots = new Snapshots();
  private final RowOptimistic control = new RowOptimistic(Effects.UNHEARD, snapshots);
  private final Cell cell = Shelf.cell("a");
  private int owners;

  /** A transaction that has written a row and has voted. */
  private Tx voter(long epoch) {
    Tx tx = new Tx(control, new Owner(++owners), cell);
    tx.put(item(owners, "red", owners));
    assertThat(tx.fastens()).isTrue();
    tx.owner.epoch(epoch);
    tx.owner.status(Status.PREPARED);
    return tx;
  }

  /** A transaction that has written a row, has its epoch, and has not voted. */
  private Tx undecided(long epoch) {
    Tx tx = new Tx(control, new Owner(++owners), cell);
    tx.put(item(owners, "red", owners));
    assertThat(tx.fastens()).isTrue();
    tx.owner.looksAtEpoch(epoch);
    return tx;
  }

  private Ask read() {
    return new Owner(99).read(control, cell);
  }

  @Test
  void showsNothingOfALaterEpochWithoutAnEarlierOne() {
    Tx first = voter(1);
    Ask read = read();
    Tx later = voter(2);
    Tx earlier = voter(1);
    snapshots.close(1);
    later.commit(5);
    Tx last = voter(2);

    first.commit(6);
    assertThat(read.delayed())
        .as("a snapshot of epoch 1 has the earlier and not the later")
        .isTrue();

    earlier.commit(7);
    assertThat(read.seen().version()).isEqualTo(3);
    last.commit(8);
  }

  @Test
  void doesNotMissOneThatHasItsEpochAndHasNotVoted() {
    Tx later = voter(2);
    Tx earlier = undecided(1);
    Tx sameEpoch = undecided(2);
    snapshots.close(1);
    later.commit(5);

    Ask read = read();
    assertThat(read.delayed())
        .as("a snapshot of epoch 1 has the earlier and not the later")
        .isTrue();
    earlier.commit(6);
    assertThat(read.seen().version()).isEqualTo(2);
    sameEpoch.commit(7);
  }

  @Test
  void thatCameAfterTheEndOfTheEpochDoesNotMissOneEither() {
    Tx first = voter(1);
    Tx later = voter(2);
    Tx earlier = undecided(1);
    snapshots.close(1);
    Ask read = read();
    later.commit(5);
    first.commit(6);
    assertThat(read.delayed()).isTrue();
    earlier.commit(7);
    assertThat(read.seen().version()).isEqualTo(3);
  }

  @Test
  void waitsForNoneThatHasNotVotedWithoutTheEndOfAnEpoch() {
    Tx later = voter(1);
    Tx undecided = undecided(0);
    later.commit(5);
    assertThat(read().delayed()).isFalse();
    undecided.abort();
  }

  @Test
  void waitsForNoNewcomerWithoutTheEndOfAnEpoch() {
    Tx first = voter(1);
    Ask read = read();
    Tx second = voter(1);
    Tx third = voter(1);
    second.commit(5);
    first.commit(6);
    assertThat(read.seen().version()).isEqualTo(2);
    third.commit(7);
  }
}
