package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.TermStart;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;

/** The sections of the texts that the package's card names, a test or two for each. */
class MultiPaxosPaperTest {

  /** Raft §5.4.2 and Figure 8: an older ballot's entry is chosen only with one of the new term. */
  @Test
  void countsEntriesOfOlderBallotsOnlyWithTheTermsFirst() {
    Replicas all = Replicas.led(3);
    all.propose(0, "x");
    all.flush(0);
    all.settle(sent -> sent.to() == 1 && sent.message() instanceof Message.Accept);
    long older = all.machines.get(1).end().position();
    long before = all.chosen(1);
    elect(all, 1, 2);
    // Host 2 takes the old entry, but not the term's first.
    all.settle(
        sent ->
            !(sent.message() instanceof Message.Accept accept
                && accept.entries().stream().anyMatch(it -> it.content() instanceof TermStart)));
    assertThat(all.phase(1)).isEqualTo("opening");
    assertThat(all.chosen(1)).isEqualTo(before).isLessThan(older);
    all.fire(1, Timer.HEARTBEAT);
    all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    assertThat(all.phase(1)).isEqualTo("leader");
    assertThat(all.chosen(1)).isGreaterThan(older);
  }

  /** Raft §5.4.1: of a majority's logs the highest last ballot counts, not the length. */
  @Test
  void takesTheLogWithTheHighestLastBallotAndNotTheLongest() {
    Replicas all = Replicas.led(3);
    all.propose(0, "a long command");
    all.propose(0, "another long command");
    all.flush(0);
    all.take();
    elect(all, 1, 2);
    all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    Ballot newer = all.promised(1);
    all.take();
    // Host 0 has the longer log, of ballot 1; host 2 the shorter one, of a newer ballot.
    assertThat(all.machines.getFirst().end().position())
        .isGreaterThan(all.machines.get(2).end().position());
    all.fire(0, Timer.QUORUM);
    all.fire(0, Timer.QUORUM);
    elect(all, 0, 2);
    all.settle(sent -> sent.from() != 1 && sent.to() != 1);
    assertThat(all.phase(0)).isEqualTo("leader");
    assertThat(all.outputs(0, Output.Chosen.class).getLast().entries())
        .as("nothing of the longer log")
        .noneMatch(it -> it.ballot().equals(new Ballot(1, 0)) && it.start() > 16)
        .anyMatch(it -> it.ballot().equals(newer));
  }

  /**
   * Raft's dissertation §9.6: a host that hears a leader supports no other, so none is disturbed.
   */
  @Test
  void aFollowerThatHearsTheLeaderSupportsNoOther() {
    Replicas all = Replicas.led(3);
    // Host 2 hears nothing, and looks for a leader again and again.
    for (int each = 0; each < 5; each++) {
      all.fire(2, Timer.ELECTION);
    }
    all.settle();
    assertThat(all.phase(2)).isEqualTo("pre-candidate");
    assertThat(all.phase(0)).isEqualTo("leader");
    assertThat(all.promised(2)).isEqualTo(all.promised(0));
  }

  /** Raft's dissertation §6.2: a leader that hears of no majority gives up. */
  @Test
  void aLeaderWithoutAMajorityGivesUp() {
    Replicas all = Replicas.led(3);
    all.fire(0, Timer.QUORUM);
    all.fire(0, Timer.QUORUM);
    assertThat(all.phase(0)).isEqualTo("follower");
    assertThat(all.outputs(0, Output.SteppedDown.class))
        .containsExactly(new Output.SteppedDown(new Ballot(1, 0)));
  }

  /** Raft's dissertation §6.4: a former leader that does not know it answers no read. */
  @Test
  void aReadIsConfirmedOnlyByAnswersToALaterMessage() {
    Replicas all = Replicas.led(3);
    all.fire(0, Timer.HEARTBEAT);
    List<Replicas.Sent> earlier = all.take();
    all.on(0, new Event.Input<>(new Input.Confirm(all.promised(0), 7)));
    all.take();
    earlier.forEach(all::deliver);
    all.settle();
    assertThat(all.outputs(0, Output.Confirmed.class)).isEmpty();
    all.fire(0, Timer.HEARTBEAT);
    all.settle();
    assertThat(all.outputs(0, Output.Confirmed.class)).containsExactly(new Output.Confirmed(7));
  }

  /** Raft's dissertation §3.10: a leader hands over once its successor has everything. */
  @Test
  void aLeaderHandsOverOnceItsSuccessorHasEverything() {
    Replicas all = Replicas.led(3);
    all.propose(0, "x");
    all.on(0, new Event.Input<>(new Input.HandOver(2)));
    assertThat(all.phase(0)).isEqualTo("leader");
    all.settle();
    assertThat(all.phase(2)).isEqualTo("leader");
    assertThat(all.phase(0)).isEqualTo("follower");
  }

  /** Raft's dissertation §6.4.1: no follower promises while a lease that it granted may run. */
  @Test
  void promisesNobodyDuringALease() {
    Timing leases = new Timing(1000, 200, 1000, 900, 1000, 2000);
    Replicas all = Replicas.led(3, leases);
    all.fire(0, Timer.HEARTBEAT);
    all.settle();
    all.on(0, new Event.Input<>(new Input.Confirm(all.promised(0), 1)));
    assertThat(all.outputs(0, Output.Confirmed.class)).containsExactly(new Output.Confirmed(1));
    all.fire(2, Timer.ELECTION);
    all.fire(2, Timer.ELECTION);
    all.fire(1, Timer.ELECTION);
    all.fire(1, Timer.ELECTION);
    all.settle();
    assertThat(all.phase(2)).isEqualTo("pre-candidate");
    assertThat(all.phase(0)).isEqualTo("leader");
    all.fire(1, Timer.GRANT);
    all.fire(2, Timer.GRANT);
    all.fire(0, Timer.LEASE_ODD);
    all.fire(0, Timer.LEASE_EVEN);
    all.fire(1, Timer.ELECTION);
    all.settle();
    assertThat(all.phase(1)).isEqualTo("leader");
  }

  /** VR Revisited §4.3: who lost its disk takes part only when f + 1 others have told it enough. */
  @Test
  void aReplicaThatLostItsDiskVotesOnlyWhenItHasEverything() {
    Replicas all = Replicas.led(3);
    all.propose(0, "x");
    all.settle();
    all.loseDisk(2, 900);
    all.settle(sent -> sent.from() != 1);
    assertThat(all.phase(2)).isEqualTo("rejoining");
    all.fire(1, Timer.ELECTION);
    all.fire(1, Timer.ELECTION);
    all.settle(sent -> sent.to() != 0 && sent.from() != 0);
    assertThat(all.phase(1)).as("nobody to promise").isEqualTo("pre-candidate");
    all.fire(2, Timer.RETRY);
    all.settle();
    all.fire(2, Timer.RETRY);
    all.settle();
    all.fire(0, Timer.HEARTBEAT);
    all.settle();
    assertThat(all.machines.get(2).votes()).isTrue();
    assertThat(all.chosen(2)).isEqualTo(all.chosen(0));
  }

  /** DISC'17: answers of a disk that was lost do not count, also those under way. */
  @Test
  void answersOfALostDiskDoNotCount() {
    Replicas all = Replicas.led(3);
    long before = all.chosen(0);
    all.propose(0, "x");
    List<Replicas.Sent> accepts = all.take();
    all.deliver(accepts.get(1));
    all.flush(2);
    List<Replicas.Sent> late = all.take();
    all.loseDisk(2, 900);
    all.settle(sent -> !(sent.message() instanceof Message.Accept));
    assertThat(all.machines.get(2).votes()).isFalse();
    late.forEach(all::deliver);
    all.take();
    assertThat(all.chosen(0)).isEqualTo(before);
  }

  /** DISC'17: a host that gets an older disk back has not said on it what it has said since. */
  @Test
  void aReplicaOnADiskThatWasReplacedLeadsNothingAndRejoins() {
    Replicas all = Replicas.led(3);
    DurableState older = all.disks.get(2);
    all.loseDisk(2, 900);
    rejoin(all, 2);
    // The newer disk and the leader alone choose a command.
    all.propose(0, "x");
    all.settle(sent -> sent.from() != 1 && sent.to() != 1);
    long chosen = all.chosen(0);
    all.disks.set(2, older);
    all.restart(2, 901);
    for (int each = 0; each < 2; each++) {
      all.fire(2, Timer.ELECTION);
      all.fire(1, Timer.ELECTION);
      all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    }
    assertThat(all.phase(2)).isEqualTo("rejoining");
    assertThat(all.machines.get(2).votes()).isFalse();
    assertThat(all.chosen(1)).isLessThan(chosen);
    rejoin(all, 2);
    assertThat(all.chosen(2)).isGreaterThanOrEqualTo(chosen);
  }

  /** DISC'17: a follower on an older disk hears from the leader that its answers do not count. */
  @Test
  void aFollowerOnADiskThatWasReplacedIsToldToRejoin() {
    Replicas all = Replicas.led(3);
    DurableState older = all.disks.get(2);
    all.loseDisk(2, 900);
    rejoin(all, 2);
    all.disks.set(2, older);
    all.restart(2, 901);
    for (int each = 0; each < 2; each++) {
      all.fire(0, Timer.HEARTBEAT);
      all.settle();
    }
    assertThat(all.machines.get(2).votes()).isFalse();
    rejoin(all, 2);
    long before = all.chosen(0);
    all.propose(0, "x");
    all.settle(sent -> sent.from() != 1 && sent.to() != 1);
    assertThat(all.chosen(0)).as("it counts again").isGreaterThan(before);
  }

  private static void rejoin(Replicas all, int host) {
    for (int each = 0; each < 3 && !all.machines.get(host).votes(); each++) {
      all.fire(host, Timer.RETRY);
      all.settle();
      if (!all.phase(0).equals("leader")) {
        all.fire(1, Timer.ELECTION);
        all.fire(0, Timer.ELECTION);
        all.settle();
      }
      for (int other = 0; other < 3; other++) {
        if (all.phase(other).equals("leader")) {
          all.fire(other, Timer.HEARTBEAT);
        }
      }
      all.settle();
    }
    assertThat(all.machines.get(host).votes()).as("it has rejoined").isTrue();
  }

  /** RR9 of docs/rulings.md#replication: a shard is formed by all its hosts or not at all. */
  @Test
  void isFormedByAllItsHostsOrNotAtAll() {
    Replicas all = Replicas.blank(3, Replicas.TIMING);
    all.settle(sent -> sent.from() != 2 && sent.to() != 2);
    for (int each = 0; each < 5; each++) {
      all.fire(0, Timer.RETRY);
      all.fire(1, Timer.RETRY);
      all.settle(sent -> sent.from() != 2 && sent.to() != 2);
    }
    assertThat(all.phase(0)).isEqualTo("forming");
    assertThat(all.phase(1)).isEqualTo("forming");
    all.fire(0, Timer.RETRY);
    all.settle();
    assertThat(all.phase(0)).isEqualTo("leader");
  }

  private static void elect(Replicas all, int candidate, int supporter) {
    for (int host : List.of(candidate, supporter)) {
      all.fire(host, Timer.ELECTION);
      if (host == supporter && !all.phase(host).equals("pre-candidate")) {
        all.fire(host, Timer.ELECTION);
      }
    }
    all.take();
    while (!all.phase(candidate).equals("opening")) {
      all.fire(candidate, Timer.ELECTION);
      while (!all.messages.isEmpty() || !all.phase(candidate).equals("opening")) {
        if (all.messages.isEmpty()) {
          all.flush(candidate);
          all.flush(supporter);
          if (all.messages.isEmpty()) {
            break;
          }
        }
        Replicas.Sent sent = all.messages.remove();
        if (sent.from() == candidate && sent.to() == supporter
            || sent.from() == supporter && sent.to() == candidate) {
          all.deliver(sent);
        }
        if (all.phase(candidate).equals("opening")) {
          return;
        }
      }
    }
  }
}
