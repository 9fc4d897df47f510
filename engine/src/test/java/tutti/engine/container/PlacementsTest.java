package tutti.engine.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment.Placement;
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
}
