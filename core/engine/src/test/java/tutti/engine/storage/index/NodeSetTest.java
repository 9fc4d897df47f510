package tutti.engine.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Silo §4.6. */
class NodeSetTest {
  private static final byte[] NONE = {};

  private final OrderedIndex<Integer> index = new OrderedIndex<>();
  private final NodeSet seen = new NodeSet();

  private static byte[] key(int number) {
    return String.format(Locale.ROOT, "%08d", number)
        .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private void insert(int number, NodeSet own) {
    index.insertIfAbsent(key(number), number, own);
  }

  private void fill(int until) {
    for (int i = 0; i < until; i += 10) {
      insert(i, null);
    }
  }

  private int scan(int from, int until) {
    Cursor<Integer> cursor = index.scan(key(from), key(until), false, seen);
    int found = 0;
    while (cursor.next()) {
      found++;
    }
    return found;
  }

  @Test
  void anotherOnesInsertIntoWhatWasScannedIsAPhantom() {
    fill(10_000);
    scan(500, 3_000);
    assertThat(seen.isValid()).isTrue();
    insert(1_234, null);
    assertThat(seen.isValid()).isFalse();
  }

  @Test
  void anInsertFarAwayIsNone() {
    fill(10_000);
    scan(500, 3_000);
    insert(8_001, null);
    assertThat(seen.isValid()).isTrue();
  }

  @Test
  void soIsAnInsertWhereNothingWasFound() {
    fill(100);
    assertThat(index.get(key(5), seen)).isNull();
    assertThat(index.get(key(10), seen)).isEqualTo(10);
    assertThat(seen.isValid()).isTrue();
    insert(5, null);
    assertThat(seen.isValid()).isFalse();
  }

  @Test
  void aKeyThatIsFoundIsNotRemembered() {
    fill(100);
    index.get(key(10), seen);
    insert(5, null);
    assertThat(seen.isValid()).isTrue();
  }

  /** Through splits of what was scanned, and of inner nodes above it. */
  @Test
  void ownInsertsAreNone() {
    fill(100_000);
    int before = scan(0, 50_000);
    for (int i = 1; i < 50_000; i += 10) {
      insert(i, seen);
      assertThat(seen.isValid()).isTrue();
    }
    assertThat(scan(0, 50_000)).isEqualTo(2 * before);
    assertThat(seen.isValid()).isTrue();
  }

  @Test
  void anInsertIntoWhatAnOwnInsertSplitOffIsAPhantom() {
    fill(10 * IndexNode.CAPACITY);
    scan(0, 10 * IndexNode.CAPACITY);
    int before = seen.size();
    insert(1, seen);
    assertThat(seen.size()).isGreaterThan(before);
    insert(10 * IndexNode.CAPACITY - 1, null);
    assertThat(seen.isValid()).isFalse();
  }

  @Test
  void ownInsertsDoNotHideThoseOfOthers() {
    fill(100);
    scan(0, 50);
    insert(5, null);
    insert(6, seen);
    assertThat(seen.isValid()).isFalse();
  }

  @Test
  void aLeafThatIsGoneIsNoLongerValid() {
    fill(20 * IndexNode.CAPACITY);
    for (int i = 0; i < 20 * IndexNode.CAPACITY; i += 10) {
      if (i != 10) {
        index.remove(key(i), index.get(key(i), null));
      }
    }
    index.get(key(11), seen);
    insert(19 * IndexNode.CAPACITY, null);
    index.remove(key(10), index.get(key(10), null));
    assertThat(seen.isValid()).isFalse();
  }

  @Test
  void whatIsClearedIsForgotten() {
    fill(100);
    index.scan(NONE, NONE, true, seen).next();
    insert(5, null);
    seen.clear();
    assertThat(seen.isValid()).isTrue();
  }
}
