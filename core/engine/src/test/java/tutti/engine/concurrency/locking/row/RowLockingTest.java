package tutti.engine.concurrency.locking.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.concurrency.locking.row.Shop.Item;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.Cell;
import tutti.model.relation.store.KeyRange;

/** Locks on rows, rule by rule. Lower numbers are older. */
class RowLockingTest {
  private final Cell cell = Shop.cell();
  private RowLocking control = control(WaitRule.NO_WAIT);

  private static RowLocking control(WaitRule rule) {
    return new RowLocking(Effects.UNHEARD, rule);
  }

  private void rule(WaitRule rule) {
    control = control(rule);
  }

  private Buyer buyer(int number) {
    return new Buyer(control, cell, number);
  }

  /** Rows 10, 20, 30 … of alternating colours. */
  private void rows(int count) {
    Buyer first = buyer(0);
    for (int i = 1; i <= count; i++) {
      assertThat(first.puts(10L * i, i % 2 == 0 ? "red" : "blue", i)).isEqualTo('A');
    }
    first.commits(1);
    assertThat(cell.control()).as("idle").isNull();
  }

  // --- what is shared and what is not ---

  @Test
  void readersShareARowAndAWriterHasItAlone() {
    rows(3);
    Buyer one = buyer(1);
    Buyer two = buyer(2);
    assertThat(one.reads(10)).isEqualTo('A');
    assertThat(two.reads(10)).isEqualTo('A');
    assertThat(buyer(3).puts(10, "red", 0)).as("read by two").isEqualTo('C');
    assertThat(one.puts(20, "red", 7)).isEqualTo('A');
    assertThat(buyer(4).reads(20)).as("written").isEqualTo('C');
    assertThat(buyer(5).puts(20, "red", 8)).as("written").isEqualTo('C');
  }

  @Test
  void whatIsHeldIsHeldToTheEnd() {
    rows(3);
    Buyer one = buyer(1);
    one.reads(10);
    one.puts(20, "red", 7);
    Buyer two = buyer(2);
    one.aborts();
    assertThat(two.puts(10, "red", 0)).isEqualTo('A');
    assertThat(two.get(20)).isEqualTo(Shop.item(20, "red", 2));
    two.commits(2);
    assertThat(buyer(3).get(10)).isEqualTo(Shop.item(10, "red", 0));
  }

  @ParameterizedTest
  @EnumSource(value = WaitRule.class, mode = EnumSource.Mode.EXCLUDE, names = "WAIT")
  void writersOfOtherRowsGoOn(WaitRule rule) {
    rule(rule);
    rows(3);
    List<Buyer> buyers = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Buyer buyer = buyer(i);
      assertThat(buyer.puts(10L * i, "green", i)).isEqualTo('A');
      assertThat(buyer.puts(10L * i + 5, "green", i)).as("a new one").isEqualTo('A');
      buyers.add(buyer);
    }
    for (Buyer buyer : buyers.reversed()) {
      buyer.commits(5);
    }
    assertThat(buyer(9).scan(Shop.BY_COLOUR, KeyRange.of("green"), false, 99)).hasSize(6);
    assertThat(cell.version()).isEqualTo(4);
  }

  @Test
  void aWriterThatGoesBackInTheLineKeepsNoneBehindItFromBeingCounted() {
    rows(1);
    Buyer first = buyer(1);
    first.puts(20, "red", 1);
    long place = first.claim.position();
    Buyer second = buyer(2);
    second.puts(30, "red", 1);
    second.commits(5);
    assertThat(cell.version()).as("it stands behind one that is not decided").isEqualTo(1);

    first.puts(40, "red", 1);
    assertThat(first.claim.position()).isGreaterThan(place);

    assertThat(cell.version()).isEqualTo(2);
    first.commits(6);
    assertThat(cell.version()).isEqualTo(3);
  }

  // --- phantoms ---

  @Test
  void nobodyInsertsIntoARangeThatWasScanned() {
    rows(3);
    Buyer one = buyer(1);
    assertThat(one.scans(Shop.BY_KEY, new KeyRange(keys(10), true, keys(25), true))).isEqualTo('A');
    assertThat(buyer(2).puts(15, "red", 0)).as("between").isEqualTo('C');
    assertThat(buyer(3).puts(22, "red", 0)).as("after the last").isEqualTo('C');
    assertThat(buyer(4).deletes(20)).as("one of them").isEqualTo('C');
    assertThat(buyer(5).puts(5, "red", 0)).as("before").isEqualTo('A');
    assertThat(buyer(6).puts(26, "red", 0)).as("behind").isEqualTo('A');
  }

  private static Object[] keys(long key) {
    return new Object[] {key};
  }

  @Test
  void nobodyMovesARowIntoOrOutOfAnIndexRangeThatWasScanned() {
    rows(4);
    Buyer one = buyer(1);
    assertThat(one.scan(Shop.BY_COLOUR, KeyRange.of("red"), false, 99)).hasSize(2);
    assertThat(buyer(2).puts(10, "red", 1)).as("into it").isEqualTo('C');
    assertThat(buyer(3).puts(20, "blue", 2)).as("out of it").isEqualTo('C');
    assertThat(buyer(4).puts(20, "red", 99)).as("in it").isEqualTo('C');
    assertThat(buyer(5).puts(50, "red", 1)).as("a new one").isEqualTo('C');
    assertThat(buyer(6).deletes(40)).isEqualTo('C');
    assertThat(buyer(7).puts(30, "green", 3)).as("elsewhere").isEqualTo('A');
  }

  @Test
  void aRowThatWasNotThereStaysAway() {
    rows(1);
    Buyer one = buyer(1);
    assertThat(one.get(15)).isNull();
    assertThat(buyer(2).puts(15, "red", 1)).isEqualTo('C');
    assertThat(buyer(3).puts(16, "red", 1)).isEqualTo('A');
  }

  @Test
  void aNameThatWasFreeStaysFree() {
    Buyer one = buyer(1);
    assertThat(one.rows.find(Shop.ITEMS, Shop.BY_NAME, "item 7")).isNull();
    Buyer two = buyer(2);
    assertThat(two.puts(7, "red", 1)).isEqualTo('C');
    two.aborts();
    assertThat(buyer(3).puts(8, "red", 1)).isEqualTo('A');
    assertThat(one.puts(7, "red", 1)).isEqualTo('A');
  }

  @Test
  void whoWroteARowKeepsOthersFromLookingWhereItWasAndWhereItWillBe() {
    rows(2);
    Buyer one = buyer(1);
    assertThat(one.puts(20, "green", 2)).isEqualTo('A');
    assertThat(buyer(2).scans(Shop.BY_COLOUR, KeyRange.of("red"))).isEqualTo('C');
    assertThat(buyer(3).scans(Shop.BY_COLOUR, KeyRange.of("green"))).isEqualTo('C');
    assertThat(buyer(4).scans(Shop.BY_COLOUR, KeyRange.of("blue"))).isEqualTo('A');
    assertThat(buyer(5).scans(Shop.BY_KEY, KeyRange.ALL)).isEqualTo('C');
  }

  @Test
  void aScanThatStopsEarlyLocksOnlyWhatItWasShown() {
    rows(9);
    Buyer up = buyer(1);
    assertThat(up.scan(Shop.BY_KEY, KeyRange.ALL, false, 1)).hasSize(1);
    Buyer down = buyer(2);
    assertThat(down.scan(Shop.BY_KEY, KeyRange.ALL, true, 3)).hasSize(3);
    assertThat(buyer(3).puts(5, "red", 1)).isEqualTo('C');
    assertThat(buyer(4).puts(11, "red", 1)).isEqualTo('A');
    assertThat(buyer(5).puts(69, "red", 1)).isEqualTo('A');
    assertThat(buyer(6).puts(71, "red", 1)).isEqualTo('C');
    assertThat(buyer(7).puts(99, "red", 1)).isEqualTo('C');
  }

  @Test
  void aLongScanSeesEverythingOnce() {
    rows(100);
    Buyer one = buyer(1);
    assertThat(one.scan(Shop.BY_KEY, KeyRange.ALL, false, 999))
        .hasSize(100)
        .isSortedAccordingTo((a, b) -> Long.compare(a.id(), b.id()));
    assertThat(one.scan(Shop.BY_KEY, KeyRange.ALL, true, 999))
        .hasSize(100)
        .isSortedAccordingTo((a, b) -> Long.compare(b.id(), a.id()));
    assertThat(buyer(2).puts(5000, "red", 1)).isEqualTo('C');
  }

  @Test
  void aScanWaitsForARowThatIsBeingInsertedAndThenShowsIt() {
    rule(WaitRule.WAIT_DIE);
    rows(3);
    Buyer young = buyer(2);
    young.puts(15, "red", 15);
    Buyer old = buyer(1);
    assertThat(old.scans(Shop.BY_KEY, KeyRange.ALL)).isEqualTo('D');
    young.commits(2);
    assertThat(old.granted()).isTrue();
    assertThat(old.scan(Shop.BY_KEY, KeyRange.ALL, false, 99))
        .extracting(Item::id)
        .containsExactly(10L, 15L, 20L, 30L);
  }

  // --- who waits ---

  @Test
  void noWaitNeverWaits() {
    rows(1);
    Buyer middle = buyer(2);
    middle.puts(10, "red", 1);
    for (int other : new int[] {1, 3}) {
      assertThat(buyer(other).reads(10)).isEqualTo('C');
    }
  }

  @Test
  void waitDieWaitsOnlyForYoungerOnes() {
    rule(WaitRule.WAIT_DIE);
    rows(1);
    Buyer middle = buyer(2);
    middle.puts(10, "red", 1);
    assertThat(buyer(3).reads(10)).as("younger").isEqualTo('C');
    Buyer oldest = buyer(1);
    assertThat(oldest.reads(10)).isEqualTo('D');
    middle.commits(2);
    assertThat(oldest.granted()).isTrue();
    assertThat(oldest.get(10)).isEqualTo(Shop.item(10, "red", 1));
  }

  @Test
  void waitDieCountsThoseWhoWaitBefore() {
    rule(WaitRule.WAIT_DIE);
    rows(2);
    buyer(5).puts(10, "red", 1);
    assertThat(buyer(2).reads(10)).isEqualTo('D');
    assertThat(buyer(1).puts(10, "red", 1)).as("older than all").isEqualTo('D');
    assertThat(buyer(3).puts(10, "red", 1)).as("younger than one that waits").isEqualTo('C');
    Buyer reader = buyer(4);
    assertThat(reader.reads(20)).as("nobody wants that").isEqualTo('A');
  }

  @Test
  void woundWaitEndsYoungerOnesAndWaitsForOlderOnes() {
    rule(WaitRule.WOUND_WAIT);
    rows(1);
    Buyer middle = buyer(2);
    middle.puts(10, "red", 1);
    Buyer youngest = buyer(3);
    assertThat(youngest.reads(10)).isEqualTo('D');
    assertThat(middle.owner.wounded()).isFalse();
    Buyer oldest = buyer(1);
    assertThat(oldest.puts(10, "red", 2)).isEqualTo('D');
    assertThat(middle.owner.wounded()).as("a running holder").isTrue();
    middle.aborts();
    assertThat(oldest.granted()).as("by age").isTrue();
    assertThat(youngest.granted()).isFalse();
    oldest.aborts();
    assertThat(youngest.granted()).isTrue();
  }

  @Test
  void woundWaitWoundsAHolderThatWaitsElsewhereOnTheActor() {
    rule(WaitRule.WOUND_WAIT);
    rows(2);
    Buyer middle = buyer(2);
    middle.puts(20, "red", 1);
    Buyer youngest = buyer(3);
    youngest.puts(10, "red", 1);
    assertThat(youngest.puts(20, "red", 1)).isEqualTo('D');
    Buyer oldest = buyer(1);
    assertThat(oldest.puts(10, "red", 2)).isEqualTo('D');
    assertThat(youngest.owner.wounded()).isTrue();
    assertThat(control.withdraw(youngest.last)).isTrue();
    youngest.aborts();
    assertThat(oldest.granted()).isTrue();
    middle.aborts();
    oldest.aborts();
    assertThat(cell.control()).isNull();
  }

  @Test
  void whoIsPreparedIsWaitedForByAll() {
    rule(WaitRule.WOUND_WAIT);
    rows(1);
    Buyer prepared = new Buyer(control, cell, new Owner(2).ofAnotherNode());
    prepared.puts(10, "red", 1);
    prepared.owner.status(Status.PREPARED);
    Buyer oldest = buyer(1);
    assertThat(oldest.reads(10)).isEqualTo('D');
    assertThat(prepared.owner.wounded()).isFalse();
    prepared.commits(3);
    assertThat(oldest.granted()).isTrue();
  }

  @Test
  void anOlderOneThatWaitsIsNotPassedByOthers() {
    rule(WaitRule.WOUND_WAIT);
    rows(1);
    Buyer reader = buyer(1);
    reader.reads(10);
    Buyer writer = buyer(2);
    assertThat(writer.puts(10, "red", 1)).isEqualTo('D');
    Buyer later = buyer(3);
    assertThat(later.reads(10)).as("could be shared, but an older one waits").isEqualTo('D');
    reader.commits(2);
    assertThat(writer.granted()).isTrue();
    assertThat(later.granted()).isFalse();
    writer.commits(3);
    assertThat(later.granted()).isTrue();
  }

  @Test
  void whoIsTakenBackMakesWayForThoseBehindIt() {
    rule(WaitRule.WOUND_WAIT);
    rows(1);
    Buyer reader = buyer(1);
    reader.reads(10);
    Buyer writer = buyer(2);
    writer.puts(10, "red", 1);
    Buyer later = buyer(3);
    assertThat(later.reads(10)).isEqualTo('D');
    assertThat(control.withdraw(writer.last)).isTrue();
    assertThat(later.granted()).isTrue();
    assertThat(control.withdraw(writer.last)).isFalse();
  }

  // --- upgrades ---

  @ParameterizedTest
  @EnumSource(value = WaitRule.class, mode = EnumSource.Mode.EXCLUDE, names = "WAIT")
  void whoReadARowAloneMayWriteIt(WaitRule rule) {
    rule(rule);
    rows(1);
    Buyer one = buyer(1);
    one.reads(10);
    one.scans(Shop.BY_KEY, KeyRange.ALL);
    assertThat(one.puts(10, "red", 1)).isEqualTo('A');
    assertThat(one.puts(11, "red", 1)).as("into its own range").isEqualTo('A');
  }

  @Test
  void ofTwoWhoReadAndThenWriteTheOlderWins() {
    rule(WaitRule.WAIT_DIE);
    rows(1);
    Buyer old = buyer(1);
    Buyer young = buyer(2);
    old.reads(10);
    young.reads(10);
    assertThat(old.puts(10, "red", 1)).isEqualTo('D');
    assertThat(young.puts(10, "red", 2)).isEqualTo('C');
    young.aborts();
    assertThat(old.granted()).isTrue();
  }

  @Test
  void withoutUpdateLocksWhoWritesLooksFirstAsReadersDo() {
    rows(1);
    assertThat(buyer(1).updates(20)).isEqualTo('A');
    assertThat(buyer(2).reads(20))
        .as("locked to be written, though it is not there")
        .isEqualTo('C');

    control = new RowLocking(Effects.UNHEARD, new Snapshots(), WaitRule.NO_WAIT, false);
    Buyer one = buyer(3);
    assertThat(one.updates(30)).isEqualTo('A');
    Buyer two = buyer(4);
    assertThat(two.reads(30)).isEqualTo('A');
    assertThat(one.puts(10, "red", 1)).isEqualTo('A');
    assertThat(two.reads(10)).as("written").isEqualTo('C');
    assertThat(two.puts(30, "red", 1)).as("read by another").isEqualTo('C');
    one.commits(1);
    assertThat(two.puts(30, "red", 1)).isEqualTo('A');
  }

  @Test
  void anUpgradeDoesNotWaitForOneThatWaitsForIt() {
    rule(WaitRule.WAIT_DIE);
    rows(1);
    Buyer young = buyer(2);
    young.reads(10);
    Buyer old = buyer(1);
    assertThat(old.puts(10, "red", 1)).isEqualTo('D');
    assertThat(young.puts(10, "red", 2)).as("the lock is its own").isEqualTo('A');
    young.commits(2);
    assertThat(old.granted()).isTrue();
  }

  @Test
  void underWoundWaitAnUpgradeThatAnOlderOneWouldWaitForIsAConflict() {
    rule(WaitRule.WOUND_WAIT);
    rows(1);
    Buyer other = buyer(1);
    other.reads(10);
    Buyer young = buyer(3);
    young.reads(10);
    Buyer old = buyer(2);
    assertThat(old.puts(10, "red", 1)).isEqualTo('D');
    assertThat(young.owner.wounded()).isTrue();
    assertThat(young.puts(10, "red", 2)).isEqualTo('C');
  }

  // --- effects ---

  @Test
  void effectsAreCountedInTheOrderOfPositions() {
    rows(2);
    List<String> effects = new ArrayList<>();
    control =
        new RowLocking(
            (claim, version) -> effects.add(claim.owner() + " " + version), WaitRule.NO_WAIT);
    Buyer first = buyer(1);
    Buyer second = buyer(2);
    first.puts(10, "red", 1);
    second.puts(20, "red", 1);
    assertThat(first.claim.position()).isEqualTo(1);
    assertThat(first.claim.low()).isEqualTo(1);
    assertThat(second.claim.position()).isEqualTo(2);
    assertThat(second.claim.low()).as("the first is not decided").isEqualTo(1);
    second.commits(7);
    assertThat(effects).isEmpty();
    assertThat(buyer(3).get(20)).as("but can be seen").isEqualTo(Shop.item(20, "red", 1));
    List<Object> unapplied = new ArrayList<>();
    assertThat(control.unapplied(cell, unapplied::add)).isEqualTo(1);
    assertThat(unapplied).containsExactly(second.claim);
    first.commits(8);
    assertThat(effects).containsExactly("T1 2", "T2 3");
    assertThat(control.unapplied(cell, unapplied::add)).isEqualTo(3);
  }

  @Test
  void whoWritesMoreAfterItWasAskedForItsPositionGetsAnother() {
    rows(2);
    Buyer first = buyer(1);
    first.puts(10, "red", 1);
    assertThat(first.claim.position()).isEqualTo(1);
    Buyer second = buyer(2);
    second.puts(20, "red", 1);
    assertThat(second.claim.position()).isEqualTo(2);
    second.commits(2);
    first.puts(20, "red", 5);
    assertThat(first.claim.position()).as("its effect comes after").isEqualTo(3);
    assertThat(first.claim.low()).isEqualTo(3);
    first.commits(3);
    assertThat(buyer(3).get(20)).isEqualTo(Shop.item(20, "red", 5));
  }

  @Test
  void whoReadsARowDependsOnItsWritersRecord() {
    rows(2);
    Buyer reader = buyer(2);
    Buyer writer = buyer(1);
    writer.puts(10, "red", 1);
    writer.commits(77);
    assertThat(reader.claim.observedLsn()).isEqualTo(1);
    reader.reads(10);
    assertThat(reader.claim.observedLsn()).isEqualTo(77);
  }

  @Test
  void aReadOfTheActorMissesNobodyWhoHasCommitted() {
    rows(1);
    Buyer writer = buyer(1);
    writer.puts(10, "red", 1);
    assertThat(new Owner(9).read(control, cell).letter()).isEqualTo('S');
    writer.owner.status(Status.COMMITTED);
    Ask read = new Owner(9).read(control, cell);
    assertThat(read.delayed()).isTrue();
    buyer(2).puts(20, "red", 1);
    writer.commits(9);
    assertThat(read.seen().lsn()).isEqualTo(9);
    Ask other = new Owner(9).read(control, cell);
    assertThat(other.letter()).isEqualTo('S');
  }
}
