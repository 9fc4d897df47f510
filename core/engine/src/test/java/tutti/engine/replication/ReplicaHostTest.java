package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.JournalFailed;
import tutti.engine.replication.ReplicatedHosts.Host;
import tutti.engine.replication.ReplicatedHosts.Told;

class ReplicaHostTest {
  private final ReplicatedHosts all = ReplicatedHosts.led();

  @Test
  void whatTheLeaderAppendsIsChosenOnAllAtItsPositions() {
    Host leader = all.leader();
    Told one = leader.append("one");
    Told two = leader.append("two");
    assertThat(one.answer).isNull();
    all.pass(50);
    assertThat(List.of(one.answer, two.answer)).containsOnly(true);
    for (Host host : all.hosts) {
      assertThat(host.commands()).containsExactly("one", "two");
      assertThat(host.chosen.getLast().end()).isEqualTo(two.position);
    }
  }

  @Test
  void theNextLeaderHasAllThatWasToldAndTheOldOneCatchesUp() {
    Host first = all.leader();
    Told one = first.append("one");
    all.pass(5);
    assertThat(one.answer).isTrue();
    first.crash();
    all.pass(400);
    Host next = all.leader();
    assertThat(next.number).isNotEqualTo(first.number);
    assertThat(next.commands()).containsExactly("one");
    assertThat(next.terms).isEqualTo(2);
    Told two = next.append("two");
    all.pass(5);
    assertThat(two.answer).isTrue();
    first.start();
    all.pass(50);
    assertThat(first.commands()).containsExactly("one", "two");
  }

  @Test
  void aLeaderThatIsCutOffTellsNothingAndThenThatItsRecordsAreNotKnownToBeDurable() {
    Host cut = all.leader();
    all.cutOff.add(cut.number);
    Told lost = cut.append("lost");
    Told read = cut.read();
    all.pass(20);
    assertThat(lost.answer).isNull();
    assertThat(read.answer).isNull();
    all.pass(400);
    assertThat(lost.answer).isFalse();
    assertThat(read.answer).isFalse();
    assertThatThrownBy(() -> cut.append("later")).isInstanceOf(JournalFailed.class);
    Told kept = all.leader().append("kept");
    all.pass(5);
    assertThat(kept.answer).isTrue();
    all.cutOff.clear();
    all.pass(100);
    for (Host host : all.hosts) {
      assertThat(host.commands()).containsExactly("kept");
    }
  }

  @Test
  void aReadPassesTheReadIndex() {
    Host leader = all.leader();
    Told read = leader.read();
    assertThat(read.answer).as("before any other host has answered").isNull();
    all.pass(5);
    assertThat(read.answer).isTrue();
  }

  @Test
  void allHostsMayStopAndStartAgain() {
    all.leader().append("one");
    all.pass(50);
    all.hosts.forEach(Host::crash);
    all.hosts.forEach(Host::start);
    all.pass(400);
    all.leader().append("two");
    all.pass(50);
    for (Host host : all.hosts) {
      assertThat(host.commands()).containsExactly("one", "two");
    }
  }

  @Test
  void theLogIsLetGoBehindACheckpointAndTheRestIsFoundAgain() {
    Host leader = all.leader();
    Told last = new Told();
    for (int each = 0; each < 400; each++) {
      last = leader.append("a command of some length, the " + each + "th of many");
      all.pass(1);
    }
    all.pass(50);
    for (Host host : all.hosts) {
      host.replicas.released(0, last.position - 1000);
    }
    all.pass(50);
    for (Host host : all.hosts) {
      assertThat(host.log.needsFrom()).isGreaterThan(20_000);
      host.crash();
      host.start();
    }
    all.pass(400);
    assertThat(all.leader().commands()).hasSizeBetween(1, 40);
    Told more = all.leader().append("more");
    all.pass(10);
    assertThat(more.answer).isTrue();
  }

  @Test
  void aHostWhoseLogFailsHandsItsTermOver() {
    Host failing = all.leader();
    failing.disk.failForces = new IOException("the disk is gone");
    Told told = failing.append("x");
    all.pass(60);
    assertThat(failing.view().phase()).isEqualTo("halted");
    assertThat(failing.leads()).isFalse();
    Host next = all.leader();
    assertThat(next.number).isNotEqualTo(failing.number);
    assertThat(told.answer).as("not forced by the host itself").isNotNull();
    Told more = next.append("more");
    all.pass(10);
    assertThat(more.answer).isTrue();
  }

  @Test
  void aHostThatLostItsDiskVotesAgainOnceItHasEverything() {
    all.leader().append("one");
    all.pass(20);
    Host lost = all.hosts.get(2);
    lost.crash();
    lost.disk = new ForgetfulDisk();
    lost.start();
    all.pass(1);
    assertThat(lost.view().votes()).isFalse();
    all.pass(100);
    assertThat(lost.view().votes()).isTrue();
    assertThat(lost.commands()).containsExactly("one");
  }

  @Test
  void aTermIsHandedOverWhenItIsAsked() {
    Host leader = all.leader();
    leader.append("one");
    leader.replicas.handOver(0, 2);
    all.pass(20);
    assertThat(all.leader().number).isEqualTo(2);
    assertThat(leader.leads()).isFalse();
  }

  /** The others have chosen all, and hear a healthy leader, which acknowledges nothing. */
  @Test
  void aLeaderWhoseDiskHangsYields() {
    Host leader = all.leader();
    leader.append("one");
    all.pass(20);
    leader.own.hangDisk();
    Told told = leader.append("two");
    all.pass(600);
    Host next = all.leader();
    assertThat(next.number).isNotEqualTo(leader.number);
    assertThat(leader.leads()).isFalse();
    assertThat(told.answer).as("it was chosen, and not acknowledged here").isNotNull();
    Told more = next.append("three");
    all.pass(20);
    assertThat(more.answer).isTrue();
    assertThat(next.commands()).containsExactly("one", "two", "three");
  }

  /** Hosts that hear each other one way only change the leader once, if at all, and then go on. */
  @ParameterizedTest
  @ValueSource(strings = {"01", "10", "12", "21", "01 02", "10 20", "01 12", "10 12", "20 21"})
  void waysThatAreCutDoNotChangeTheLeaderAgainAndAgain(String cut) {
    for (String way : cut.split(" ")) {
      all.cutWays.add(List.of(way.charAt(0) - '0', way.charAt(1) - '0'));
    }
    all.pass(600);
    List<Long> heard = all.hosts.stream().map(host -> host.view().elections()).toList();
    assertThat(heard).allMatch(terms -> terms <= 3);
    for (int each = 0; each < 20; each++) {
      Told told = all.leader().append("one more");
      all.pass(50);
      assertThat(told.answer).isTrue();
    }
    all.pass(1_000);
    assertThat(all.hosts.stream().map(host -> host.view().elections()).toList())
        .as("terms that each host has heard of")
        .isEqualTo(heard);
  }

  @Test
  void nothingIsToldWhileTheLogIsHeld() {
    Host leader = all.leader();
    long held = leader.term.hold();
    Told told = leader.append("one");
    all.pass(20);
    assertThat(told.answer).isNull();
    assertThat(leader.term.durable()).isEqualTo(held);
    assertThat(leader.term.letGo()).isTrue();
    assertThat(told.answer).isTrue();
  }
}
