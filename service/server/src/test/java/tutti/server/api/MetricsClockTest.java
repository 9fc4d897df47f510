package tutti.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics can be told whatever a machine's clock says. */
class MetricsClockTest {
  @ParameterizedTest
  @ValueSource(longs = {-2_177_452_800_000L, -1, 0, 1_800_000_000_000L, 269_000_000_000_000L})
  void metricsAreToldAtAnyTime(long now) {
    PrometheusMeterRegistry registry =
        new PrometheusMeterRegistry(
            PrometheusConfig.DEFAULT, new PrometheusRegistry(), new MetricsClock(() -> now));
    Counter.builder("made").register(registry).increment();
    Timer.builder("took")
        .serviceLevelObjectives(Duration.ofMillis(1))
        .register(registry)
        .record(Duration.ofMillis(2));
    assertThat(registry.scrape()).contains("made_total 1.0").contains("took_seconds_count 1");
  }
}
