package tutti.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.runtime.Scheduler;
import tutti.simulator.check.Findings;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/** Requests that nobody answers, with and without an excuse. */
class AnswerWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LATEST = SECOND + AnswerWatch.SLACK_NANOS;

  private final SimulatedScheduler world = new SimulatedScheduler(7);
  private final Findings findings = new Findings();
  private final SimulatedNode node = world.node("node", 0);
  private final AnswerWatch answers =
      new AnswerWatch(world, world.newExecutor("hand"), findings, 3);
  private boolean behind;

  private Scheduler.Timer ask() {
    return answers.watch(() -> "a request", SECOND, node::stoodStill, () -> behind);
  }

  private void until(long nanos) {
    world.run(() -> world.nanos() >= nanos, nanos);
  }

  @Test
  void tellsARequestThatIsNotAnsweredByItsDeadline() {
    ask();
    until(LATEST - 1);
    assertThat(findings.texts()).isEmpty();
    until(LATEST + SECOND);
    assertThat(findings.texts()).singleElement().asString().contains("answered", "a request");
  }

  @Test
  void isSilentOnceTheRequestIsAnswered() {
    Scheduler.Timer watch = ask();
    until(LATEST - 1);
    watch.cancel();
    until(3 * LATEST);
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void timeInWhichTheNodeStandsStillDoesNotCount() {
    ask();
    node.pause(true);
    until(2 * LATEST);
    node.pause(false);
    until(3 * LATEST - 1);
    assertThat(findings.texts()).isEmpty();
    until(3 * LATEST + SECOND);
    assertThat(findings.texts()).hasSize(1);
  }

  @Test
  void aDiskThatIsBehindExcusesUntilItIsNot() {
    behind = true;
    ask();
    until(3 * LATEST);
    assertThat(findings.texts()).isEmpty();
    behind = false;
    until(3 * LATEST + SECOND);
    assertThat(findings.texts()).hasSize(1);
  }
}
