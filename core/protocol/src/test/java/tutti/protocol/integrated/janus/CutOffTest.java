package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.TimerName;

/** Machines that were cut off for long go on soon after. */
class CutOffTest {
  private static final int CHAIN = 10;
  private static final int REPEATS = 20;
  private static final Settings SETTINGS = SteppedShards.SETTINGS;
  private static final Map<Integer, List<Integer>> GROUPS = Map.of(0, List.of(0, 1, 2));
  private static final Transaction ONE = transaction(1, 0);

  private static Coordinator first(int turn) {
    return Coordinator.first(turn, ONE, SETTINGS, GROUPS, writing(ONE, "x"), 0);
  }

  /** Returns the wait for which the timer of repetitions is set; 0 if it is not. */
  private static long repetition(List<Effect<Coordinator.Output>> effects) {
    long nanos = 0;
    for (Effect<Coordinator.Output> effect : effects) {
      if (effect instanceof Effect.SetTimer(TimerName timer, long its) && timer == Timer.RETRY) {
        nanos = its;
      }
    }
    return nanos;
  }

  private static long longestOf(Coordinator coordinator) {
    long longest = repetition(coordinator.on(new Event.Started<>(1)));
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      List<Effect<Coordinator.Output>> effects =
          coordinator.on(new Event.TimerFired<>(Timer.RETRY));
      longest = Math.max(longest, repetition(effects));
    }
    return longest;
  }

  @Test
  void aCoordinatorWaitsNoLongerThanUntilAnotherTakesOver() {
    assertThat(longestOf(first(2))).isEqualTo(SETTINGS.recoverNanos());
    assertThat(longestOf(Coordinator.takingOver(2, ONE, Ballot.FIRST, SETTINGS, GROUPS)))
        .isEqualTo(SETTINGS.recoverNanos());
  }

  /** Thousands may wait for replicas that have come behind, and would hold these up. */
  @Test
  void aCoordinatorThatHasDecidedRepeatsThatLessAndLess() {
    Coordinator coordinator = first(0);
    coordinator.on(new Event.Started<>(1));
    Decision decision = Decision.commit(Dependencies.NONE, new TreeMap<>());
    Message done = new Message.Done(ONE.id(), decision, writing(ONE, "x"));
    long wait = repetition(coordinator.on(new Event.Received<>(new Address.Replica(0, 0), done)));
    assertThat(wait).isEqualTo(SETTINGS.retryNanos());
    for (int repeat = 1; repeat <= 5; repeat++) {
      long before = wait;
      wait = repetition(coordinator.on(new Event.TimerFired<>(Timer.RETRY)));
      assertThat(wait).isEqualTo(2 * before);
    }
  }

  @Test
  void coordinatorsThatAreOvertakenDoNotComeBackAtTheSameTime() {
    List<Long> waits = new ArrayList<>();
    Message refused = new Message.Refused(ONE.id(), Ballot.FIRST.next(7));
    for (int turn = 0; turn < 3; turn++) {
      Coordinator coordinator = first(turn);
      coordinator.on(new Event.Started<>(1));
      waits.add(
          repetition(coordinator.on(new Event.Received<>(new Address.Replica(0, 0), refused))));
      assertThat(
              repetition(coordinator.on(new Event.Received<>(new Address.Replica(1, 0), refused))))
          .as("heard already")
          .isZero();
    }
    assertThat(waits).doesNotHaveDuplicates().isSorted().first().isEqualTo(SETTINGS.retryNanos());
  }

  @Test
  void aReplicaTakesOverNothingThatOnlyWaitsForOthers() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(ONE, writing(ONE, "x"));
    all.settle(sent -> sent.toReplica());
    all.take();
    Transaction later = transaction(2, 0);
    all.begin(later, writing(later, "x"));
    all.settle();
    assertThat(all.memory(0, 0).vertex(later.id()).decided).isNotNull();
    for (int look = 0; look < 4; look++) {
      all.on(all.replica(0, 0), new Event.TimerFired<>(Timer.WATCH));
    }
    assertThat(all.takeOvers).extracting(Output.TakeOver::transaction).containsOnly(ONE);
  }

  /** Each decision tells of one before it: where one did not come, the others did not either. */
  @Test
  void aReplicaAsksForAChainOfDecisionsWithoutPauses() {
    SteppedShards all = new SteppedShards(1, 3);
    List<TransactionId> chain = new ArrayList<>();
    Transaction last = ONE;
    for (int each = 1; each <= CHAIN; each++) {
      last = transaction(each, 0);
      chain.add(last.id());
      all.begin(last, writing(last, "x"));
      all.settle(sent -> !sent.toReplica() || sent.to() != 2);
      all.fire(last, Timer.FAST);
      all.settle(sent -> !sent.toReplica() || sent.to() != 2);
    }
    all.fire(last, Timer.RETRY);
    all.settle();
    assertThat(all.written(0, 2, "x")).isEmpty();
    for (int look = 0; look < 2; look++) {
      all.on(all.replica(0, 2), new Event.TimerFired<>(Timer.RETRY));
      all.settle();
    }
    assertThat(all.written(0, 2, "x")).containsExactlyElementsOf(chain);
  }

  private static long inquiries(SteppedShards all) {
    return all.messages.stream().filter(sent -> sent.message() instanceof Message.Inquire).count();
  }

  /** The coordinator is cut off, and others wait for it: hundreds of them may be missing. */
  @Test
  void aReplicaAsksForAMissingDecisionLessAndLess() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(ONE, writing(ONE, "x"));
    all.settle(SteppedShards.Sent::toReplica);
    Transaction later = transaction(2, 0);
    all.begin(later, writing(later, "x"));
    all.settle();
    for (int look = 0; look <= 64; look++) {
      all.on(all.replica(0, 0), new Event.TimerFired<>(Timer.RETRY));
    }
    assertThat(inquiries(all)).isEqualTo(7);
  }

  /** Two transactions before each other, one of which has no part in shard 0. */
  @Test
  void aReplicaAsksLessAndLessWhetherOthersHaveExecuted() {
    SteppedShards all = new SteppedShards(2, 3);
    SimulatedReplica replica = all.replica(0, 0);
    Transaction one = transaction(1, 0, 1);
    Transaction two = transaction(2, 1);
    Dependencies ring = Dependencies.of(List.of(one, two));
    Decision its = Decision.commit(ring, new TreeMap<>());
    all.requests.put(one.id(), writing(one, "x"));
    all.on(
        replica,
        new Event.Received<>(
            new Address.Replica(1, 0), new Message.Commit(one, its, writing(one, "x"))));
    all.on(
        replica,
        new Event.Received<>(new Address.Replica(1, 0), new Message.Known(two, its, Request.NONE)));
    assertThat(all.written(0, 0, "x")).endsWith(one.id());
    all.take();
    for (int look = 0; look < 64; look++) {
      all.on(replica, new Event.TimerFired<>(Timer.WATCH));
    }
    assertThat(inquiries(all)).isEqualTo(7);
  }

  /** Only what is executed everywhere is forgotten, and others may have come behind. */
  @Test
  void aReplicaTakesOverLateWhatItHasExecuted() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(ONE, writing(ONE, "x"));
    all.settle(sent -> sent.toReplica() || !(sent.message() instanceof Message.Applied));
    assertThat(all.written(0, 0, "x")).containsExactly(ONE.id());
    for (int look = 0; look < 15; look++) {
      all.on(all.replica(0, 0), new Event.TimerFired<>(Timer.WATCH));
    }
    assertThat(all.takeOvers).isEmpty();
    all.on(all.replica(0, 0), new Event.TimerFired<>(Timer.WATCH));
    assertThat(all.takeOvers).extracting(Output.TakeOver::transaction).containsExactly(ONE);
  }
}
