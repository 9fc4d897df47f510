package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.replication.ReplicatedHosts.Host;
import tutti.engine.replication.ReplicatedHosts.Told;
import tutti.protocol.replication.Timing;

/** Reads by lease, on hosts whose clocks differ as much as is assumed. */
class LeasedReadsTest {
  private static final double DRIFT = 0.2;

  private static Timing leases(double drift) {
    return ReplicatedHosts.TIMING.withLeases(ReplicatedHosts.TIMING.electionNanos(), drift);
  }

  private static ReplicatedHosts even() {
    return ReplicatedHosts.led(leases(DRIFT), 1, 1);
  }

  /** Whether a read that is asked now is answered before any message arrives. */
  private static boolean readsAtOnce(ReplicatedHosts all, Host host) {
    Told read = host.read();
    all.pass(0);
    return Boolean.TRUE.equals(read.answer);
  }

  private static boolean anotherLeads(ReplicatedHosts all, Host old) {
    return all.hosts.stream().anyMatch(host -> host != old && host.leads());
  }

  @Test
  void aReadIsAnsweredBeforeAnyMessageArrives() {
    ReplicatedHosts all = even();
    assertThat(readsAtOnce(all, all.leader())).isTrue();
    all.pass(500);
    assertThat(readsAtOnce(all, all.leader())).as("leases are renewed").isTrue();
  }

  @Test
  void aLeaderThatIsCutOffReadsForAWhileAndNotWhenAnotherLeads() {
    assertThat(readsOfOneThatIsCutOff(ReplicatedHosts.led(leases(DRIFT), 1 - DRIFT, 1 + DRIFT)))
        .isPositive();
  }

  /** The assumption is needed: this is what clocks do that differ more than is assumed. */
  @Test
  void clocksThatDifferMoreThanIsAssumedLetTwoLeadersAnswer() {
    ReplicatedHosts all = ReplicatedHosts.led(leases(0), 1 - DRIFT, 1 + DRIFT);
    assertThat(readsOfOneThatIsCutOff(all)).isNegative();
  }

  /** The reads of a leader that is cut off; -1 if one is answered while another host leads. */
  private static int readsOfOneThatIsCutOff(ReplicatedHosts all) {
    Host old = all.leader();
    all.pass(200);
    all.cutOff.add(old.number);
    int reads = 0;
    for (int millis = 0; millis < 400; millis++) {
      if (old.leads() && readsAtOnce(all, old)) {
        if (anotherLeads(all, old)) {
          return -1;
        }
        reads++;
      }
      all.pass(1);
    }
    assertThat(anotherLeads(all, old)).isTrue();
    return reads;
  }

  @Test
  void aLeaseEndsByTheClockThoughItsTimerRingsLate() {
    ReplicatedHosts all = even();
    Host old = all.leader();
    all.pass(200);
    all.cutOff.add(old.number);
    old.own.standStill();
    all.pass(400);
    assertThat(anotherLeads(all, old)).isTrue();
    assertThat(old.leads()).as("it knows nothing of it").isTrue();
    assertThat(readsAtOnce(all, old)).isFalse();
  }

  // --- backups, which are given once the term is confirmed after the log was let go ---

  private static Told confirmed(Host host, long cut) {
    Told told = new Told();
    host.term.whenCurrent(cut, told);
    return told;
  }

  @Test
  void aBackupByLeaseIsConfirmedBeforeAnyMessageArrivesAndTellsNothingBehindItsCut() {
    ReplicatedHosts all = even();
    Host leader = all.leader();
    long cut = leader.term.hold();
    Told behind = leader.append("behind the cut");
    Told read = leader.read();
    all.pass(20);
    assertThat(leader.commands()).as("it is chosen").contains("behind the cut");
    assertThat(behind.answer).isNull();
    assertThat(read.answer).as("of what is behind the cut, by lease, too").isNull();
    assertThat(leader.term.letGo()).isTrue();
    Told told = confirmed(leader, cut);
    all.pass(0);
    assertThat(told.answer).isTrue();
    assertThat(read.answer).isTrue();
  }

  /** Other nodes' cuts may rest on what its successor has told meanwhile. */
  @Test
  void aLeaderThatHasOutlivedItsLeaseWhileItHeldItsLogGivesNoBackup() {
    ReplicatedHosts all = even();
    Host old = all.leader();
    all.pass(200);
    long cut = old.term.hold();
    all.cutOff.add(old.number);
    old.own.standStill();
    all.pass(400);
    Told more =
        all.hosts.stream()
            .filter(host -> host != old && host.leads())
            .findFirst()
            .orElseThrow()
            .append("more");
    all.pass(20);
    assertThat(more.answer).as("it is told").isTrue();
    assertThat(old.term.letGo()).as("it knows nothing of that").isTrue();
    Told told = confirmed(old, cut);
    all.pass(0);
    assertThat(told.answer).isNotEqualTo(true);
    all.cutOff.clear();
    all.pass(200);
    assertThat(told.answer).isEqualTo(false);
  }

  @Test
  void aLeaderThatHandsOverReadsNoMore() {
    ReplicatedHosts all = even();
    Host old = all.leader();
    assertThat(readsAtOnce(all, old)).isTrue();
    old.replicas.handOver(0, 1);
    int millis = 0;
    while (!all.hosts.get(1).leads() && millis++ < 50) {
      all.pass(1);
    }
    assertThat(millis).as("the lease was given up, nobody waits for its end").isLessThan(20);
    assertThat(old.leads()).isFalse();
    all.pass(5);
    assertThat(readsAtOnce(all, all.hosts.get(1))).isTrue();
  }
}
