package tutti.engine.storage.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.Shop.Item;
import tutti.model.Encoder;
import tutti.model.relation.store.KeyRange;

/**
 * Optimistic transactions (Silo §4.4) of real threads, which move money between rows. A row without
 * money is deleted, and rows change their colours, so that all orders are busy. No money is lost,
 * and no audit that is valid, by whatever order, misses any.
 */
@Timeout(300)
class RowTableStressTest {
  private static final int ROWS = 20;
  private static final long ALL = 100L * ROWS;
  private static final int ROUNDS = 15_000;
  private static final String[] COLOURS = {"red", "green", "blue"};

  private final RowTable<Item> table = new RowTable<>(Shop.definition());

  private static Item item(long id, Random random, long price) {
    return new Item(id, COLOURS[random.nextInt(COLOURS.length)], "item-" + id, price);
  }

  @Test
  void validTransactionsConserveMoney() throws Exception {
    for (long id = 0; id < ROWS; id++) {
      table.apply(id, item(id, new Random(id), 100), Tid.of(0, 1));
    }
    int[] done = new int[4];
    List<Callable<Void>> bodies = new ArrayList<>();
    for (int i = 0; i < done.length; i++) {
      int thread = i;
      bodies.add(
          () -> {
            Random random = new Random(thread);
            for (int round = 0; round < ROUNDS; round++) {
              boolean valid = thread < 2 ? move(random) : audit(round % 3);
              done[thread] += valid ? 1 : 0;
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(done.length)) {
      for (Future<Void> each : threads.invokeAll(bodies)) {
        each.get();
      }
    }
    assertThat(done).doesNotContain(0);
    for (int order = 0; order < 3; order++) {
      assertThat(audit(order)).isTrue();
    }
  }

  /** A row that a transaction reads and then writes. */
  private final class Access {
    final long id;
    final RowView view = new RowView();
    final RowPlace place;
    boolean locked;
    @Nullable Item next;

    Access(long id, NodeSet seen) {
      this.id = id;
      RowPlace found = table.find(id, seen);
      place = found == null ? table.make(id, seen) : found;
      place.read(view);
    }

    long price() {
      return view.row() instanceof Item item ? item.price() : 0;
    }

    boolean valid() {
      return place.unchanged(view.word(), true);
    }
  }

  private boolean move(Random random) {
    NodeSet seen = new NodeSet();
    long low = random.nextInt(ROWS - 1);
    Access a = new Access(low, seen);
    Access b = new Access(low + 1 + random.nextInt(ROWS - 1 - (int) low), seen);
    boolean up = random.nextBoolean();
    long price = up ? a.price() : b.price();
    long amount = random.nextInt(3) == 0 ? price : random.nextLong(price + 1);
    a.next = next(a, up ? -amount : amount, random);
    b.next = next(b, up ? amount : -amount, random);
    boolean both = lock(a, seen) & lock(b, seen);
    boolean valid = both && a.valid() && b.valid() && seen.isValid();
    long tid = valid ? Math.max(a.place.tid(), b.place.tid()) + Tid.of(0, 1) : 0;
    end(a, valid, tid);
    end(b, valid, tid);
    return valid;
  }

  private static @Nullable Item next(Access access, long more, Random random) {
    long price = access.price() + more;
    return price == 0 ? null : item(access.id, random, price);
  }

  private boolean lock(Access access, NodeSet own) {
    access.locked = access.place.lock();
    if (access.locked && access.next != null) {
      table.prepare(access.place, access.next, own);
    }
    return access.locked;
  }

  private void end(Access access, boolean valid, long tid) {
    if (access.locked && valid) {
      table.install(access.place, access.next, tid);
    } else if (access.locked) {
      table.undo(access.place, access.next);
    }
  }

  private boolean audit(int order) {
    NodeSet seen = new NodeSet();
    Encoder scratch = new Encoder();
    List<RowPlace> places = new ArrayList<>();
    List<Long> words = new ArrayList<>();
    long sum = 0;
    Cursor<RowPlace> cursor = table.scan(order, KeyRange.ALL, order == 1, seen);
    while (cursor.next()) {
      RowView view = new RowView();
      cursor.value().read(view);
      places.add(cursor.value());
      words.add(view.word());
      if (view.row() instanceof Item item && table.stands(order, cursor.key(), item, scratch)) {
        sum += item.price();
      }
    }
    boolean valid = seen.isValid();
    for (int i = 0; i < places.size(); i++) {
      valid &= places.get(i).unchanged(words.get(i), false);
    }
    if (valid) {
      assertThat(sum).as("by order %d", order).isEqualTo(ALL);
    }
    return valid;
  }
}
