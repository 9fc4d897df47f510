package tutti.engine.storage.index;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Two leaves: one is full, so that it is split; the other has one key, so that it goes away. */
@Param(name = "which", gen = IntGen.class, conf = "0:2")
public class OrderedIndexInterleavingsTest {
  private static final byte[] NONE = {};

  /** In the full leaf, the other one's only key, and beyond it. */
  private static final Integer[] KEYS = {3, 2 * (Node.CAPACITY - 1), 1_000};

  private final OrderedIndex<Integer> index = new OrderedIndex<>();

  /** Fills them. */
  public OrderedIndexInterleavingsTest() {
    for (int i = 0; i <= Node.CAPACITY; i++) {
      index.insertIfAbsent(
          key(2 * i), i == Node.CAPACITY - 1 ? KEYS[1] : Integer.valueOf(2 * i), null);
    }
    index.remove(key(2 * Node.CAPACITY), index.get(key(2 * Node.CAPACITY), null));
    index.insertIfAbsent(key(1), 1, null);
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  @Operation
  public boolean insert(@Param(name = "which") int which) {
    return index.insertIfAbsent(key(KEYS[which]), KEYS[which], null) == null;
  }

  @Operation
  public void remove(@Param(name = "which") int which) {
    index.remove(key(KEYS[which]), KEYS[which]);
  }

  @Operation
  public boolean get(@Param(name = "which") int which) {
    return index.get(key(KEYS[which]), null) != null;
  }

  /** What is there of the keys, as a transaction sees it that commits: I4. */
  @Operation
  public String validScan() {
    NodeSet seen = new NodeSet();
    String found;
    do {
      seen.clear();
      found =
          last(index.scan(key(KEYS[1]), NONE, true, seen))
              + last(index.scan(key(3), key(4), false, seen));
    } while (!seen.isValid());
    return found;
  }

  private static String last(Cursor<Integer> cursor) {
    String found = "";
    while (cursor.next()) {
      found += cursor.value() + " ";
    }
    return found;
  }

  @Test
  void everyOperationHappensAtOneMoment() {
    new ModelCheckingOptions()
        .iterations(4)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(OrderedIndexInterleavingsTest.class);
  }
}
