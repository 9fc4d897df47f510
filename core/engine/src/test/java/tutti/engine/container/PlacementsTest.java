package tutti.engine.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;

/** Where actors live: the same in every run, spread by hash, or by ranges of keys. */
class PlacementsTest {
  private static ActorId account(String key) {
    return new ActorId("Account", key);
  }

  /** Written down once: another Java or another version of this must give the same. */
  @Test
  void theHashIsTheSameInEveryRun() {
    Placements placements = new Placements(new Placement.Hash(), 7);

    List<Integer> containers =
        List.of("a", "b", "NL01BANK0123456789", "42", "").stream()
            .map(key -> placements.containerOf(account(key)))
            .toList();

    assertThat(containers).containsExactly(0, 1, 3, 2, 1);
  }

  @Test
  void keysThatDifferInADigitAreSpreadEvenly() {
    for (int containers : new int[] {2, 3, 8}) {
      Placements placements = new Placements(new Placement.Hash(), containers);
      int[] counts = new int[containers];
      int keys = 8000;
      for (int i = 0; i < keys; i++) {
        counts[placements.containerOf(account("NL01BANK" + i))]++;
      }
      int fair = keys / containers;
      for (int count : counts) {
        assertThat(count).isBetween(fair * 3 / 4, fair * 5 / 4);
      }
    }
  }

  @Test
  void aRangeTakesItsFirstKeyAndNotTheNextOnes() {
    Placement ranges = new Placement.Range(Map.of("Account", List.of("g", "p")));
    Placements placements = new Placements(ranges, 3);

    assertThat(placements.containerOf(account(""))).isZero();
    assertThat(placements.containerOf(account("fzzz"))).isZero();
    assertThat(placements.containerOf(account("g"))).isEqualTo(1);
    assertThat(placements.containerOf(account("g0"))).isEqualTo(1);
    assertThat(placements.containerOf(account("ozz"))).isEqualTo(1);
    assertThat(placements.containerOf(account("p"))).isEqualTo(2);
    assertThat(placements.containerOf(account("zz"))).isEqualTo(2);
  }

  @Test
  void typesWithoutRangesGoByHash() {
    Placements ranges =
        new Placements(new Placement.Range(Map.of("Account", List.of("g", "p"))), 3);
    Placements hash = new Placements(new Placement.Hash(), 3);

    for (int i = 0; i < 50; i++) {
      ActorId transfer = new ActorId("Transfer", "t" + i);
      assertThat(ranges.containerOf(transfer)).isEqualTo(hash.containerOf(transfer));
    }
  }

  @Test
  void oneContainerHasEverything() {
    Placements placements =
        new Placements(new Placement.Range(Map.of("Account", List.of("g", "p"))), 1);

    assertThat(placements.containerOf(account("z"))).isZero();
  }

  private static final Placement HASH = new Placement.Hash();

  /** The ranges' keys for so many containers in all: 01, 02, … */
  private static Placement ranges(int inAll) {
    List<String> keys = IntStream.range(1, inAll).mapToObj("%02d"::formatted).toList();
    return new Placement.Range(Map.of("Account", keys));
  }

  @Test
  void theNodeIsTheSameInEveryRun() {
    Placements placements = new Placements(HASH, 5, 1);

    List<Integer> nodes =
        List.of("a", "b", "NL01BANK0123456789", "42", "").stream()
            .map(key -> placements.nodeOf(account(key)))
            .toList();

    assertThat(nodes).containsExactly(4, 0, 3, 2, 4);
  }

  @Test
  void everyActorLivesOnOneNodeInOneContainer() {
    for (int nodes = 1; nodes <= 5; nodes++) {
      for (int containers = 1; containers <= 4; containers++) {
        for (Placement placement : List.of(HASH, ranges(nodes * containers))) {
          Placements placements = new Placements(placement, nodes, containers);
          Placements again = new Placements(placement, nodes, containers);
          for (int i = 0; i < 200; i++) {
            ActorId actor = account("%02d".formatted(i));
            assertThat(placements.nodeOf(actor)).isBetween(0, nodes - 1);
            assertThat(placements.containerOf(actor)).isBetween(0, containers - 1);
            assertThat(again.nodeOf(actor)).isEqualTo(placements.nodeOf(actor));
            assertThat(again.containerOf(actor)).isEqualTo(placements.containerOf(actor));
          }
        }
      }
    }
  }

  @Test
  void byHashTheContainersHaveNoSayInTheNode() {
    for (int nodes = 1; nodes <= 5; nodes++) {
      Placements one = new Placements(HASH, nodes, 1);
      for (int containers = 2; containers <= 9; containers++) {
        Placements more = new Placements(HASH, nodes, containers);
        for (int i = 0; i < 500; i++) {
          assertThat(more.nodeOf(account("k" + i))).isEqualTo(one.nodeOf(account("k" + i)));
        }
      }
    }
  }

  @Test
  void theContainersOfEveryNodeAreUsedEvenly() {
    for (int nodes : new int[] {2, 3, 4}) {
      for (int containers : new int[] {2, 3, 4}) {
        Placements placements = new Placements(HASH, nodes, containers);
        int[] counts = new int[nodes * containers];
        int keys = 2000 * counts.length;
        for (int i = 0; i < keys; i++) {
          ActorId actor = account("NL01BANK" + i);
          counts[placements.nodeOf(actor) * containers + placements.containerOf(actor)]++;
        }
        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(1500);
        assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThan(2500);
      }
    }
  }

  @Test
  void withOneNodeNothingMoves() {
    for (Placement placement : List.of(HASH, ranges(4))) {
      Placements before = new Placements(placement, 4);
      Placements now = new Placements(placement, 1, 4);
      for (int i = 0; i < 200; i++) {
        ActorId actor = account("%02d".formatted(i));
        assertThat(now.nodeOf(actor)).isZero();
        assertThat(now.containerOf(actor)).isEqualTo(before.containerOf(actor));
      }
    }
  }

  @Test
  void rangesFillOneNodeAfterTheOther() {
    Placements placements = new Placements(ranges(6), 3, 2);

    List<String> places =
        List.of("00", "01", "02", "03", "04", "05", "99").stream()
            .map(PlacementsTest::account)
            .map(actor -> placements.nodeOf(actor) + "/" + placements.containerOf(actor))
            .toList();

    assertThat(places).containsExactly("0/0", "0/1", "1/0", "1/1", "2/0", "2/1", "2/1");
  }

  @Test
  void withOneContainerEachRangeIsANode() {
    Placements placements = new Placements(ranges(3), 3, 1);

    assertThat(placements.nodeOf(account("00"))).isZero();
    assertThat(placements.nodeOf(account("01"))).isEqualTo(1);
    assertThat(placements.nodeOf(account("02"))).isEqualTo(2);
    assertThat(placements.containerOf(account("02"))).isZero();
  }
}
