package tutti.protocol.commit.paxoscommit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Thousands of walks through what can happen to a transaction on three to five nodes: messages are
 * lost, doubled and late without bound, nodes crash between any two effects and come back. In each
 * all ends alike (I1), and once nothing goes wrong any more everything ends (I5).
 */
class PaxosCommitWalkTest {
  private static final int WALKS = Integer.getInteger("tutti.walks", 20_000);

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
    World world = new World(nodes, f, participants, changers);
    try {
      world.close();
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
