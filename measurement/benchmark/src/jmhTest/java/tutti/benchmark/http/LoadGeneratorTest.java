package tutti.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest {

  @Test
  void countsAnswersByStatusAndMeasuresTheServersTime() throws Exception {
    try (BareServer server = new BareServer(0, 1)) {
      URI url = URI.create("http://localhost:" + server.port());
      List<byte[]> requests =
          HttpLoad.parse(
              url,
              List.of(
                  "/Account/a/deposit {\"amount\": \"EUR 1.00\"}",
                  "/Account/a/deposit {\"sum\": \"EUR 1.00\"}"));
      HttpResult result = load(server, requests, 0.3);
      for (double seconds = 1; result.requests() <= 10 && seconds < 60; seconds *= 4) {
        result = load(server, requests, seconds);
      }
      assertThat(result.statuses().keySet()).containsExactlyInAnyOrder(200, 400);
      assertThat(result.statuses().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(result.requests())
          .isGreaterThan(10);
      assertThat(result.statuses().get(200)).isCloseTo(result.requests() / 2, within(5L));
      assertThat(result.cpuMicrosPerRequest()).isPositive();
      assertThat(result.latency().getTotalCount()).isEqualTo(result.requests());
      assertThat(result.tree()).containsKey("cpu-us-per-request");
    }
  }

  private static HttpResult load(BareServer server, List<byte[]> requests, double seconds)
      throws Exception {
    return LoadGenerator.run(
        new HttpLoad(
            "localhost",
            server.port(),
            requests,
            4,
            0.1,
            seconds,
            ProcessHandle.current().pid(),
            1));
  }

  private static org.assertj.core.data.Offset<Long> within(long value) {
    return org.assertj.core.data.Offset.offset(value);
  }
}
