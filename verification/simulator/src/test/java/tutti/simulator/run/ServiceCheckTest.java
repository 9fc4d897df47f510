package tutti.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of how long hosts with replicas may take until they serve again. */
class ServiceCheckTest {
  private static final long FAULTS_END = Duration.ofSeconds(60).toNanos();

  @Test
  void threeSecondsAfterTheLastLateMessageEverythingIsAnswered() {
    long calm = Duration.ofSeconds(63).toNanos();

    assertThat(ServiceCheck.due(FAULTS_END, calm, Duration.ofMillis(50).toNanos()))
        .isEqualTo(Duration.ofSeconds(66).toNanos());
  }

  @Test
  void aParticipantThatLostAnAbortIsGivenItsTimeLimitAndTwoSeconds() {
    long calm = Duration.ofSeconds(62).toNanos();

    assertThat(ServiceCheck.due(FAULTS_END, calm, Duration.ofSeconds(5).toNanos()))
        .isEqualTo(Duration.ofSeconds(67).toNanos());
  }
}
