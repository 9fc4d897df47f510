package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.SteppedShards.Sent;
import tutti.protocol.integrated.janus.graph.Transaction;

/**
 * Host 0 is cut off, and has given up a transaction of its own, which its own replica has
 * witnessed. What it has sent before arrives nevertheless at one other replica, which makes a
 * majority of those that have witnessed it.
 */
class GivenUpTest {
  private static final Transaction ONE = transaction(1, 0);

  private final SteppedShards all = new SteppedShards(1, 3);
  private List<Sent> late = List.of();

  @BeforeEach
  void giveUp() {
    all.begin(ONE, writing(ONE, "x"));
    late = all.take();
    late.stream().filter(sent -> sent.to() == 0).forEach(all::deliver);
    all.flush();
    all.settle(sent -> sent.toReplica() ? sent.to() == 0 : sent.from() == 0);
    all.giveUp(ONE);
  }

  private void arrivesLateAtHost1() {
    late.stream().filter(sent -> sent.to() == 1).forEach(all::deliver);
    all.flush();
    all.take();
  }

  private void happensNowhere() {
    for (int host = 0; host < 3; host++) {
      assertThat(all.written(0, host, "x")).as("at host %s", host).isEmpty();
    }
  }

  /** The coordinator knows that it has not taken the fast path, whatever is witnessed. */
  @Test
  void itsCoordinatorAbandonsWhatAMajorityHasWitnessed() {
    all.take();
    arrivesLateAtHost1();
    all.fire(ONE, Timer.RETRY);
    all.settle(sent -> sent.to() != 2 && sent.from() != 2);
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.OVERLOADED);
    all.fire(ONE, Timer.RETRY);
    all.settle();
    happensNowhere();
  }

  /** A coordinator that was overtaken before its client had gone knows it as well. */
  @Test
  void aCoordinatorThatWasOvertakenAbandonsWhatAMajorityHasWitnessed() {
    SteppedShards other = new SteppedShards(1, 3);
    other.begin(ONE, writing(ONE, "x"));
    Coordinator first = other.coordinators.get(ONE.id());
    other.deliver(sent -> sent.to() != 2);
    other.flush();
    other.take();
    other.takeOver(ONE, Ballot.FIRST);
    other.settle(sent -> sent.message() instanceof Message.Prepare);
    other.take();
    other.coordinators.put(ONE.id(), first);
    other.fire(ONE, Timer.RETRY);
    other.settle();
    other.fire(ONE, Timer.RETRY);
    other.giveUp(ONE);
    other.settle();
    assertThat(other.outcome(ONE)).isEqualTo(Outcome.OVERLOADED);
    assertThat(other.written(0, 0, "x")).isEmpty();
  }

  /** A host that takes over hears of it from the own replica, without the own coordinator. */
  @Test
  void itsOwnReplicaTellsWhoeverTakesOver() {
    all.settle(sent -> sent.toReplica() ? sent.to() == 0 : sent.from() == 0);
    arrivesLateAtHost1();
    all.takeOver(ONE, Ballot.FIRST);
    all.settle(sent -> sent.to() != 2 && sent.from() != 2);
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.ABANDONED);
    all.fire(ONE, Timer.RETRY);
    all.settle();
    happensNowhere();
  }
}
