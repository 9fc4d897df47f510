package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;
import static tutti.protocol.integrated.tapir.TapirPaperTest.writing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.TimerName;

/** Coordinators that were cut off for long go on soon after. */
class CutOffTest {
  private static final int REPEATS = 20;

  private static final Settings SETTINGS = SteppedShards.STRICT;
  private static final Map<Integer, List<Integer>> GROUPS = Map.of(0, List.of(0, 1, 2));
  private static final Transaction ONE = new Transaction(time(1), List.of(0));

  private static Coordinator first(int turn) {
    return Coordinator.first(turn, ONE, SETTINGS, GROUPS, Map.of(0, writing("x")));
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
    Output.TakeOver what = new Output.TakeOver(ONE, Ballot.FIRST);
    assertThat(
            longestOf(
                Coordinator.takingOver(2, what.transaction(), what.above(), SETTINGS, GROUPS)))
        .isEqualTo(SETTINGS.recoverNanos());
  }

  @Test
  void coordinatorsThatAreOvertakenDoNotComeBackAtTheSameTime() {
    List<Long> waits = new ArrayList<>();
    Entry heeding = Entry.of(ONE, writing("x")).promising(Ballot.FIRST.next(7));
    for (int turn = 0; turn < 3; turn++) {
      Coordinator coordinator = first(turn);
      coordinator.on(new Event.Started<>(1));
      Message told = new Message.PrepareReply(1, heeding);
      waits.add(repetition(coordinator.on(new Event.Received<>(new Address.Replica(0, 0), told))));
      assertThat(repetition(coordinator.on(new Event.Received<>(new Address.Replica(1, 0), told))))
          .as("heard already")
          .isZero();
    }
    assertThat(waits).doesNotHaveDuplicates().isSorted();
  }
}
