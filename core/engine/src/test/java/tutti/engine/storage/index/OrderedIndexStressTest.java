package tutti.engine.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads on a few thousand keys, so that leaves are split and go away all the time. */
@Timeout(300)
class OrderedIndexStressTest {
  private static final byte[] NONE = {};
  private static final int KEYS = 4_096;
  private static final int THREADS = 4;
  private static final int ROUNDS = 60_000;

  private final OrderedIndex<Integer> index = new OrderedIndex<>();

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  /**
   * The thread that succeeds in adding a key is the only one that removes it: no key is lost or
   * there twice.
   */
  @Test
  void neitherLosesNorDoublesAKey() throws Exception {
    AtomicIntegerArray owners = new AtomicIntegerArray(KEYS);
    run(
        thread -> {
          Random random = new Random(thread);
          List<Integer> mine = new ArrayList<>();
          for (int i = 0; i < ROUNDS; i++) {
            boolean growing = i / 4_000 % 2 == 0;
            if (growing || mine.isEmpty()) {
              Integer number = Integer.valueOf(random.nextInt(KEYS));
              if (index.insertIfAbsent(key(number), number, null) == null) {
                assertThat(owners.incrementAndGet(number)).isEqualTo(1);
                mine.add(number);
              }
            } else {
              Integer number = mine.removeLast();
              Integer there = index.get(key(number), null);
              assertThat(there).isEqualTo(number);
              owners.decrementAndGet(number);
              index.remove(key(number), there);
            }
          }
        });
    Cursor<Integer> cursor = index.scan(NONE, NONE, false, null);
    for (int i = 0; i < KEYS; i++) {
      if (owners.get(i) == 1) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.value()).isEqualTo(i);
      }
    }
    assertThat(cursor.next()).isFalse();
  }

  /** One half of every pair of keys is always there: no scan that is valid sees none, or both. */
  @Test
  void aValidScanSeesOneMoment() throws Exception {
    for (int i = 0; i < KEYS; i += 2) {
      index.insertIfAbsent(key(i), i, null);
    }
    int[] valid = new int[THREADS];
    run(
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < ROUNDS / 20; i++) {
            if (thread < 2) {
              flip(2 * (2 * random.nextInt(KEYS / 4) + thread));
            } else if (scan(random.nextInt(KEYS / 2 - 200) * 2, thread == 2)) {
              valid[thread]++;
            }
          }
        });
    assertThat(valid[2]).isPositive();
    assertThat(valid[3]).isPositive();
  }

  /** The other half comes before this one goes; in between both are there. */
  private void flip(int pair) {
    Integer there = index.get(key(pair), null);
    int from = there == null ? pair + 1 : pair;
    int to = there == null ? pair : pair + 1;
    Integer value = index.get(key(from), null);
    index.insertIfAbsent(key(to), to, null);
    index.remove(key(from), value);
  }

  private boolean scan(int from, boolean descending) {
    NodeSet seen = new NodeSet();
    boolean[] pairs = new boolean[200];
    Cursor<Integer> cursor = index.scan(key(from), key(from + 400), descending, seen);
    int last = descending ? Integer.MAX_VALUE : -1;
    while (cursor.next()) {
      int value = cursor.value();
      assertThat(descending ? value < last : value > last).isTrue();
      last = value;
      pairs[(value - from) / 2] = true;
    }
    if (seen.isValid()) {
      for (boolean pair : pairs) {
        assertThat(pair).isTrue();
      }
      return true;
    }
    return false;
  }

  private interface Body {
    void run(int thread) throws Exception;
  }

  private static void run(Body body) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Void>> bodies = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        bodies.add(
            () -> {
              body.run(thread);
              return null;
            });
      }
      for (Future<Void> each : threads.invokeAll(bodies)) {
        each.get();
      }
    }
  }
}
