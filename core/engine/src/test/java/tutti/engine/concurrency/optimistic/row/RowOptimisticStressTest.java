package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.optimistic.row.SerializationGraph.NOBODY;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.optimistic.row.SerializationGraph.Done;
import tutti.engine.concurrency.optimistic.row.Shelf.Item;
import tutti.engine.storage.Cell;
import tutti.model.relation.store.KeyRange;

/**
 * Transactions of real threads on two actors, a quarter of them as branches of other nodes: what
 * commits is judged by {@link SerializationGraph}, or conserves money.
 */
@Timeout(300)
class RowOptimisticStressTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 4_000;
  private static final int KEYS = 12;
  private static final String[] COLOURS = {"red", "green", "blue"};

  private final AtomicLong versions = new AtomicLong();
  private final RowOptimistic control =
      new RowOptimistic((claim, version) -> versions.incrementAndGet());
  private final Cell[] cells = {Shelf.cell("a"), Shelf.cell("b")};
  private final AtomicLong ids = new AtomicLong();
  private final AtomicLong lsn = new AtomicLong();
  private final ConcurrentHashMap<Long, Long> lsns = new ConcurrentHashMap<>();
  private final AtomicInteger clock = new AtomicInteger();

  private interface Body {
    /** Runs one transaction; true if it has committed. */
    boolean run(Random random);
  }

  private void inThreads(Body body) throws Exception {
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(i);
      all.add(
          () -> {
            int committed = 0;
            for (int round = 0; round < ROUNDS; round++) {
              committed += body.run(random) ? 1 : 0;
            }
            return committed;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (Future<Integer> each : threads.invokeAll(all)) {
        assertThat(each.get()).isGreaterThan(ROUNDS / 20);
      }
    }
    for (Cell cell : cells) {
      Shelf.assertTidy(cell);
    }
    assertThat(cells[0].version() + cells[1].version()).isEqualTo(versions.get());
  }

  private Tx begin(long id, Random random) {
    Owner owner = new Owner((int) id);
    return new Tx(control, random.nextInt(4) == 0 ? owner.ofAnotherNode() : owner, cells);
  }

  /** Commits as the engine does: the log is written while the locks are held. */
  private boolean end(Tx tx, boolean wanted, Collection<Long> writersSeen) {
    if (wanted && tx.fastens()) {
      long at = lsn.addAndGet(100);
      long told = tx.owner.claims.stream().mapToLong(Claim::observedLsn).max().orElse(0);
      for (long writer : writersSeen) {
        assertThat(told)
            .as("waits until %d is durable", writer)
            .isGreaterThanOrEqualTo(lsns.getOrDefault(writer, 0L));
      }
      lsns.put(tx.owner.id().number(), at);
      tx.owner.status(Status.COMMITTED);
      tx.commit(at);
      return true;
    }
    tx.abort();
    return false;
  }

  @Test
  void whatCommitsIsStrictlySerializable() throws Exception {
    List<List<Done>> histories = new ArrayList<>();
    ThreadLocal<List<Done>> mine =
        ThreadLocal.withInitial(
            () -> {
              List<Done> made = new ArrayList<>();
              synchronized (histories) {
                histories.add(made);
              }
              return made;
            });
    inThreads(
        random -> {
          Done done = transaction(random);
          return done != null && mine.get().add(done);
        });
    List<Done> all = new ArrayList<>();
    histories.forEach(all::addAll);
    SerializationGraph.check(all);
  }

  private @Nullable Done transaction(Random random) {
    long id = ids.incrementAndGet();
    int begun = clock.getAndIncrement();
    Tx tx = begin(id, random);
    Map<String, Long> reads = new HashMap<>();
    List<String> writes = new ArrayList<>();
    try {
      for (int step = 1 + random.nextInt(4); step > 0; step--) {
        step(tx, id, random, reads, writes);
      }
    } catch (Conflicted met) {
      tx.abort();
      return null;
    }
    if (!end(tx, random.nextInt(10) > 0, reads.values())) {
      return null;
    }
    return new Done(id, begun, clock.getAndIncrement(), reads, writes);
  }

  private static void step(
      Tx tx, long id, Random random, Map<String, Long> reads, List<String> writes) {
    int cell = random.nextInt(2);
    long key = random.nextInt(KEYS);
    switch (random.nextInt(4)) {
      case 0 -> {
        List<Item> found = tx.scan(cell, 0, KeyRange.ALL);
        for (long each = 0; each < KEYS; each++) {
          long wanted = each;
          Item item = found.stream().filter(i -> i.id() == wanted).findFirst().orElse(null);
          saw(cell, each, item, id, reads);
        }
      }
      case 1, 2 -> saw(cell, key, tx.get(cell, key), id, reads);
      default -> {
        saw(cell, key, tx.get(cell, key), id, reads);
        tx.put(cell, Shelf.item(key, COLOURS[random.nextInt(COLOURS.length)], id));
        String row = cell + "/" + key;
        if (!writes.contains(row)) {
          writes.add(row);
        }
      }
    }
  }

  /** A row's amount names its writer. */
  private static void saw(
      int cell, long key, @Nullable Item item, long self, Map<String, Long> reads) {
    long writer = item == null ? NOBODY : item.amount();
    if (writer != self) {
      Long before = reads.put(cell + "/" + key, writer);
      if (before != null && before != writer) {
        // What was not repeatable is not to commit: nobody has written this.
        reads.put(cell + "/" + key, Long.MAX_VALUE);
      }
    }
  }

  /**
   * Rows come and go and change their colours; a transaction that adds all up, in any order, misses
   * none.
   */
  @Test
  void whoAddsUpWhileRowsComeAndGoMissesNothing() throws Exception {
    long money = 100L * KEYS;
    Tx first = begin(ids.incrementAndGet(), new Random(1));
    for (long key = 0; key < KEYS; key++) {
      first.put(0, Shelf.item(key, "red", 100));
    }
    assertThat(end(first, true, List.of())).isTrue();
    inThreads(
        random -> {
          Tx tx = begin(ids.incrementAndGet(), random);
          try {
            if (random.nextInt(3) > 0) {
              move(tx, random);
              return end(tx, random.nextInt(10) > 0, List.of());
            }
            long sum = 0;
            int order = random.nextInt(3);
            for (int cell = 0; cell < 2; cell++) {
              sum += tx.scan(cell, order, KeyRange.ALL).stream().mapToLong(Item::amount).sum();
            }
            if (!end(tx, true, List.of())) {
              return false;
            }
            assertThat(sum).as("by order %d", order).isEqualTo(money);
            return true;
          } catch (Conflicted met) {
            tx.abort();
            return false;
          }
        });
  }

  private static void move(Tx tx, Random random) {
    int from = random.nextInt(2);
    long fromKey = random.nextInt(KEYS);
    int to = random.nextInt(2);
    long toKey = random.nextInt(KEYS);
    Item source = tx.get(from, fromKey);
    if (source == null || (from == to && fromKey == toKey)) {
      return;
    }
    long amount = random.nextInt(3) == 0 ? source.amount() : random.nextLong(source.amount()) + 1;
    set(tx, from, fromKey, source.amount() - amount, random);
    Item target = tx.get(to, toKey);
    set(tx, to, toKey, (target == null ? 0 : target.amount()) + amount, random);
  }

  private static void set(Tx tx, int cell, long key, long amount, Random random) {
    if (amount == 0) {
      tx.delete(cell, key);
    } else {
      tx.put(cell, Shelf.item(key, COLOURS[random.nextInt(COLOURS.length)], amount));
    }
  }
}
