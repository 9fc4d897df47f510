package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.recovery.Stalls.Stall.Item;
import tutti.engine.recovery.Stalls.Stall.Kind;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.Application;

/** A checkpoint of one large actor, whose rows change while they are copied (I11). */
class CheckpointOfRowsTest {
  private static final ActorId STALL = new ActorId("Stall", "large");
  private static final int ROWS = 8000;
  private static final int CHECKPOINT_BYTES = 2_500_000;

  private final Application application = new RelationalApplication(Stalls.first(), null);
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final TreeMap<Integer, Item> model = new TreeMap<>();

  private static Item item(int id, String name) {
    return new Item(id, name, id, Kind.FRUIT, "s".repeat(300));
  }

  private void commit(RecoveredNode node, List<Item> put, int... deleted) throws Exception {
    Tx tx = node.new Tx();
    tx.results = List.of();
    assertThat(
            tx.work(
                STALL,
                rows -> {
                  for (Item item : put) {
                    rows.put(Stalls.ITEMS, item.id(), item);
                    model.put(item.id(), item);
                  }
                  for (int id : deleted) {
                    rows.delete(Stalls.ITEMS, id);
                    model.remove(id);
                  }
                }))
        .isTrue();
    tx.commit();
  }

  /** In many steps of the checkpoint's queue, and none writes more than a bounded piece. */
  @Test
  void goesOnWhileRowsAreWrittenDeletedAndMoved() throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    RecoveredNode node = new RecoveredNode(application, disk, CHECKPOINT_BYTES);
    for (int first = 0; first < ROWS; first += 80) {
      List<Item> put = new ArrayList<>();
      for (int i = first; i < first + 80; i++) {
        put.add(item(2 * i, "first"));
      }
      commit(node, put);
    }
    node.scheduler.advance(1_000_000);

    int between = 0;
    while (node.checkpointer.made() == 0 && node.scheduler.runOne()) {
      int id = random.nextInt(2 * ROWS);
      commit(node, List.of(item(id, "second" + between)), random.nextInt(2 * ROWS));
      between++;
      node.scheduler.advance(1000);
    }

    assertThat(node.checkpointer.made()).isEqualTo(1);
    assertThat(between).as("transactions while the checkpoint went on").isGreaterThan(20);
    node.pass(1_000_000);
    assertThat(longestEntry()).isLessThan(FuzzyRowScan.PIECE_BYTES + 1000);
    for (int seed = 0; seed < 5; seed++) {
      RecoveredNode after = new RecoveredNode(application, disk.crash(random), 1 << 30);
      assertThat(after.rows("Stall", "large").get("items"))
          .isEqualTo(new ArrayList<Record>(model.values()));
    }
  }

  private int longestEntry() throws Exception {
    int[] longest = {0};
    new CheckpointStore(disk.copy())
        .openLatest((bytes, offset, length) -> longest[0] = Math.max(longest[0], length));
    return longest[0];
  }
}
