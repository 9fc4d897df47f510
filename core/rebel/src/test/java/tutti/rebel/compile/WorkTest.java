package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.Refusal;
import tutti.rebel.compile.World.Refused;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Values;

/** The work of one event is bounded by a number of steps, the same in every deployment. */
class WorkTest {
  private static final String GRID =
      """
      module t.Grid

      function none(n: Integer): Boolean = forall x: {1..n} | x < 0 || x > 0;
      function twice(n: Integer): Boolean = none(n) && none(n);
      function count(n: Integer): Integer = |{x: {1..n} | twice(n)}|;

      event once(n: Integer) {
        preconditions { forall x: {1..n} | x > 0; }
        postconditions { new this.last == n; }
      }
      event nested(n: Integer) {
        preconditions { forall x: {1..n} | (forall y: {1..n} | x + y > 0); }
        postconditions { new this.last == n; }
      }
      event thrice(n: Integer) {
        preconditions {
          exists x: {1..n} | (exists y: {1..n} | (forall z: {1..n} | x + y + z < 0));
        }
        postconditions { new this.last == n; }
      }
      event sum(n: Integer) {
        postconditions { new this.last == |{x: {1..n} | |{y: {1..n} | x < y}| > 0}|; }
      }
      event called(n: Integer) {
        postconditions { new this.last == count(n); }
      }
      event sets(s: set[Integer], n: Integer) {
        preconditions { forall x: {1..n} | |s + {x}| > 0; }
        postconditions { new this.last == n; }
      }
      event equal(s: set[Integer], t: set[Integer], n: Integer) {
        preconditions { forall x: {1..n} | s == t; }
        postconditions { new this.last == n; }
      }
      event texts(s: String, t: String, n: Integer) {
        preconditions { forall x: {1..n} | s == t && s <= t && s in {t}; }
        postconditions { new this.last == n; }
      }
      event shown(s: set[Integer], n: Integer) {
        preconditions { count(n) == |s| && s == {1}; }
        postconditions { new this.last == n; }
      }
      event checked(n: Integer) {
        postconditions { new this.last == n; }
      }
      event join(m: map[Integer: Integer]) {
        postconditions { new this.map == m; new this.last == 0; }
      }
      event more(m: map[Integer: Integer]) {
        postconditions { new this.map == this.map + m; }
      }
      invariant small {
        this.last < 1000000 || (forall x: {1..99999} | (exists y: {1..this.last} | y > x));
      }

      specification Grid {
        fields {
          id: Integer @key
          last: Integer
          map: map[Integer: Integer]
        }
        events {
          once[] nested[] thrice[] sum[] called[] sets[] equal[] texts[] shown[] checked[]
          join[] more[]
        }
        invariants { small }
        lifeCycle {
          initial init -> on: join
          on -> on: once, nested, thrice, sum, called, sets, equal, texts, shown, checked, more
        }
      }
      """;

  private final World world = World.of(GRID);
  private int key;

  private @Nullable Refused refused(String event, Object... arguments) {
    String instance = String.valueOf(++key);
    world.must("Grid", instance, "join", Map.of());
    return world.run("Grid", instance, event, arguments);
  }

  private String code(String event, Object... arguments) {
    Refused refused = refused(event, arguments);
    return refused == null ? "" : refused.refusal().code();
  }

  private static List<Object> numbers(int size) {
    List<Object> numbers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      numbers.add((long) i);
    }
    return numbers;
  }

  @ParameterizedTest
  @CsvSource({
    "once,   100000, ''",
    "nested,   1000, ''",
    "nested,   2000, ''",
    "nested,  10000, too-much-work",
    "nested, 100000, too-much-work",
    "thrice,    100, precondition",
    "thrice,  10000, too-much-work",
    "sum,      1000, ''",
    "sum,    100000, too-much-work",
    "called,   1000, ''",
    "called, 100000, too-much-work",
    "checked,  1000, ''",
  })
  void countsWhatIsNested(String event, long n, String code) {
    assertThat(code(event, n)).isEqualTo(code);
  }

  @Test
  void countsWhatOperationsGoThrough() {
    List<Object> many = numbers(90_000);
    assertThat(code("sets", many, 10L)).isEmpty();
    assertThat(code("sets", many, 10_000L)).isEqualTo("too-much-work");
    assertThat(code("equal", many, many, 10L)).isEmpty();
    assertThat(code("equal", many, many, 10_000L)).isEqualTo("too-much-work");
    String text = "a".repeat(900_000);
    assertThat(code("texts", text, text, 10L)).isEmpty();
    assertThat(code("texts", text, text, 100_000L)).isEqualTo("too-much-work");
  }

  @Test
  void countsInvariantsToo() {
    assertThat(code("checked", 99_999_999L)).isEqualTo("range-too-large");
  }

  /** Outcomes are kept: a refusal says that it would keep large values along. */
  @Test
  void aRefusalKnowsHowMuchItKeeps() {
    assertThat(refused("checked", 99_999_999L).refusal().weight()).isLessThan(1_000);
    String text = "a".repeat(900_000);
    Refused longer = refused("texts", text, "b", 10L);
    assertThat(longer.refusal().weight()).isGreaterThan(900_000);
    Refused many = refused("shown", numbers(1_000), 10L);
    assertThat(many.refusal().weight()).isGreaterThan(1_000_000);
    Refusal kept = Refusal.shortened(many.refusal());
    assertThat(kept.message()).isEqualTo(many.refusal().message());
    assertThat(kept.values()).isEqualTo(many.refusal().values());
    assertThat(kept.weight()).isLessThan(10_000);
    assertThat(Refusal.shortened(longer.refusal()).weight()).isLessThan(10_000);
  }

  /** A refusal shows values, which are computed when a thread wants them, and never for long. */
  @Test
  void showsNoValueThatTakesLong() {
    Refused refused = refused("shown", numbers(90_000), 1_000L);
    assertThat(refused).isNotNull();
    assertThat(refused.refusal().values()).containsKey("s").doesNotContainKey("count(n)");
    assertThat(refused.refusal().message()).contains("89950 more").hasSizeLessThan(2_000);
    assertThat(refused("nested", 100_000L).refusal().message())
        .contains("more than 10000000 steps", "forall x: {1..n}", "n = 100000");
  }

  @Test
  void mergesMaps() {
    Map<String, Object> even = new LinkedHashMap<>();
    Map<String, Object> third = new LinkedHashMap<>();
    for (long i = 0; i < 90_000; i++) {
      even.put(String.valueOf(2 * i), i);
      third.put(String.valueOf(3 * i), -i);
    }
    world.must("Grid", "1", "join", even);
    world.must("Grid", "1", "more", third);
    Map<?, ?> map = (Map<?, ?>) world.field("Grid", "1", "map");
    assertThat(map).hasSize(150_000);
    assertThat(map.get("6")).isEqualTo(-2L);
    assertThat(map.get("4")).isEqualTo(2L);
    assertThat(map.get("9")).isEqualTo(-3L);
  }

  @Test
  void mergesAsATreeDoes() {
    Random random = new Random(13);
    for (int i = 0; i < 2_000; i++) {
      TreeMap<Object, Object> left = tree(random);
      TreeMap<Object, Object> right = tree(random);
      TreeMap<Object, Object> both = new TreeMap<>(left);
      both.putAll(right);
      TreeMap<Object, Object> less = new TreeMap<>(left);
      less.keySet().removeAll(right.keySet());
      MapValue map = MapValue.of(left);
      assertThat(map.union(MapValue.of(right))).isEqualTo(MapValue.of(both));
      assertThat(map.minus(SetValue.of(right.keySet()))).isEqualTo(MapValue.of(less));
    }
  }

  private static TreeMap<Object, Object> tree(Random random) {
    TreeMap<Object, Object> tree = new TreeMap<>(Values::compare);
    for (int size = random.nextInt(9); size > 0; size--) {
      tree.put((long) random.nextInt(12), random.nextLong());
    }
    return tree;
  }
}
