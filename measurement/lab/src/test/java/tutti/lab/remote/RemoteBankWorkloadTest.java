package tutti.lab.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.bank.Scenario;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.Loads;
import tutti.lab.measure.RunResult;
import tutti.rebel.value.Money;

/** Against a server that keeps the bank's contract in a few lines, or breaks it. */
@Timeout(300)
class RemoteBankWorkloadTest {
  private final Map<String, Money> accounts = new TreeMap<>();
  private final Set<String> transfers = new HashSet<>();
  private ExecutorService threads;
  private HttpServer server;
  private boolean loses;
  private boolean breaks;

  @BeforeEach
  void start() throws IOException {
    threads = Executors.newFixedThreadPool(2);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    byte[] body = exchange.getRequestBody().readAllBytes();
    String status = "404";
    String text = "{}";
    synchronized (this) {
      if (exchange.getRequestMethod().equals("POST")) {
        status = breaks ? "500" : post(path, JsonMapper.builder().build().readTree(body));
      } else if (path[1].equals("health")) {
        status = "200";
      } else if (accounts.containsKey(path[2])) {
        status = "200";
        text = "{\"fields\":{\"balance\":\"" + accounts.get(path[2]) + "\"}}";
      } else if (transfers.contains(path[2])) {
        status = "200";
      }
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(Integer.parseInt(status), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String post(String[] path, JsonNode body) {
    if (path[3].equals("open")) {
      Money first = Money.parse(body.get("initialDeposit").asString());
      return accounts.putIfAbsent(path[2], first) == null ? "200" : "409";
    }
    Money amount = Money.parse(body.get("amount").asString());
    Money left = accounts.get(body.get("from").asString()).minus(amount);
    if (left.smallThousandths() < 0 || !transfers.add(path[2])) {
      return "409";
    }
    accounts.put(body.get("from").asString(), left);
    if (!loses) {
      accounts.merge(body.get("to").asString(), amount, Money::plus);
    }
    return "200";
  }

  private RunResult run(Scenario scenario, int opened, Predicate<RunResult> enough)
      throws Exception {
    String url = "http://localhost:" + server.getAddress().getPort();
    RemoteBankWorkload workload = new RemoteBankWorkload(scenario, opened, url);
    return Loads.until(
        enough,
        new LoadPlan(3, Duration.ofMillis(20), Duration.ofMillis(100), 1),
        plan -> workload.run("tutti", plan));
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void everyScenarioCommitsAndAddsUp(Scenario scenario) throws Exception {
    RunResult run =
        run(
            scenario,
            scenario == Scenario.NOSYNC ? 0 : 5,
            it -> it.outcomes().committed() > 0 || !it.good());
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.good()).as(run.checks().toString()).isTrue();
  }

  @Test
  void aServerThatLosesMoneyFailsTheCheck() throws Exception {
    loses = true;
    assertThat(run(Scenario.SYNC, 5, it -> !it.good()).checks())
        .containsEntry("money-conserved", false);
  }

  @Test
  void unexpectedAnswersFailACheck() throws Exception {
    breaks = true;
    assertThat(run(Scenario.NOSYNC, 0, it -> !it.good()).checks())
        .containsEntry("no-unexpected-answers", false);
  }

  @Test
  void saysHowToStartAServerWhenThereIsNone() {
    RemoteBankWorkload workload = new RemoteBankWorkload(Scenario.NOSYNC, 0, "http://localhost:1");
    LoadPlan plan = new LoadPlan(1, Duration.ZERO, Duration.ofMillis(10), 1);
    assertThatThrownBy(() -> workload.run("tutti", plan))
        .hasMessageContaining("tutti run examples/bank");
  }
}
