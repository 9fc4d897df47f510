package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;

/** Leases (Raft's dissertation §6.4.1), and what becomes of them when a host changes. */
class LeaseTest {
  private static final Timing LEASES =
      new Timing(1000, 200, 0, 0, 1000, 2000).withLeases(1000, 0.05);

  private final Replicas all = Replicas.led(3, LEASES);

  private boolean confirms(int host, long ticket) {
    all.on(host, new Event.Input<>(new Input.Confirm(all.promised(host), ticket)));
    return all.outputs(host, Output.Confirmed.class).contains(new Output.Confirmed(ticket));
  }

  @Test
  void aLeaderReliesOnLessThanWhatAFastClockMakesOfItsGrants() {
    assertThat(LEASES.leaseNanos()).isEqualTo(1000);
    // The leader's clock counts 904 while 952.4 pass, a follower's counts 1000 in 952.4.
    assertThat(LEASES.leaderLeaseNanos()).isEqualTo(904);
    assertThat(LEASES.withLeases(1000, 0).leaderLeaseNanos()).isEqualTo(1000);
  }

  @Test
  void aReadByLeaseCostsNoMessageAndNoWrite() {
    assertThat(confirms(0, 1)).isTrue();
    assertThat(all.messages).isEmpty();
    assertThat(all.effects(0, Effect.Persist.class)).isEmpty();
  }

  @Test
  void aLeaseThatIsOverIsAskedForAgainByTheRound() {
    all.fire(0, Timer.LEASE_ODD);
    all.fire(0, Timer.LEASE_EVEN);
    assertThat(confirms(0, 1)).isFalse();
    assertThat(all.messages).hasSize(2);
    all.settle();
    assertThat(all.outputs(0, Output.Confirmed.class)).containsExactly(new Output.Confirmed(1));
  }

  @Test
  void aLeaderThatHandsOverHasNoLeaseAnyMoreAndItsSuccessorWaitsForNone() {
    assertThat(confirms(0, 1)).isTrue();
    all.on(0, new Event.Input<>(new Input.HandOver(1)));
    assertThat(all.outputs(0, Output.SteppedDown.class)).hasSize(1);
    assertThat(confirms(0, 2)).isFalse();
    all.settle();
    assertThat(all.phase(1)).isEqualTo("leader");
  }

  @Test
  void aHostThatStartsAgainPromisesNobodyBeforeItsLeaseIsOver() {
    all.restart(1, 901);
    all.restart(2, 902);
    for (int host : new int[] {1, 2}) {
      all.fire(host, Timer.ELECTION);
      all.fire(host, Timer.ELECTION);
    }
    all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    assertThat(all.phase(1)).isEqualTo("pre-candidate");
    assertThat(all.phase(2)).isEqualTo("pre-candidate");
    all.fire(1, Timer.GRANT);
    all.fire(2, Timer.GRANT);
    all.fire(1, Timer.ELECTION);
    all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    assertThat(all.phase(1)).isEqualTo("leader");
  }

  @Test
  void aHostThatStartsAgainWithoutLeasesStillWaitsForItsOwn() {
    Timing without = new Timing(1000, 200, 0, 0, 1000, 2000);
    all.forget();
    all.restart(1, 901, without);
    assertThat(all.effects(1, Effect.SetTimer.class))
        .contains(new Effect.SetTimer<>(Timer.GRANT, 1000));
    all.fire(1, Timer.GRANT);
    all.flush(1);
    all.forget();
    all.restart(1, 902, without);
    assertThat(all.effects(1, Effect.SetTimer.class))
        .extracting(each -> each.timer())
        .doesNotContain(Timer.GRANT);
  }

  @Test
  void aLeaseIsNotGrantedBeforeItsLengthIsDurable() {
    Replicas without = Replicas.led(3);
    for (int host = 0; host < 3; host++) {
      without.restart(host, 900 + host, LEASES);
    }
    without.fire(0, Timer.ELECTION);
    without.settle(sent -> !(sent.message() instanceof Message.Accept));
    assertThat(without.phase(0)).isEqualTo("opening");
    without.fire(0, Timer.HEARTBEAT);
    without.take().forEach(without::deliver);
    assertThat(without.take())
        .as("answers before anything is forced")
        .noneMatch(sent -> sent.message() instanceof Message.Accepted);
    without.flush(1);
    assertThat(without.disks.get(1).grantNanos()).isEqualTo(1000);
  }
}
