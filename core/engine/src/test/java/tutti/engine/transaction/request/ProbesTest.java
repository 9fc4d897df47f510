package tutti.engine.transaction.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.request.Probe.Hop;
import tutti.engine.transaction.request.ProbeNet.Tx;

/** Deadlocks across nodes: which are found, by how much, and who is stopped. */
class ProbesTest {
  private final ProbeNet two = new ProbeNet(2, new Random(1));

  @Test
  void stopsTheYoungerOfTwoOnTwoNodesAndNamesTheCycle() {
    Tx older = two.tx(1, 0, 10);
    Tx younger = two.tx(2, 1, 20);
    two.waits(older, 1, younger);
    two.waits(younger, 0, older);

    two.round();

    assertThat(two.stopped).containsExactly(younger);
    assertThat(two.found()).isEqualTo(1);
    assertThat(two.reasons.getFirst().message())
        .isEqualTo(
            "deadlock: 0-1-2-1 waits at Account[of-2] for 0-1-1 waits at Account[of-1] for"
                + " 0-1-2-1");
  }

  @Test
  void ofTwoThatCameAtTheSameTimeTheHigherIdIsStopped() {
    Tx first = two.tx(7, 0, 10);
    Tx second = two.tx(8, 0, 10);
    two.waits(first, 1, second);
    two.waits(second, 0, first);
    two.round();
    assertThat(two.stopped).containsExactly(second);
  }

  @Test
  void aShortWaitBeginsNothingAndARoundComesOnlyWhenTheLastIsOldEnough() {
    Tx a = two.tx(1, 0, 10);
    Tx b = two.tx(2, 0, 20);
    two.waits(a, 1, b);
    two.waits(b, 0, a);
    a.since += 1;
    b.since += 1;
    two.round();
    assertThat(two.sent).isZero();
    two.now -= Probes.ROUND_NANOS - 1;
    two.round();
    assertThat(two.sent).as("too early for another round").isZero();
    two.round();
    assertThat(two.stopped).containsExactly(b);
  }

  /** One cycle among transactions that wait for it, or for none: it is found, and once. */
  @Test
  void everyCycleIsFoundWithinTwoRoundsAndHasOneVictimWhoeverSeesIt() {
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      ProbeNet net = new ProbeNet(2 + random.nextInt(3), random);
      List<Tx> all = transactions(net, random, 3 + random.nextInt(12));
      int length = 2 + random.nextInt(all.size() - 1);
      List<Tx> cycle = all.subList(0, length);
      acyclic(net, random, all, length);
      for (int i = 0; i < length; i++) {
        wait(net, random, cycle.get(i), cycle.get((i + 1) % length));
      }
      if (cycle.stream().map(tx -> tx.node).distinct().count() == 1) {
        cycle.getFirst().node = (cycle.getFirst().node + 1) % net.size();
      }
      Tx youngest = Collections.max(cycle, YOUNGER);
      net.deaf = true;
      net.round();
      net.round();
      assertThat(net.named).as("seed %d", seed).containsExactly(youngest.key);
      net.deaf = false;
      net.round();
      net.round();
      assertThat(net.stopped).as("seed %d", seed).containsExactly(youngest);
      assertThat(net.deadlocked()).as("seed %d", seed).isEmpty();
    }
  }

  private static final Comparator<Tx> YOUNGER =
      Comparator.comparingLong((Tx tx) -> tx.age).thenComparing(tx -> tx.key);

  private static List<Tx> transactions(ProbeNet net, Random random, int count) {
    List<Tx> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Tx tx = net.tx(i, random.nextInt(net.size()), 1 + random.nextInt(10));
      tx.ageless = random.nextInt(10) == 0;
      tx.askedTogether = random.nextBoolean();
      all.add(tx);
    }
    Collections.shuffle(all, random);
    return all;
  }

  /**
   * Lets the transactions from {@code first} on wait for some that come before them; some wait for
   * none.
   */
  private static void acyclic(ProbeNet net, Random random, List<Tx> all, int first) {
    for (int i = first; i < all.size(); i++) {
      List<Tx> blockers = new ArrayList<>(all.subList(0, i));
      Collections.shuffle(blockers, random);
      Tx[] some = blockers.subList(0, Math.min(i, random.nextInt(4))).toArray(Tx[]::new);
      if (some.length > 0) {
        wait(net, random, all.get(i), some);
      }
    }
  }

  private static void wait(ProbeNet net, Random random, Tx tx, Tx... blockers) {
    net.waits(tx, random.nextInt(net.size()), blockers);
  }

  @Test
  void withoutACycleNobodyIsStopped() {
    for (int seed = 0; seed < 1000; seed++) {
      Random random = new Random(seed);
      ProbeNet net = new ProbeNet(2 + random.nextInt(3), random);
      net.duplicated = 0.2;
      acyclic(net, random, transactions(net, random, 20), 1);
      net.round();
      net.round();
      assertThat(net.named).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void whereManyCyclesAreTangledAllAreBrokenAndOnlyThoseOnOneAreStopped() {
    int broken = 0;
    for (int seed = 0; seed < 1000; seed++) {
      Random random = new Random(seed);
      ProbeNet net = new ProbeNet(2 + random.nextInt(3), random);
      List<Tx> all = transactions(net, random, 4 + random.nextInt(12));
      for (Tx tx : all) {
        Tx[] some =
            all.stream().filter(by -> by != tx && random.nextInt(6) == 0).toArray(Tx[]::new);
        net.waits(tx, random.nextInt(net.size()), some);
      }
      for (Set<Tx> left = net.deadlocked(); !left.isEmpty(); left = net.deadlocked()) {
        int before = net.stopped.size();
        net.round();
        net.round();
        List<Tx> victims = net.stopped.subList(before, net.stopped.size());
        assertThat(victims).as("seed %d", seed).isNotEmpty();
        assertThat(left).as("seed %d", seed).containsAll(victims);
        broken += victims.size();
      }
    }
    assertThat(broken).isGreaterThan(500);
  }

  @Test
  void lostAndDuplicatedMessagesDelayButStopNobodyTwice() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      ProbeNet net = new ProbeNet(3, random);
      net.lost = 0.3;
      net.duplicated = 0.3;
      List<Tx> ring = transactions(net, random, 4);
      for (int i = 0; i < 4; i++) {
        net.waits(ring.get(i), i % 3, ring.get((i + 1) % 4));
      }
      for (int rounds = 0; rounds < 100 && net.stopped.isEmpty(); rounds++) {
        net.round();
      }
      net.round();
      assertThat(net.stopped).as("seed %d", seed).containsExactly(Collections.max(ring, YOUNGER));
    }
  }

  @Test
  void aVictimThatWaitsSomewhereElseByNowIsLeftAlone() {
    Tx tx = two.tx(1, 0, 10);
    two.waits(tx, 0);
    Hop elsewhere = new Hop(tx.key, tx.age, WaitGraph.actorOf(99), 0);
    Hop attemptBefore = new Hop(new BranchKey(tx.key.id(), 1), tx.age, tx.at, 0);
    two.tell(0, new StopVictim(List.of(elsewhere)));
    two.tell(0, new StopVictim(List.of(attemptBefore)));
    two.tell(1, new StopVictim(List.of(new Hop(tx.key, tx.age, tx.at, 0))));
    assertThat(two.named).isEmpty();
    assertThat(two.found()).isZero();
    two.tell(0, new StopVictim(List.of(new Hop(tx.key, tx.age, tx.at, 0))));
    assertThat(two.stopped).containsExactly(tx);
  }

  /** Six begin a probe; only one of them comes round. */
  @Test
  void aCycleIsSeenOnceInARound() {
    ProbeNet net = new ProbeNet(3, new Random(4));
    List<Tx> ring = transactions(net, new Random(4), 6);
    for (int i = 0; i < 6; i++) {
      net.waits(ring.get(i), i % 3, ring.get((i + 1) % 6));
    }
    net.deaf = true;
    net.round();
    assertThat(net.stops).isEqualTo(1);
    net.round();
    assertThat(net.stops).isEqualTo(2);
  }

  /** First come, first served: each waits for all before it, and all for one that is elsewhere. */
  @Test
  void aLongQueueCostsNoMoreThanAShortOne() {
    Tx holder = two.tx(0, 1, 1);
    List<Tx> queue = new ArrayList<>(List.of(holder));
    for (int i = 1; i <= 400; i++) {
      Tx tx = two.tx(i, i % 2, 10 + i);
      two.waits(tx, 0, queue.toArray(Tx[]::new));
      queue.add(tx);
    }
    two.waits(holder, 1, two.tx(1000, 0, 5));
    two.round();
    assertThat(two.sent).isLessThan(5);
    assertThat(two.named).isEmpty();
    two.waits(holder, 1, queue.get(300));
    two.round();
    assertThat(two.stopped).hasSize(1);
    assertThat(two.deadlocked()).isEmpty();
  }

  /** Each branch may wait elsewhere, too: its coordinator is asked once, and asks nobody back. */
  @Test
  void aLongQueueOfBranchesThatMayWaitElsewhereCostsAMessageEach() {
    List<Tx> queue = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Tx tx = two.tx(i, 1, 10 + i);
      tx.askedTogether = true;
      two.waits(tx, 0, queue.toArray(Tx[]::new));
      queue.add(tx);
    }
    two.round();
    assertThat(two.sent).isBetween(390, 400);
    assertThat(two.named).isEmpty();
  }

  @Test
  void aCycleIsFoundUpToTheGreatestLengthAndALongerOneCostsNoMore() {
    for (int length : new int[] {Probe.MOST_HOPS, Probe.MOST_HOPS + 1}) {
      ProbeNet net = new ProbeNet(2, new Random(length));
      List<Tx> ring = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        ring.add(net.tx(i, i % 2, i));
      }
      for (int i = 0; i < length; i++) {
        net.waits(ring.get(i), i / 2 % 2, ring.get((i + 1) % length));
      }
      net.round();
      assertThat(net.stops).isEqualTo(length == Probe.MOST_HOPS ? 1 : 0);
      assertThat(net.stopped).hasSize(net.stops);
      assertThat(net.sent).isLessThan(length * length * 2);
    }
  }

  /** Each waits for all others: there are more paths than could ever be followed one by one. */
  @Test
  void aDenseTangleCostsAMessagePerStartAndWait() {
    int count = 24;
    ProbeNet net = new ProbeNet(4, new Random(3));
    List<Tx> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(net.tx(i, i % 4, i));
    }
    for (int i = 0; i < count; i++) {
      Tx tx = all.get(i);
      net.waits(tx, i / 4 % 4, all.stream().filter(by -> by != tx).toArray(Tx[]::new));
    }
    net.deaf = true;
    net.round();
    assertThat(net.sent).isLessThan(2 * 4 * count * count * count);
    net.deaf = false;
    for (int rounds = 0; rounds < count && !net.deadlocked().isEmpty(); rounds++) {
      net.round();
    }
    assertThat(net.deadlocked()).isEmpty();
    assertThat(net.stopped).doesNotContain(all.getFirst());
  }

  @Test
  void aMessageForANodeThatIsNotThereGoesNowhere() {
    Tx stranger = two.tx(5, 77, 1);
    two.waits(two.tx(1, 0, 10), 0, stranger);
    two.round();
    assertThat(two.sent).isZero();
  }
}
