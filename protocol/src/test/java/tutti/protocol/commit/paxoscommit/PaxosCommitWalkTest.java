package tutti.protocol.commit.paxoscommit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.ProtocolsPage;
import tutti.protocol.commit.Role;

/**
 * Thousands of walks through what can happen to a transaction on three to five nodes: messages are
 * lost, doubled and late without bound, nodes crash between any two effects and come back. In each
 * all ends alike (I1), and once nothing goes wrong any more everything ends (I5). They take every
 * arrow of the page's state diagrams, and no other.
 */
class PaxosCommitWalkTest {
  private static final int WALKS = Integer.getInteger("tutti.walks", 20_000);

  private static final ProtocolsPage PAGE = new ProtocolsPage("Paxos Commit");

  @Test
  void drawsTheMachinesAsTheyAre() {
    Map<Role, Set<Arrow>> arrows = new EnumMap<>(Role.class);
    for (int seed = 0; seed < 20_000; seed++) {
      walk(seed)
          .arrows
          .forEach((role, some) -> arrows.computeIfAbsent(role, _ -> new HashSet<>()).addAll(some));
    }
    arrows.forEach(
        (role, all) -> {
          String title = role.name().charAt(0) + role.name().substring(1).toLowerCase(Locale.ROOT);
          assertThat(Arrow.lines(all.stream()))
              .isEqualTo(Arrow.lines(PAGE.arrows(title + " of Paxos Commit")));
        });
    assertThat(arrows).containsOnlyKeys(Role.values());
  }

  @Test
  void endsAlikeEverywhereWhateverHappens() {
    int committed = 0;
    int aborted = 0;
    int without = 0;
    for (int seed = 0; seed < WALKS; seed++) {
      World world = walk(seed);
      if (world.decided.values().stream().anyMatch(outcomes -> outcomes.contains(true))) {
        committed++;
        without += world.told.isEmpty() ? 1 : 0;
      } else {
        aborted++;
      }
    }
    assertThat(committed).isGreaterThan(WALKS / 10);
    assertThat(aborted).isGreaterThan(WALKS / 10);
    assertThat(without).as("commits that no coordinator has told of").isPositive();
  }

  /**
   * Most have executed everything; some give up or are refused before, or have one that has not.
   */
  private static void begin(World world, int seed) {
    if (seed % 20 == 11) {
      world.happened(0, false, new Event.GaveUp());
      return;
    }
    if (seed % 20 == 17) {
      world.happened(1, false, new Event.Objected());
      world.calm();
      return;
    }
    if (seed % 20 == 13) {
      world.happened(0, false, new Event.Joined(1, 2));
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
