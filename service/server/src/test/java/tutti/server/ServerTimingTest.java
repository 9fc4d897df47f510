package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.engine.history.History;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.runtime.RealScheduler;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;

/** Timed transactions over HTTP: headers and metrics. */
class ServerTimingTest {
  private static final List<String> PHASES =
      List.of("queue", "execute", "wait", "validate", "commit", "journal");
  private static final String ACCOUNT = "/Account/NL91ABNA0417164300";
  private final HttpClient client = HttpClient.newHttpClient();

  private interface Body {
    void with(String url) throws Exception;
  }

  private static void serve(String sample, Body body) throws Exception {
    RebelApplication bank =
        RebelApplication.of(Checker.check(Path.of("../../examples/bank"))).orElseThrow();
    String text = "tutti { durability = off, spans.sample = " + sample + " }";
    if (!(DeploymentReader.parse(text, "test") instanceof Reading.Valid(Settings settings))) {
      throw new AssertionError("not read: " + text);
    }
    RealScheduler scheduler = new RealScheduler();
    Ports ports = new Ports(scheduler, null, new SplittableRandom(1), History.NONE);
    try (HostNode node = LocalShards.open(bank, settings.deployment(), ports);
        HttpService service =
            HttpService.start(node, "Bank", bank, ServiceSettings.DEFAULT.withPort(0))) {
      body.with(service.url());
    } finally {
      scheduler.close();
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> open(String url) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url + ACCOUNT + "/open"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"initialDeposit\": \"EUR 50.00\"}")));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 409})
  void carriesThePhasesOfATimedTransaction(int status) throws Exception {
    serve(
        "1",
        url -> {
          HttpResponse<String> answer = open(url);
          if (status == 409) {
            answer = open(url);
          }
          assertThat(answer.statusCode()).isEqualTo(status);
          String timing = answer.headers().firstValue("Server-Timing").orElseThrow();
          for (String phase : PHASES) {
            assertThat(timing).containsPattern("\\b" + phase + ";dur=\\d+\\.\\d{3}, ");
          }
          assertThat(timing).containsPattern("total;dur=\\d+\\.\\d{3}$");
          String id = answer.body().replaceAll("(?s).*\"transaction\":\"([^\"]*)\".*", "$1");
          HttpResponse<String> known =
              send(HttpRequest.newBuilder(URI.create(url + "/transactions/" + id)));
          assertThat(known.headers().firstValue("Server-Timing")).contains(timing);
          String metrics = send(HttpRequest.newBuilder(URI.create(url + "/metrics"))).body();
          for (String phase : PHASES) {
            assertThat(metrics)
                .contains(
                    "tutti_phase_seconds_count{phase=\"" + phase + "\"} " + (status / 409 + 1));
          }
        });
  }

  @Test
  void saysNothingUnlessAsked() throws Exception {
    serve(
        "0",
        url -> {
          assertThat(open(url).headers().firstValue("Server-Timing")).isEqualTo(Optional.empty());
          assertThat(send(HttpRequest.newBuilder(URI.create(url + "/metrics"))).body())
              .contains("tutti_phase_seconds_count{phase=\"wait\"} 0");
        });
  }
}
