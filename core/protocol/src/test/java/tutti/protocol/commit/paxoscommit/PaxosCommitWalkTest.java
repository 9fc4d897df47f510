package tutti.protocol.commit.paxoscommit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Effort;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.ProtocolsPage;
import tutti.protocol.commit.Role;
import tutti.protocol.machine.Event;

/**
 * Thousands of walks through what can happen to a transaction on three to five nodes: messages are
 * lost, doubled and late without bound, nodes crash between any two effects and come back. In each
 * all ends alike (I1), and once nothing goes wrong any more everything ends (I5). They take every
 * arrow of the page's state diagrams, and no other.
 */
class PaxosCommitWalkTest {
  private static final int MOST_WALKS = 20_000;
  private static final int WALKS = Effort.of(MOST_WALKS);

  private static final ProtocolsPage PAGE = new ProtocolsPage("Paxos Commit");

  @Test
  void endsAlikeEverywhereAndTakesTheArrowsOfThePage() {
    Map<Role, Set<Arrow>> arrows = new EnumMap<>(Role.class);
    int committed = 0;
    int aborted = 0;
    int without = 0;
    int walks = 0;
    // Some arrows are rare: as far as all are found.
    for (;
        walks < WALKS || walks < MOST_WALKS && (walks % 1000 > 0 || !allTaken(arrows));
        walks++) {
      World world = walk(walks);
      world.arrows.forEach(
          (role, some) -> arrows.computeIfAbsent(role, _ -> new HashSet<>()).addAll(some));
      if (world.decided.values().stream().anyMatch(outcomes -> outcomes.contains(true))) {
        committed++;
        without += world.told.isEmpty() ? 1 : 0;
      } else {
        aborted++;
      }
    }
    assertThat(committed).isGreaterThan(walks / 10);
    assertThat(aborted).isGreaterThan(walks / 10);
    assertThat(without).as("commits that no coordinator has told of").isPositive();
    arrows.forEach(
        (role, all) -> assertThat(Arrow.lines(all.stream())).isEqualTo(Arrow.lines(drawn(role))));
    assertThat(arrows).containsOnlyKeys(Role.values());
  }

  private static boolean allTaken(Map<Role, Set<Arrow>> arrows) {
    return arrows.entrySet().stream()
        .allMatch(
            it -> Arrow.lines(it.getValue().stream()).equals(Arrow.lines(drawn(it.getKey()))));
  }

  private static Stream<Arrow> drawn(Role role) {
    String title = role.name().charAt(0) + role.name().substring(1).toLowerCase(Locale.ROOT);
    return PAGE.arrows(title + " of Paxos Commit");
  }

  @Test
  void endsAlikeEverywhereFromOtherSeeds() {
    Effort.seeds(MOST_WALKS, PaxosCommitWalkTest::walk);
  }

  /**
   * Most have executed everything; some give up or are refused before, or have one that has not.
   */
  private static void begin(World world, int seed) {
    if (seed % 20 == 11) {
      world.happened(0, false, new Event.Input<>(new Input.GaveUp()));
      return;
    }
    if (seed % 20 == 17) {
      world.happened(1, false, new Event.Input<>(new Input.Objected()));
      world.calm();
      return;
    }
    if (seed % 20 == 13) {
      world.happened(0, false, new Event.Input<>(new Input.Joined(1, 2)));
    }
    world.close();
  }

  private static World walk(int seed) {
    Random random = new Random(seed);
    int f = random.nextInt(3);
    int nodes = Math.max(3, 2 * f + 1) + random.nextInt(2);
    Set<Integer> participants = new TreeSet<>();
    Set<Integer> changers = new TreeSet<>();
    for (int node = 1; node < Math.min(nodes, 4); node++) {
      if (node == 1 || random.nextBoolean()) {
        participants.add(node);
        if (random.nextInt(4) > 0) {
          changers.add(node);
        }
      }
    }
    if (random.nextInt(3) > 0) {
      changers.add(0);
    }
    if (seed % 20 == 7) {
      participants.clear();
      changers.retainAll(Set.of(0));
    }
    World world = new World(nodes, f, participants, changers);
    try {
      begin(world, seed);
      int steps = random.nextInt(400);
      int faultless = random.nextInt(60);
      for (int i = 0; i < steps; i++) {
        world.step(random, i >= faultless);
      }
      world.settle();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ":\n" + String.join("\n", world.story), e);
    }
    return world;
  }
}
