package tutti.engine.integrated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.bank.VersionedBank;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.model.ActorId;
import tutti.model.Application;

class ItemValuesTest {
  private static final TestBank BANK = new TestBank();
  private static final Application LATER = VersionedBank.of(BANK, 2);
  private static final ActorId ACTOR = new ActorId("Account", "a");

  private final ApplicationVersions versions = new ApplicationVersions(LATER);
  private final ItemValues values = new ItemValues(versions);

  /** An account as some versions, of which the newest runs, have written it. */
  private static byte[] written(ApplicationVersions by) {
    Cell cell = new Cell(ACTOR, BANK.types().getFirst(), TestBank.state(1, 100));
    SortedMap<ActorId, byte[]> items = new TreeMap<>();
    new ItemValues(by)
        .each(List.of(cell), IdempotencyTable.onTheWay(Integer.MAX_VALUE), items::put);
    return items.get(ACTOR);
  }

  @Test
  void aValueIsReadAsTodaysVersionGoesOnWithIt() {
    byte[] first = written(ApplicationVersions.alone(BANK));
    versions.settle(List.of(BANK.source(), LATER.source()));
    assertThat(TestBank.balance(values.actor(ACTOR, first).state())).isEqualTo(1000);
    assertThat(TestBank.balance(values.actor(ACTOR, written(versions)).state())).isEqualTo(100);
  }

  /** The state of an earlier version would be taken for one of today's. */
  @Test
  void noValueIsReadBeforeTodaysVersionHasItsNumber() {
    byte[] first = written(ApplicationVersions.alone(BANK));
    versions.know(List.of(BANK.source()));
    assertThatThrownBy(() -> values.cell(ACTOR, first)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void noValueIsReadUnderAVersionBeforeTheOneThatWroteIt() {
    Application newest = VersionedBank.of(BANK, 3);
    List<byte[]> all = List.of(BANK.source(), LATER.source(), newest.source());
    ApplicationVersions others = new ApplicationVersions(newest);
    others.settle(all);
    versions.settle(all.subList(0, 2));
    versions.know(all);
    assertThatThrownBy(() -> values.cell(ACTOR, written(others)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("version 3");
  }
}
