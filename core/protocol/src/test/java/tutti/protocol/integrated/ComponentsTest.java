package tutti.protocol.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Effort;

class ComponentsTest {
  private static SortedSet<Long> vertices(long... numbers) {
    SortedSet<Long> all = new TreeSet<>();
    for (long each : numbers) {
      all.add(each);
    }
    return all;
  }

  @Test
  void aTransactionWaitsForAllThatItDependsOn() {
    Components<Long> graph = new Components<>();
    assertThat(graph.commit(3L, vertices(1, 2))).isEmpty();
    assertThat(graph.missing()).isEqualTo(vertices(1, 2));
    assertThat(graph.commit(2L, vertices(1))).isEmpty();
    assertThat(graph.commit(1L, vertices())).containsExactly(vertices(1), vertices(2), vertices(3));
    assertThat(graph.size()).isZero();
  }

  @Test
  void aRingIsOneComponent() {
    Components<Long> graph = new Components<>();
    graph.commit(1L, vertices(2));
    graph.commit(2L, vertices(3));
    graph.commit(4L, vertices(2));
    assertThat(graph.commit(3L, vertices(1))).containsExactly(vertices(1, 2, 3), vertices(4));
  }

  @Test
  void aTransactionThatIsSettledElsewhereIsNotWaitedFor() {
    Components<Long> graph = new Components<>();
    graph.commit(2L, vertices(1));
    assertThat(graph.skip(1L)).containsExactly(vertices(2));
    assertThat(graph.missing()).isEmpty();
  }

  /** The ways to the one before do not count. */
  @Test
  void aTransactionThatComesBackIsAnotherOne() {
    Components<Long> graph = new Components<>();
    graph.commit(2L, vertices(1, 5));
    graph.commit(3L, vertices(2));
    graph.commit(4L, vertices(3));
    assertThat(graph.skip(1L)).isEmpty();
    graph.commit(6L, vertices(1));
    assertThat(graph.commit(1L, vertices(3))).isEmpty();
    assertThat(graph.commit(5L, vertices()))
        .containsExactlyInAnyOrder(
            vertices(5), vertices(2), vertices(3), vertices(4), vertices(1), vertices(6));
  }

  /** Each edge is looked at once: looking at all of a long chain for each vertex would not end. */
  @Test
  void aLongChainThatIsDecidedBackwardsTakesOneLookAtEachEdge() {
    int length = 200_000;
    Components<Long> graph = new Components<>();
    List<SortedSet<Long>> ordered = new ArrayList<>();
    for (long each = length; each > 0; each--) {
      ordered.addAll(graph.commit(each, each > 1 ? vertices(each - 1) : vertices()));
    }
    assertThat(ordered).hasSize(length);
    assertThat(ordered.getFirst()).isEqualTo(vertices(1));
    assertThat(ordered.getLast()).isEqualTo(vertices(length));
  }

  /** A ring in which each vertex closes a smaller ring, too. */
  @Test
  void aGrowingRingTakesOneLookAtEachEdge() {
    int length = 100_000;
    Components<Long> graph = new Components<>();
    for (long each = 1; each < length; each++) {
      assertThat(graph.commit(each, vertices(Math.max(1, each - 1), each + 1))).isEmpty();
    }
    assertThat(graph.commit((long) length, vertices(length - 1)).getFirst()).hasSize(length);
  }

  @Test
  void findsTheComponentsOfEveryGraphInEveryOrder() {
    Effort.seeds(4000, ComponentsTest::compare);
  }

  private static void compare(int seed) {
    Random random = new Random(seed);
    int size = 1 + random.nextInt(12);
    Map<Long, SortedSet<Long>> edges = new HashMap<>();
    List<Long> all = new ArrayList<>();
    for (int each = 0; each < size; each++) {
      SortedSet<Long> to = new TreeSet<>();
      for (int edge = random.nextInt(4); edge > 0; edge--) {
        to.add((long) random.nextInt(size));
      }
      edges.put((long) each, to);
      all.add((long) each);
    }
    Collections.shuffle(all, random);
    Components<Long> graph = new Components<>();
    Set<Long> over = new HashSet<>();
    Set<Long> committed = new HashSet<>();
    for (Long each : all) {
      SortedSet<Long> waited = new TreeSet<>(edges.get(each));
      waited.removeAll(over);
      committed.add(each);
      for (SortedSet<Long> component : graph.commit(each, waited)) {
        Long any = component.getFirst();
        Set<Long> expected = new HashSet<>(reached(any, edges));
        expected.add(any);
        Set<Long> before = new HashSet<>(expected);
        expected.removeIf(other -> !other.equals(any) && !reached(other, edges).contains(any));
        before.removeAll(expected);
        assertThat(component).as("seed %s", seed).isEqualTo(expected);
        assertThat(over).as("seed %s: what is before %s", seed, component).containsAll(before);
        over.addAll(component);
      }
      for (Long other : committed) {
        boolean ready = committed.containsAll(reached(other, edges));
        assertThat(over.contains(other)).as("seed %s: %s is ordered", seed, other).isEqualTo(ready);
      }
    }
    assertThat(graph.size()).isZero();
  }

  private static Set<Long> reached(Long from, Map<Long, SortedSet<Long>> edges) {
    Set<Long> reached = new HashSet<>();
    List<Long> left = new ArrayList<>(List.of(from));
    while (!left.isEmpty()) {
      for (Long next : edges.get(left.removeLast())) {
        if (reached.add(next)) {
          left.add(next);
        }
      }
    }
    return reached;
  }
}
