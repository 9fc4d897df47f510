package tutti.engine.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedIndexTest {
  private static final byte[] NONE = {};

  private final OrderedIndex<String> index = new OrderedIndex<>();

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private void insert(String text) {
    assertThat(index.insertIfAbsent(key(text), text, null)).isNull();
  }

  private List<String> scan(String from, String until, boolean descending) {
    List<String> found = new ArrayList<>();
    Cursor<String> cursor = index.scan(key(from), key(until), descending, null);
    while (cursor.next()) {
      assertThat(cursor.key()).isEqualTo(key(cursor.value()));
      found.add(cursor.value());
    }
    return found;
  }

  @Test
  void findsWhatWasAddedAndNothingElse() {
    insert("b");
    assertThat(index.insertIfAbsent(key("b"), "another", null)).isEqualTo("b");
    assertThat(index.get(key("b"), null)).isEqualTo("b");
    assertThat(index.get(key("a"), null)).isNull();
    assertThat(index.get(key("b\0"), null)).isNull();
  }

  @Test
  void removesAKeyOnlyWithItsValue() {
    insert("b");
    index.remove(key("b"), "another");
    index.remove(key("c"), "b");
    assertThat(index.get(key("b"), null)).isEqualTo("b");
    index.remove(key("b"), "b");
    assertThat(index.get(key("b"), null)).isNull();
  }

  /** The first eight bytes are compared as a number, and zeros stand for bytes that are missing. */
  @Test
  void ordersKeysByTheirBytesWithoutSign() {
    List<String> sorted =
        List.of("", "\0", "\0\0", "a", "a\0", "aaaaaaaa", "aaaaaaaa\0", "aaaaaaaab", "b", "\u00ff");
    List<String> mixed = new ArrayList<>(sorted);
    Collections.shuffle(mixed, new Random(1));
    mixed.forEach(this::insert);
    assertThat(scan("", "", false)).containsExactlyElementsOf(sorted);
    assertThat(scan("", "", true)).containsExactlyElementsOf(sorted.reversed());
    sorted.forEach(each -> assertThat(index.get(key(each), null)).isEqualTo(each));
  }

  @Test
  void aRangeWhoseBoundsContradictEachOtherIsEmpty() {
    insert("b");
    assertThat(scan("c", "a", false)).isEmpty();
    assertThat(scan("b", "b", true)).isEmpty();
  }

  /** Against a map, with keys few enough to be met again and many enough for three levels. */
  @ParameterizedTest
  @ValueSource(ints = {10, 300, 20_000})
  void doesWhatASortedMapDoes(int keys) {
    Random random = new Random(keys);
    NavigableMap<String, String> map = new TreeMap<>();
    for (int phase = 0; phase < 6; phase++) {
      boolean growing = phase % 2 == 0;
      for (int i = 0; i < 2 * keys; i++) {
        String text = text(random.nextInt(keys));
        if (random.nextInt(10) < (growing ? 8 : 2)) {
          assertThat(index.insertIfAbsent(key(text), text, null)).isEqualTo(map.get(text));
          map.putIfAbsent(text, text);
        } else {
          String there = map.remove(text);
          index.remove(key(text), there == null ? "missing" : index.get(key(text), null));
        }
      }
      assertSame(map, random, keys);
    }
    map.keySet().forEach(each -> index.remove(key(each), index.get(key(each), null)));
    assertThat(scan("", "", false)).isEmpty();
    insert("again");
    assertThat(scan("", "", true)).containsExactly("again");
  }

  private void assertSame(NavigableMap<String, String> map, Random random, int keys) {
    assertThat(scan("", "", false)).isEqualTo(List.copyOf(map.keySet()));
    assertThat(scan("", "", true)).isEqualTo(List.copyOf(map.descendingKeySet()));
    for (int i = 0; i < Math.min(50, 100_000 / keys); i++) {
      String a = text(random.nextInt(keys));
      String b = text(random.nextInt(keys));
      assertThat(index.get(key(a), null)).isEqualTo(map.get(a));
      String from = a.compareTo(b) < 0 ? a : b;
      String until = a.compareTo(b) < 0 ? b : a;
      List<String> expected = List.copyOf(map.subMap(from, until).keySet());
      assertThat(scan(from, until, false)).isEqualTo(expected);
      assertThat(scan(from, until, true)).isEqualTo(expected.reversed());
      assertThat(scan(from, "", false)).isEqualTo(List.copyOf(map.tailMap(from).keySet()));
      assertThat(scan("", until, true))
          .isEqualTo(List.copyOf(map.headMap(until, false).descendingKeySet()));
    }
  }

  /** Some of eight bytes, some that share their first eight with others. */
  private static String text(int number) {
    return number % 3 == 0 ? "shared-beginning-" + number : Integer.toString(number * 7919);
  }

  /** As a queue: what is added at one end and removed at the other leaves no nodes behind. */
  @Test
  void doesNotGrowWithKeysThatComeAndGo() {
    int alive = 1_000;
    for (int i = 0; i < 200_000; i++) {
      String text = String.format(Locale.ROOT, "%08d", i);
      insert(text);
      if (i >= alive) {
        String oldest = String.format(Locale.ROOT, "%08d", i - alive);
        index.remove(key(oldest), index.get(key(oldest), null));
      }
    }
    NodeSet leaves = new NodeSet();
    Cursor<String> cursor = index.scan(NONE, NONE, false, leaves);
    int found = 0;
    while (cursor.next()) {
      found++;
    }
    assertThat(found).isEqualTo(alive);
    assertThat(leaves.size()).isLessThanOrEqualTo(alive / IndexNode.CAPACITY + 3);
  }
}
