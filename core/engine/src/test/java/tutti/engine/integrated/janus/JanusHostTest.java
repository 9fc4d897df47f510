package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.engine.integrated.janus.JanusHosts.Paid;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.janus.Outcome;

/** Janus' machines on logs and links of hosts, in virtual time. */
class JanusHostTest {

  @Test
  void aTransferTakesOneRoundTrip() {
    JanusHosts all = new JanusHosts(1);
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(20);
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    assertThat(one.endedAt - one.beganAt).isEqualTo(2 * JanusHosts.WAY);
    settlesExactly(all);
  }

  /** A decision behind a popular item is long, and is not told to each shard of a host. */
  @Test
  void whatAllReplicasOfAHostAreToldIsSentOnce() {
    JanusHosts all = new JanusHosts(18);
    all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(20);
    for (String what : List.of("PreAccept[", "Commit[")) {
      assertThat(all.hosts.get(1).heard.stream().filter(each -> each.startsWith(what)))
          .singleElement()
          .asString()
          .endsWith("shards [0, 1]");
    }
    settlesExactly(all);
  }

  @Test
  void whatAnAccountDoesNotHaveIsRefusedAndNothingHappens() {
    JanusHosts all = new JanusHosts(2);
    Paid one = all.pay(all.hosts.getFirst(), 1, 0, 0, 101);
    all.pass(20);
    assertThat(one.outcome).isEqualTo(Outcome.REFUSED);
    assertThat(settlesExactly(all)).isEmpty();
  }

  /** Transfers in both directions at the same moment: none is aborted, and none is tried again. */
  @Test
  void transfersWithConflictsAllCommit() {
    JanusHosts all = new JanusHosts(3);
    List<Paid> paid = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      paid.add(all.pay(all.hosts.get(i % 3), i % 2, 0, 0, 1));
      if (i % 4 == 0) {
        all.quarter();
      }
    }
    all.pass(200);
    assertThat(paid).allMatch(each -> each.outcome == Outcome.COMMITTED);
    assertThat(settlesExactly(all)).hasSize(30);
  }

  /** An execution that is not deterministic: nothing was forgotten before that is found. */
  @Test
  void aHostThatComesToAnotherEndTakesTheMemoryOfTheOthers() {
    JanusHosts all = new JanusHosts(17);
    all.odd.add(2);
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 1);
    all.pass(20);
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    assertThat(all.diverged).hasSize(2).containsOnly(2);
    assertThat(all.differences).allMatch(each -> each.right() != 0 && each.own() != each.right());
    all.odd.clear();
    Paid other = all.pay(all.hosts.get(1), 1, 0, 0, 1);
    all.pass(60);
    assertThat(other.outcome).isEqualTo(Outcome.COMMITTED);
    assertThat(settlesExactly(all)).containsExactlyInAnyOrder(one, other);
    assertThat(all.hosts.get(2).installed()).isEqualTo(2);
    all.hosts.forEach(Host::crash);
    assertThat(settlesExactly(all)).containsExactlyInAnyOrder(one, other);
  }

  /**
   * All three differ: no host takes anything, and other accounts wait, too, also after a restart.
   */
  @Test
  void whereNoMajorityAgreesTheShardsStandStillOnAllHosts() {
    JanusHosts all = new JanusHosts(19);
    all.odd.addAll(List.of(0, 1, 2));
    all.pay(all.hosts.getFirst(), 0, 0, 0, 1);
    all.pass(60);
    assertThat(all.differences).hasSize(6).allMatch(each -> each.right() == 0);
    all.odd.clear();
    for (int times = 0; times < 2; times++) {
      Paid other = all.pay(all.hosts.get(1), 1, 1, 1, 1);
      all.pass(600);
      assertThat(other.outcome).isNotEqualTo(Outcome.COMMITTED);
      assertThat(all.hosts).allMatch(host -> host.installed() == 0 && !host.acts());
      all.hosts.forEach(Host::crash);
      all.hosts.forEach(Host::start);
      all.pass(300);
    }
  }

  /** Two differ, and the third is away: both wait for it, and go on by what it comes to. */
  @Test
  void twoThatDifferWaitForTheThird() {
    JanusHosts all = new JanusHosts(20);
    all.odd.add(0);
    all.cutOff.add(2);
    Paid one = all.pay(all.hosts.get(1), 0, 0, 0, 1);
    all.pass(600);
    assertThat(all.differences).isNotEmpty().allMatch(each -> each.right() == 0);
    assertThat(all.hosts.get(0).acts()).isFalse();
    assertThat(all.hosts.get(1).acts()).isFalse();
    all.odd.clear();
    all.cutOff.clear();
    assertThat(settlesExactly(all)).containsExactly(one);
    assertThat(all.hosts.get(0).installed()).isEqualTo(2);
    assertThat(all.hosts.get(1).installed()).isZero();
  }

  @Test
  void goesOnWithAHostAwayAndTheHostCatchesUp() {
    JanusHosts all = new JanusHosts(4);
    all.hosts.get(2).crash();
    for (int i = 0; i < 10; i++) {
      Paid each = all.pay(all.hosts.get(i % 2), 0, i % 3, 0, 1);
      all.pass(20);
      assertThat(each.outcome).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(settlesExactly(all)).hasSize(10);
  }

  private static long took(JanusHosts all) {
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 1);
    all.pass(60);
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    return one.endedAt - one.beganAt;
  }

  @Test
  void waitsForAFastQuorumAsLongAsAFarHostUsuallyTakes() {
    JanusHosts all = new JanusHosts(9);
    long further = 2 * JanusHosts.FAST;
    all.far.put(2, further);
    assertThat(took(all)).as("nothing is known").isEqualTo(JanusHosts.FAST + 2 * JanusHosts.WAY);
    for (int i = 0; i < 3; i++) {
      assertThat(took(all)).as("one round trip").isEqualTo(2 * (JanusHosts.WAY + further));
    }
    settlesExactly(all);
  }

  @Test
  void waitsForNoFastQuorumWhileAHostDoesNotAnswer() {
    JanusHosts all = new JanusHosts(10);
    assertThat(took(all)).isEqualTo(2 * JanusHosts.WAY);
    all.cutOff.add(2);
    assertThat(took(all)).as("it is missed").isEqualTo(JanusHosts.FAST + 2 * JanusHosts.WAY);
    for (int i = 0; i < 3; i++) {
      assertThat(took(all)).as("two round trips").isEqualTo(4 * JanusHosts.WAY);
    }
    all.cutOff.clear();
    all.pass(400);
    took(all);
    assertThat(took(all)).as("it is back").isEqualTo(2 * JanusHosts.WAY);
    settlesExactly(all);
    JanusCounts counts = all.hosts.getFirst().janus.counts();
    assertThat(counts.fast()).as("the first one and the last").isGreaterThanOrEqualTo(2);
    assertThat(counts.slow()).as("those without the host").isGreaterThanOrEqualTo(4);
  }

  @Test
  void whatWasToldIsThereAfterAllHostsHaveStartedAgain() {
    JanusHosts all = new JanusHosts(5);
    Paid one = all.pay(all.hosts.getFirst(), 0, 1, 1, 10);
    for (int quarters = 0; one.outcome == null; quarters++) {
      assertThat(quarters).as("quarters of a millisecond").isLessThan(1_000);
      all.quarter();
    }
    all.hosts.forEach(Host::crash);
    assertThat(settlesExactly(all)).containsExactly(one);
    assertThat(all.read(all.hosts.get(1), 0, 1)).isEqualTo(90);
  }

  /** At each moment of a transfer; others then go on with the same accounts. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16})
  void aTransferEndsWhenItsCoordinatorsHostIsKilled(int quarters) {
    JanusHosts all = new JanusHosts(quarters);
    Host gone = all.hosts.get(1);
    Paid one = all.pay(gone, 0, 0, 0, 10);
    for (int i = 0; i < quarters; i++) {
      all.quarter();
    }
    boolean told = one.outcome == Outcome.COMMITTED;
    gone.crash();
    all.pass(200);
    Paid next = all.pay(all.hosts.getFirst(), 1, 0, 0, 10);
    all.pass(200);
    assertThat(next.outcome).as("the accounts are free").isEqualTo(Outcome.COMMITTED);
    Set<Paid> happened = settlesExactly(all);
    assertThat(happened).contains(next);
    assertThat(!told || happened.contains(one)).as("what was told happened").isTrue();
  }

  @Test
  void aReadAtAnyHostSeesWhatWasTold() {
    JanusHosts all = new JanusHosts(6);
    for (int i = 0; i < 12; i++) {
      Paid one = all.pay(all.hosts.get(i % 3), 0, 0, 0, 1);
      while (one.outcome == null) {
        all.quarter();
      }
      assertThat(all.read(all.hosts.get((i + 1) % 3), 1, 0)).isEqualTo(101 + i);
    }
    settlesExactly(all);
  }

  @Test
  void noMoreTransfersBeginThanAHostMayHaveInFlight() {
    JanusHosts all = new JanusHosts(7);
    for (int i = 0; i < 70; i++) {
      all.pay(all.hosts.getFirst(), 0, 0, 0, 1);
    }
    all.pass(200);
    assertThat(all.begun.stream().filter(each -> each.outcome == Outcome.OVERLOADED)).hasSize(6);
    assertThat(settlesExactly(all)).hasSize(64);
  }

  @Test
  void theLogIsLetGoBehindImages() throws IOException {
    JanusHosts all = new JanusHosts(8);
    for (int i = 0; i < 900; i++) {
      all.pay(all.hosts.get(i % 3), i % 2, i % 3, i % 3, 1);
      all.pass(3);
      if (i % 300 == 299) {
        for (Host host : all.hosts) {
          assertThat(host.logBytes()).as("of host %d", host.number).isLessThan(400_000);
          assertThat(host.images()).as("images of host %d", host.number).isGreaterThan(i / 100);
        }
      }
    }
    all.hosts.forEach(Host::crash);
    assertThat(settlesExactly(all)).hasSize(900);
  }

  /** An image is under way at most of these moments: all, one and then another host start again. */
  @Test
  void goesOnFromAnImageAndWhatFollowedIt() {
    JanusHosts all = new JanusHosts(9);
    for (int i = 0; i < 300; i++) {
      Paid one = all.pay(all.hosts.get(i % 3), i % 2, i % 3, 0, 1);
      while (one.outcome == null) {
        all.quarter();
      }
      if (i % 7 == 6) {
        Host host = all.hosts.get(i % 3);
        host.crash();
        all.pass(1);
        host.start();
      }
    }
    assertThat(settlesExactly(all)).hasSize(300);
  }

  /** More than a change of the configuration takes: nothing waits for the host that is away. */
  @Test
  void theOthersForgetAndLetTheLogGoWhileAHostIsAwayWhichComesBackByATransfer() throws IOException {
    JanusHosts all = new JanusHosts(10);
    Host away = all.hosts.get(2);
    payOneAfterAnother(all, 150, 3);
    away.crash();
    payOneAfterAnother(all, 600, 2);
    all.pass(2_000);
    for (Host host : all.hosts.subList(0, 2)) {
      assertThat(host.open()).as("what host %d has not forgotten", host.number).isZero();
      // Its last image may be one of what was open until the host was out of the configuration.
      assertThat(host.logBytes()).as("of host %d", host.number).isLessThan(4_000_000);
    }
    away.start();
    assertThat(settlesExactly(all)).hasSize(750);
    assertThat(away.installed()).isEqualTo(2);
    all.hosts.getFirst().crash();
    payOneAfterAnother(all, 10, 1, 2);
    away.crash();
    assertThat(settlesExactly(all)).as("what came is in its log").hasSize(760);
  }

  @Test
  void aHostThatHasLostItsDiskGetsTheMemoryOfAnotherOneAndDecidesNothingBefore() {
    JanusHosts all = new JanusHosts(11);
    payOneAfterAnother(all, 200, 3);
    Host lost = all.hosts.get(1);
    lost.crash();
    lost.loseDisk();
    lost.start();
    all.cutOff.add(1);
    payOneAfterAnother(all, 50, 0, 2);
    assertThat(lost.acts()).isFalse();
    all.cutOff.clear();
    assertThat(settlesExactly(all)).hasSize(250);
    assertThat(lost.installed()).isEqualTo(2);
    all.hosts.forEach(Host::crash);
    assertThat(settlesExactly(all)).hasSize(250);
    assertThat(lost.installed()).as("what is there is not fetched again").isZero();
  }

  /** At each of these moments the host that gives, and the one that takes, start again. */
  @ParameterizedTest
  @ValueSource(ints = {2, 10, 20, 40, 60, 80, 120, 200, 400, 600})
  void aTransferThatIsCutOffBeginsAnew(int quarters) {
    JanusHosts all = new JanusHosts(quarters);
    payOneAfterAnother(all, 60, 3);
    Host lost = all.hosts.get(0);
    lost.crash();
    lost.loseDisk();
    lost.start();
    for (int i = 0; i < quarters; i++) {
      all.quarter();
    }
    Host other = all.hosts.get(quarters % 3);
    other.crash();
    all.pass(20);
    other.start();
    payOneAfterAnother(all, 3, other.number == 2 ? 1 : 2);
    assertThat(settlesExactly(all)).hasSize(63);
  }

  /**
   * A host loses its disk twice, and the questions of both lives come once more, together, while it
   * waits for the end of what comes.
   *
   * @param payments the payments before that
   * @param lag the milliseconds more that configuration logs take, so that there is something to
   *     wait for
   */
  @ParameterizedTest
  @CsvSource({"16, 5", "19, 5", "36, 10", "42, 10", "48, 15"})
  void questionsThatComeLateBeginNoTransferAnew(int payments, int lag) {
    JanusHosts all = new JanusHosts(payments);
    payOneAfterAnother(all, 9, 3);
    all.configurationLag = lag * JanusHosts.MILLI;
    all.keepMessages();
    Host lost = all.hosts.get(1);
    for (int wait : new int[] {40 * lag, 0}) {
      lost.crash();
      lost.loseDisk();
      lost.start();
      all.pass(wait);
    }
    payOneAfterAnother(all, payments, 0, 2);
    all.repeatMessages();
    payOneAfterAnother(all, 60, 0, 2);
    assertThat(settlesExactly(all)).hasSize(69 + payments);
  }

  /**
   * The configuration log of a voter hears of the end of a configuration, and not of the begin of
   * the next one, which the others choose and make images behind. It would miss that configuration
   * if they let go of its begin, and might be the last one that has the memory.
   */
  @Test
  void anVoterThatLagsFindsTheBeginOfItsConfiguration() {
    JanusHosts all = new JanusHosts(14);
    payOneAfterAnother(all, 9, 3);
    all.configurationLag = 20 * JanusHosts.MILLI;
    all.pass(300);
    Host lagging = all.hosts.get(1);
    all.hosts.forEach(host -> host.heard.clear());
    all.machinesCutOff.add(2);
    int quarters = 0;
    while (all.hosts.stream().noneMatch(JanusHostTest::hasHeardOfAnEnd)) {
      assertThat(quarters++).as("quarters of a millisecond").isLessThan(4_000);
      all.quarter();
    }
    all.configurationLogsCutOff.add(lagging.number);
    all.underWay = 1;
    all.pass(1_000);
    all.underWay = Long.MAX_VALUE;
    all.configurationLogsCutOff.clear();
    all.pass(1_000);
    assertThat(lagging.installed()).as("it has its own memory still").isZero();
    assertThat(settlesExactly(all)).hasSize(9);
  }

  private static boolean hasHeardOfAnEnd(Host host) {
    return host.heard.stream()
        .anyMatch(message -> message.startsWith("HandOver[") && message.contains("closed=true"));
  }

  private static void payOneAfterAnother(JanusHosts all, int times, int hosts) {
    Integer[] first = IntStream.range(0, hosts).boxed().toArray(Integer[]::new);
    payOneAfterAnother(all, times, first);
  }

  private static void payOneAfterAnother(JanusHosts all, int times, Integer... hosts) {
    for (int i = 0; i < times; i++) {
      Paid one = all.pay(all.hosts.get(hosts[i % hosts.length]), i % 2, i % 3, i % 3, 1);
      for (int quarters = 0; one.outcome == null; quarters++) {
        assertThat(quarters).as("quarters of a millisecond").isLessThan(40_000);
        all.quarter();
      }
      assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    }
  }

  @Test
  void hostsThatCrashAndDisksAndMessagesThatAreLostTakeNoMoneyAway() {
    AtomicInteger committed = new AtomicInteger();
    Effort.seeds(20, () -> committed.get() > 5, seed -> committed.addAndGet(walk(seed)));
  }

  /** Waits until all is forgotten; returns the transfers that happened. */
  private static Set<Paid> settlesExactly(JanusHosts all) {
    all.settle();
    Set<Paid> happened = all.happened();
    assertThat(all.balances()).isEqualTo(JanusHosts.expected(happened));
    return happened;
  }

  /** Returns how many transfers were told as committed. */
  private static int walk(int seed) {
    JanusHosts all = new JanusHosts(seed);
    all.loss = 0.05;
    for (int i = 0; i < 60; i++) {
      Host host = all.hosts.get(all.random.nextInt(3));
      boolean othersUp = all.hosts.stream().filter(Host::isUp).count() > 2;
      if (host.isUp() && (othersUp && all.random.nextInt(12) == 0 || all.random.nextInt(60) == 0)) {
        boolean mayLose = all.allAct();
        host.crash();
        if (mayLose && all.random.nextInt(3) == 0) {
          host.loseDisk();
        }
      } else if (!host.isUp()) {
        host.start();
      } else {
        all.payAnything(host);
      }
      all.pass(1 + all.random.nextInt(20));
    }
    Set<Paid> happened = settlesExactly(all);
    for (Paid each : all.begun) {
      boolean committed = each.outcome == Outcome.COMMITTED;
      assertThat(each.outcome).as("seed %d: %s", seed, each.transfer).isNotEqualTo(Outcome.UNKNOWN);
      boolean open = each.outcome == null;
      assertThat(happened.contains(each) == committed || open)
          .as("seed %d: %s was told as %s", seed, each.transfer, each.outcome)
          .isTrue();
    }
    return (int) all.begun.stream().filter(each -> each.outcome == Outcome.COMMITTED).count();
  }
}
