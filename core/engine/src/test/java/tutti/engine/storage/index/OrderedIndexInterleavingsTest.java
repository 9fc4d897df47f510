package tutti.engine.storage.index;

import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;

/** Two leaves: one is full, so that it is split; the other has one key, so that it goes away. */
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class OrderedIndexInterleavingsTest {
  private static final byte[] NONE = {};

  /**
   * New in the full leaf, the other one's only key, beyond it, and what moves when the full leaf is
   * split.
   */
  private static final Integer[] KEYS = {3, 2 * (IndexNode.CAPACITY - 1), 1_000, 100};

  private final OrderedIndex<Integer> index = new OrderedIndex<>();

  /** Fills them. */
  public OrderedIndexInterleavingsTest() {
    for (int i = 0; i <= IndexNode.CAPACITY; i++) {
      index.insertIfAbsent(key(2 * i), value(2 * i), null);
    }
    index.remove(key(2 * IndexNode.CAPACITY), index.get(key(2 * IndexNode.CAPACITY), null));
    index.insertIfAbsent(key(1), 1, null);
  }

  private static Integer value(int number) {
    return number == KEYS[1] ? KEYS[1] : number == KEYS[3] ? KEYS[3] : Integer.valueOf(number);
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  @Operation
  public boolean split() {
    return index.insertIfAbsent(key(KEYS[0]), KEYS[0], null) == null;
  }

  @Operation
  public boolean getMoved() {
    return index.get(key(KEYS[3]), null) != null;
  }

  @Operation
  public void removeOnly() {
    index.remove(key(KEYS[1]), KEYS[1]);
  }

  @Operation
  public boolean insertBeyond() {
    return index.insertIfAbsent(key(KEYS[2]), KEYS[2], null) == null;
  }

  @Operation
  public boolean getBeyond() {
    return index.get(key(KEYS[2]), null) != null;
  }

  /** The keys that are there, as a transaction that commits sees them: I4. */
  @Operation
  public String validScan() {
    NodeSet seen = new NodeSet();
    String found;
    do {
      seen.clear();
      found =
          last(index.scan(key(KEYS[1]), NONE, true, seen))
              + last(index.scan(key(3), key(4), false, seen))
              + last(index.scan(key(100), key(101), false, seen));
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

  /** In turn with other structures: a model checker has much to prepare. */
  static List<Integer> iterations() {
    return Effort.fewInTurn(1, 3, List.of(Effort.of(15)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("iterations")
  void everyOperationHappensAtOneMoment(int iterations) {
    new ModelCheckingOptions()
        .iterations(iterations)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(OrderedIndexInterleavingsTest.class);
  }
}
