package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.runtime.StepQueue;

/** The timers of a state that is over end, but not before what waits has come to its deadline. */
class SharedSchedulerTest {
  private static final long GRACE = 10;

  private final ManualScheduler host = new ManualScheduler();
  private final SharedScheduler state = SharedScheduler.of(host, new ConcurrentHashMap<>());
  private final StepQueue queue = state.newStepQueue("state");
  private int rung;

  private void pass(long nanos) {
    host.advance(nanos);
    host.runAll();
  }

  private void ringsAgain(long nanos) {
    state.after(
        nanos,
        queue,
        () -> {
          rung++;
          ringsAgain(nanos);
        });
  }

  @Test
  void aTimerThatWasSetBeforeTheEndRings() {
    state.after(100, queue, () -> rung++);
    state.end(GRACE);
    pass(100);
    assertThat(rung).isEqualTo(1);
  }

  @Test
  void aTimerRingsThoughItsHostHasStoodStillBeyondTheEnd() {
    state.after(100, queue, () -> rung++);
    state.end(GRACE);
    pass(100_000);
    assertThat(rung).isEqualTo(1);
  }

  @Test
  void whatALateTimerLeadsToHasAsLongAsWhatOneInTimeDoes() {
    state.after(100, queue, () -> state.after(GRACE / 2, queue, () -> rung++));
    state.end(GRACE);
    pass(100_000);
    pass(GRACE / 2);
    assertThat(rung).isEqualTo(1);
  }

  @Test
  void aTimerThatIsSetAgainAndAgainComesToItsEnd() {
    ringsAgain(1);
    state.end(GRACE);
    for (int i = 0; i < 1_000; i++) {
      pass(1);
    }
    assertThat(rung).isLessThanOrEqualTo(12);
  }

  @Test
  void aTimerThatIsSetAgainComesToItsEndThoughItsHostStandsStillNowAndThen() {
    ringsAgain(1);
    state.end(GRACE);
    for (int i = 0; i < 1_000; i++) {
      pass(i % 10 == 0 ? 100 : 1);
    }
    assertThat(rung).isLessThanOrEqualTo(200);
  }
}
