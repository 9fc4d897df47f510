package tutti.engine.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsTest {

  @Test
  void waitsTwiceAsLongAfterEachFailureUpToASecond() {
    Settings settings = Settings.usual();
    assertThat(settings.retryNanos(1, 1)).isEqualTo(20_000_000);
    assertThat(settings.retryNanos(1, 0)).isEqualTo(10_000_000);
    assertThat(settings.retryNanos(2, 1)).isEqualTo(40_000_000);
    assertThat(settings.retryNanos(6, 1)).isEqualTo(640_000_000);
    assertThat(settings.retryNanos(7, 1)).isEqualTo(1_000_000_000);
    assertThat(settings.retryNanos(1_000_000, 0.5)).isEqualTo(750_000_000);
  }

  @Test
  void refusesASilenceThatHeartbeatsCannotBreak() {
    assertThatThrownBy(
            () ->
                new Settings(
                    1,
                    1,
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(1),
                    Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT3S");
  }
}
