package tutti.engine.concurrency.locking.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.concurrency.locking.row.Shop.Item;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.model.Observation;
import tutti.model.relation.store.KeyRange;

/** The locks of prepared transactions before a crash are held after it. */
class ReinstateTest {
  private final Cell cell = Shop.cell();
  private final RowLocking control = new RowLocking(Effects.UNHEARD, WaitRule.WOUND_WAIT);

  private Work.Act write(Item item, boolean deleted) {
    Change change = new Change(Shop.ITEMS, item.id(), item, deleted);
    return new Work.Act(RelationalActorType.write(cell, new RowChanges("Shop", List.of(change))));
  }

  private Claim prepared(Owner owner, Item item, long position) {
    owner.status(Status.PREPARED);
    return control.reinstate(owner, cell, write(item, false), owner, position, position);
  }

  @Test
  void whatWasWrittenIsLockedUntilItIsDecided() {
    Buyer first = new Buyer(control, cell, 1);
    first.puts(10, "red", 1);
    first.commits(1);
    Owner inDoubt = new Owner(5).ofAnotherNode();
    Claim claim = prepared(inDoubt, Shop.item(10, "green", 2), 7);

    Buyer old = new Buyer(control, cell, 2);
    assertThat(old.reads(10)).isEqualTo('D');
    assertThat(inDoubt.wounded()).isFalse();
    Buyer byColour = new Buyer(control, cell, 3);
    assertThat(byColour.scans(Shop.BY_COLOUR, KeyRange.of("red"))).as("was").isEqualTo('D');
    Buyer byNewColour = new Buyer(control, cell, 4);
    assertThat(byNewColour.scans(Shop.BY_COLOUR, KeyRange.of("green"))).isEqualTo('D');
    Buyer other = new Buyer(control, cell, 6);
    assertThat(other.puts(20, "blue", 1)).as("another row").isEqualTo('A');
    assertThat(other.claim.position()).as("after what was reinstated").isEqualTo(8);
    assertThat(other.claim.low()).isEqualTo(7);

    inDoubt.status(Status.COMMITTED);
    control.commit(claim, 9);
    assertThat(old.granted()).isTrue();
    assertThat(old.get(10)).isEqualTo(Shop.item(10, "green", 2));
    assertThat(old.claim.observedLsn()).isEqualTo(9);
  }

  @Test
  void severalWritersOfOneActorComeBack() {
    Owner one = new Owner(1);
    Claim first = prepared(one, Shop.item(10, "red", 1), 3);
    Owner decided = new Owner(2);
    decided.status(Status.COMMITTED);
    Claim second =
        control.reinstate(decided, cell, write(Shop.item(20, "red", 2), false), decided, 4, 3);
    control.commit(second, 40);
    assertThat(new Buyer(control, cell, 3).get(20)).isEqualTo(Shop.item(20, "red", 2));
    assertThat(control.unapplied(cell, claim -> assertThat(claim).isEqualTo(second))).isEqualTo(3);
    assertThat(cell.version()).isZero();

    control.abort(first);
    assertThat(cell.version()).isEqualTo(1);
    assertThat(new Buyer(control, cell, 4).get(10)).isNull();
  }

  @Test
  void twoCannotHaveHeldOneRow() {
    prepared(new Owner(1), Shop.item(10, "red", 1), 3);
    assertThatThrownBy(() -> prepared(new Owner(2), Shop.item(10, "blue", 1), 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("beside others");
  }

  @Test
  void aLookHoldsNothing() {
    Owner owner = new Owner(1);
    Claim look =
        control.reinstate(owner, cell, new Work.Observe(Observation.NOTHING), owner, -1, -1);
    assertThat(new Buyer(control, cell, 2).puts(10, "red", 1)).isEqualTo('A');
    control.abort(look);
  }
}
