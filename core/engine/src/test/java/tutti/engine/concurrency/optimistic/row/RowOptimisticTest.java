package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.engine.concurrency.optimistic.row.Shelf.assertTidy;
import static tutti.engine.concurrency.optimistic.row.Shelf.item;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.concurrency.optimistic.row.Shelf.Item;
import tutti.model.relation.store.KeyRange;

/** The paper card's rules about what is seen and what must still hold at the end, one by one. */
class RowOptimisticTest extends ShelfTransactions {
  // --- what is seen ---

  @Test
  void nobodySeesWhatIsNotCommitted() {
    have(item(1, "red", 10));
    Tx writer = begin();
    writer.put(item(1, "red", 20));
    Tx reader = begin();
    assertThat(reader.get(1)).isEqualTo(item(1, "red", 10));
    assertThat(writer.fastens()).isTrue();
    assertThatThrownBy(() -> begin().get(1)).isInstanceOf(Conflicted.class);
    assertConflict(reader);
    writer.abort();
    Tx later = begin();
    assertThat(later.get(1)).isEqualTo(item(1, "red", 10));
    commit(later);
    assertTidy(cell);
  }

  @Test
  void aTransactionSeesItsOwnWritesAndValidatesDespiteThem() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx tx = begin();
    assertThat(tx.get(3)).isNull();
    assertThat(tx.scan(Shelf.BY_COLOUR, KeyRange.of("red"))).hasSize(2);
    tx.put(item(1, "blue", 11));
    assertThat(tx.insert(item(3, "red", 12))).isTrue();
    assertThat(tx.delete(2)).isNotNull();
    assertThat(tx.scan(Shelf.BY_COLOUR, KeyRange.of("red"))).containsExactly(item(3, "red", 12));
    assertThat(tx.scan(0, KeyRange.ALL)).containsExactly(item(1, "blue", 11), item(3, "red", 12));
    commit(tx);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "blue", 11), item(3, "red", 12));
    assertTidy(cell);
  }

  @Test
  void insertDeleteAndInsertOfOneKeyIsOneInsert() {
    Tx tx = begin();
    assertThat(tx.insert(item(1, "red", 10))).isTrue();
    tx.delete(1);
    assertThat(tx.insert(item(1, "blue", 11))).isTrue();
    commit(tx);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "blue", 11));
    assertTidy(cell);
  }

  @Test
  void anInsertThatItsTransactionDeletesLeavesNothingBehind() {
    Tx tx = begin();
    tx.insert(item(1, "red", 10));
    tx.delete(1);
    commit(tx);
    assertThat(Shelf.rows(cell)).isEmpty();
    assertTidy(cell);
  }

  // --- what does not hold at the end ---

  @Test
  void anUpdateIsNotLost() {
    have(item(1, "red", 10));
    Tx one = begin();
    Tx other = begin();
    one.get(1);
    one.put(item(1, "red", 11));
    other.get(1);
    other.put(item(1, "red", 12));
    commit(one);
    assertConflict(other);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "red", 11));
  }

  @Test
  void twoThatWriteDifferentRowsBothCommit() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx one = begin();
    Tx other = begin();
    one.put(item(1, "red", 11));
    other.put(item(2, "red", 12));
    assertThat(one.fastens()).isTrue();
    assertThat(other.fastens()).isTrue();
    other.commit(200);
    one.commit(300);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "red", 11), item(2, "red", 12));
    assertThat(versions).containsExactly(2L, 3L);
    assertTidy(cell);
  }

  @Test
  void twoThatReadWhatTheOtherWritesDoNotBothCommit() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx one = begin();
    Tx other = begin();
    one.get(1);
    one.put(item(2, "red", 11));
    other.get(2);
    other.put(item(1, "red", 12));
    assertThat(one.owner.lock(control)).isTrue();
    assertThat(other.owner.lock(control)).isTrue();
    assertThat(one.owner.validate(control)).isFalse();
    assertThat(other.owner.validate(control)).isFalse();
    one.abort();
    other.abort();
    assertTidy(cell);
  }

  @Test
  void aRowThatWasMissedAndHasComeIsAConflict() {
    Tx reader = begin();
    assertThat(reader.get(7)).isNull();
    have(item(7, "red", 10));
    assertConflict(reader);
  }

  @Test
  void aRowThatWasSeenAndHasGoneAndComeAgainIsAConflict() {
    have(item(7, "red", 10));
    Tx reader = begin();
    reader.get(7);
    Tx deleter = begin();
    deleter.delete(7);
    commit(deleter);
    have(item(7, "red", 10));
    assertConflict(reader);
  }

  @Test
  void aRowThatComesIntoAScannedRangeIsAConflict() {
    have(item(1, "red", 10), item(9, "red", 10));
    Tx reader = begin();
    assertThat(reader.scan(0, KeyRange.ALL)).hasSize(2);
    have(item(5, "red", 10));
    assertConflict(reader);
  }

  @Test
  void aRowThatMovesIntoAScannedRangeOfAnIndexIsAConflict() {
    have(item(1, "red", 10), item(2, "blue", 10));
    Tx reader = begin();
    assertThat(reader.scan(Shelf.BY_COLOUR, KeyRange.of("red"))).hasSize(1);
    Tx writer = begin();
    writer.put(item(2, "red", 10));
    assertThat(writer.fastens()).isTrue();
    assertThat(reader.fastens()).as("before it is committed, too").isFalse();
    writer.commit(900);
    assertConflict(reader);
  }

  @Test
  void ofTwoThatTakeOneNameOneFails() {
    Tx one = begin();
    Tx other = begin();
    assertThat(one.named("x")).isNull();
    one.insert(new Item(1, "red", "x", 0));
    assertThat(other.named("x")).isNull();
    other.insert(new Item(2, "red", "x", 0));
    commit(one);
    assertConflict(other);
    assertThat(Shelf.rows(cell)).containsExactly(new Item(1, "red", "x", 0));
    assertTidy(cell);
  }

  @Test
  void twoThatInsertBesideEachOtherBothCommit() {
    Tx one = begin();
    Tx other = begin();
    assertThat(one.get(1)).isNull();
    assertThat(one.insert(item(1, "red", 1))).isTrue();
    assertThat(other.get(2)).isNull();
    assertThat(other.insert(item(2, "red", 2))).isTrue();
    commit(one);
    commit(other);
    assertThat(Shelf.rows(cell)).hasSize(2);
    assertTidy(cell);
  }

  @Test
  void ofTwoThatInsertOneKeyOneFails() {
    Tx one = begin();
    Tx other = begin();
    assertThat(one.insert(item(1, "red", 1))).isTrue();
    assertThat(other.insert(item(1, "blue", 2))).isTrue();
    commit(other);
    assertConflict(one);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "blue", 2));
    assertTidy(cell);
  }

  @Test
  void anActorThatWasForgottenMeanwhileIsAConflict() {
    Tx reader = begin();
    Tx writer = begin();
    reader.get(1);
    writer.put(item(1, "red", 1));
    cell.markRemoved();
    assertConflict(reader);
    assertConflict(writer);
    assertTidy(cell);
  }

  @Test
  void aConflictThatTheUsersCodeKeptToItselfIsStillOne() {
    have(item(1, "red", 10));
    Tx writer = begin();
    writer.put(item(1, "red", 11));
    assertThat(writer.fastens()).isTrue();
    Tx reader = begin();
    assertThatThrownBy(() -> reader.get(1)).isInstanceOf(Conflicted.class);
    writer.abort();
    assertConflict(reader);
  }

  // --- undone ---

  @Test
  void whatIsAbortedLeavesNothingBehindBeforeAndAfterItIsLocked() {
    have(item(1, "red", 10), item(2, "green", 10));
    List<Item> before = Shelf.rows(cell);
    for (boolean locked : new boolean[] {false, true}) {
      Tx tx = begin();
      tx.insert(item(3, "red", 1));
      tx.put(item(1, "blue", 11));
      tx.delete(2);
      assertThat(!locked || tx.fastens()).isTrue();
      tx.abort();
      assertThat(Shelf.rows(cell)).isEqualTo(before);
      assertTidy(cell);
    }
    Tx reader = begin();
    assertThat(reader.scan(0, KeyRange.ALL)).isEqualTo(before);
    commit(reader);
  }

  @Test
  void whoCannotLockAllLocksNothing() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx holder = begin();
    holder.put(item(2, "red", 11));
    Tx other = begin();
    other.put(item(1, "blue", 12));
    other.get(2);
    other.put(item(2, "blue", 12));
    other.insert(item(3, "red", 12));
    assertThat(holder.fastens()).isTrue();
    assertThat(other.owner.lock(control)).isFalse();
    Tx third = begin();
    third.put(item(1, "red", 13));
    assertThat(third.get(3)).isNull();
    commit(third);
    other.abort();
    holder.commit(1000);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "red", 13), item(2, "red", 11));
    assertTidy(cell);
  }
}
