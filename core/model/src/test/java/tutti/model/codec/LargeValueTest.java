package tutti.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.model.Encoder;
import tutti.model.EncoderFull;

/** Values that have more in them than a process can hold, or no end. */
class LargeValueTest {
  record Numbers(List<Integer> list, Set<Integer> set, Map<String, Integer> map) {}

  record Grid(List<List<List<Integer>>> rows) {}

  record Texts(String one, Optional<String> other, List<String> list) {}

  private static final RecordCodec<Numbers> NUMBERS = RecordCodec.of(Numbers.class);
  private static final RecordCodec<Grid> GRID = RecordCodec.of(Grid.class);
  private static final RecordCodec<Texts> TEXTS = RecordCodec.of(Texts.class);

  private static <T> Set<T> set(int size, Stream<T> given) {
    return new AbstractSet<>() {
      @Override
      public Iterator<T> iterator() {
        return given.iterator();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private static List<Integer> list(int size, Stream<Integer> given) {
    return new AbstractList<>() {
      @Override
      public Integer get(int index) {
        return index;
      }

      @Override
      public Iterator<Integer> iterator() {
        return given.iterator();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private static Map<String, Integer> map(Set<Map.Entry<String, Integer>> entries) {
    return new AbstractMap<>() {
      @Override
      public Set<Entry<String, Integer>> entrySet() {
        return entries;
      }
    };
  }

  private static Stream<Integer> endless() {
    return Stream.iterate(0, i -> i + 1);
  }

  private static Numbers of(List<Integer> list) {
    return new Numbers(list, Set.of(), Map.of());
  }

  private static Numbers of(Set<Integer> set) {
    return new Numbers(List.of(), set, Map.of());
  }

  private static Numbers of(Map<String, Integer> map) {
    return new Numbers(List.of(), Set.of(), map);
  }

  private static void tooLarge(Numbers value) {
    assertThatThrownBy(() -> NUMBERS.freeze(value)).isInstanceOf(ValueTooLarge.class);
  }

  private static void uneven(Numbers value) {
    assertThatThrownBy(() -> NUMBERS.freeze(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more elements than the 3");
  }

  @Test
  void areRefusedByTheirSizeAlone() {
    tooLarge(of(list(Integer.MAX_VALUE, endless())));
    tooLarge(of(list(-1, endless())));
    tooLarge(of(Collections.nCopies(Integer.MAX_VALUE, 1)));
    tooLarge(of(set(Integer.MAX_VALUE, endless())));
    tooLarge(of(map(set(Integer.MAX_VALUE, endless().map(i -> Map.entry("k" + i, i))))));
  }

  @Test
  void areRefusedWhereTheyGiveMoreThanTheySay() {
    uneven(of(list(3, endless())));
    uneven(of(set(3, endless())));
    uneven(of(map(set(3, endless().map(i -> Map.entry("k" + i, i))))));
  }

  /** The lists take next to nothing, and would be written a hundred thousand million times. */
  @Test
  void countWhatIsSharedAtEachPlace() {
    List<Integer> inner = List.copyOf(Collections.nCopies(5000, 1));
    Grid grid = new Grid(Collections.nCopies(5000, Collections.nCopies(5000, inner)));
    assertThatThrownBy(() -> GRID.freeze(grid)).isInstanceOf(ValueTooLarge.class);
    Grid frozen = GRID.freeze(new Grid(List.of(Collections.nCopies(50, inner))));
    Grid again = new Grid(Collections.nCopies(5000, frozen.rows().getFirst()));
    assertThatThrownBy(() -> GRID.freeze(again)).isInstanceOf(ValueTooLarge.class);
  }

  @Test
  void countTextsTogether() {
    String text = "x".repeat(1 << 20);
    List<String> most = Collections.nCopies(62, text);
    Texts fits = new Texts(text, Optional.of(text), most);
    assertThat(TEXTS.freeze(fits)).isEqualTo(fits);
    for (Texts over :
        List.of(
            new Texts(text, Optional.of(text), Collections.nCopies(63, text)),
            new Texts(text, Optional.of(text), List.copyOf(Collections.nCopies(63, text))),
            new Texts(text + "y", Optional.of(text), most),
            new Texts(text, Optional.of(text + "y"), most))) {
      assertThatThrownBy(() -> TEXTS.freeze(over)).isInstanceOf(ValueTooLarge.class);
    }
  }

  /** Some maps give one entry that they change, as an IdentityHashMap may. */
  @Test
  void mapsAreCopiedEntryByEntry() {
    Map<String, Integer> map = new IdentityHashMap<>();
    map.put("b", 2);
    map.put("a", 1);
    assertThat(NUMBERS.freeze(of(map)).map()).containsExactly(Map.entry("a", 1), Map.entry("b", 2));
  }

  @Test
  void anEncoderEndsAtItsBound() {
    Encoder out = new Encoder().atMost(1 << 16);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                out.putString("x".repeat(1 << 10));
              }
            })
        .isInstanceOf(EncoderFull.class)
        .hasMessage("more than 65536 bytes");
    assertThat(out.array()).hasSizeLessThanOrEqualTo(1 << 16);
  }

  @Test
  void anEncoderGivesBackWhatOneLongValueTook() {
    Encoder out = new Encoder();
    out.putString("x".repeat(2 << 20));
    assertThat(out.clear().array()).hasSizeLessThan(1 << 12);
    assertThat(out.putString("a").toByteArray()).containsExactly(1, 'a');
  }
}
