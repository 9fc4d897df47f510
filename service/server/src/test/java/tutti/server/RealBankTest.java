package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.history.History;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.runtime.RealScheduler;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;

/** The example bank on a real node, over HTTP. */
@Timeout(300)
class RealBankTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final RealScheduler scheduler = new RealScheduler();
  private HostNode node;
  private HttpService service;

  @BeforeEach
  void start() throws Exception {
    RebelApplication bank =
        RebelApplication.of(Checker.check(Path.of("../../examples/bank"))).orElseThrow();
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .durability(Durability.OFF)
            .containers(1)
            .executors(1)
            .build();
    node =
        LocalShards.open(
            bank, deployment, new Ports(scheduler, null, new SplittableRandom(1), History.NONE));
    service = HttpService.start(node, "Bank", bank, ServiceSettings.DEFAULT.withPort(0));
  }

  @AfterEach
  void stop() {
    service.close();
    node.close();
    scheduler.close();
  }

  private CompletableFuture<Answer> send(String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.url() + path)).timeout(Duration.ofSeconds(180));
    if (body == null) {
      request.GET();
    } else {
      request
          .POST(HttpRequest.BodyPublishers.ofString(body))
          .header("Content-Type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    HttpRequest built = request.build();
    return Answer.onceBegun(
        () ->
            client
                .sendAsync(built, HttpResponse.BodyHandlers.ofString())
                .thenApply(r -> new Answer(r.statusCode(), r.headers(), r.body())));
  }

  private Answer get(String path) throws Exception {
    return send(path, null).get(180, TimeUnit.SECONDS);
  }

  private Answer post(String path, String body, String... headers) throws Exception {
    return send(path, body, headers).get(180, TimeUnit.SECONDS);
  }

  private void open(String iban, String amount) throws Exception {
    Answer opened = post("/Account/" + iban + "/open", "{\"initialDeposit\": \"" + amount + "\"}");
    assertThat(opened.status()).as(opened.body()).isEqualTo(200);
  }

  @Test
  void aPageEndsWhereItsInstancesAreLong() throws Exception {
    for (int each = 0; each < 7; each++) {
      String name = "n".repeat(400_000);
      assertThat(post("/Customer/" + each + "/register", "{\"name\": \"" + name + "\"}").status())
          .isEqualTo(200);
    }
    List<Integer> sizes = new ArrayList<>();
    String path = "/Customer";
    while (path != null) {
      Answer page = get(path);
      sizes.add(((List<?>) page.get("items")).size());
      path = page.get("next") == null ? null : "/Customer?after=" + page.get("next");
    }
    assertThat(sizes).containsExactly(2, 2, 2, 1);
  }

  @Test
  void aPageGoesOnAfterAKeyThatOnlyAnEarlierVersionTook() throws Exception {
    String kept = "NL99ABNA0123456789";
    assertThat(get("/Account/" + kept).get("code")).isEqualTo("bad-key");
    assertThat(get("/Account?after=" + kept).status()).isEqualTo(200);
    assertThat(get("/Account?after=zzz").get("code")).isEqualTo("bad-query");
  }

  @Test
  void movesMoneyBetweenAccounts() throws Exception {
    open(A, "EUR 50.00");
    open(B, "EUR 0.00");
    Answer booked =
        post(
            "/Transfer/1/book",
            "{\"amount\": \"EUR 20.00\", \"from\": \"" + A + "\", \"to\": \"" + B + "\"}");
    assertThat(booked.status()).as(booked.body()).isEqualTo(200);
    assertThat(get("/Account/" + A).json())
        .containsEntry("state", "opened")
        .containsEntry("fields", Map.of("iban", A, "balance", "EUR 30.00"));
    assertThat(get("/Account/" + B).body()).contains("EUR 20.00");
    Answer status = get("/transactions/" + booked.get("transaction"));
    assertThat(status.status()).isEqualTo(200);
    assertThat(status.get("outcome")).isEqualTo("committed");
    assertThat((List<?>) get("/Account?state=opened").get("items")).hasSize(2);
  }

  @Test
  void saysWhichRuleRefused() throws Exception {
    open(A, "EUR 50.00");
    Answer refused = post("/Account/" + A + "/withdraw", "{\"amount\": \"EUR 60.00\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json())
        .containsEntry("code", "precondition")
        .containsEntry("documentation", "The balance must cover the withdrawal.")
        .containsEntry("specification", "Account")
        .containsEntry("key", A)
        .containsEntry("event", "withdraw");
    assertThat((String) refused.get("rule")).contains("this.balance - amount >= EUR 0.00");
    assertThat(((Map<?, ?>) refused.get("values")).get("amount")).isEqualTo("EUR 60.00");
  }

  @Test
  void tellsAMissingInstanceFromAMissingPartner() throws Exception {
    Answer missing = post("/Account/" + A + "/withdraw", "{\"amount\": \"EUR 60.00\"}");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.get("code")).isEqualTo("no-such-instance");
    open(A, "EUR 50.00");
    Answer partner =
        post(
            "/Transfer/1/book",
            "{\"amount\": \"EUR 20.00\", \"from\": \"" + A + "\", \"to\": \"" + B + "\"}");
    assertThat(partner.status()).as(partner.body()).isEqualTo(409);
    assertThat(partner.json())
        .containsEntry("code", "unknown-partner")
        .containsEntry("path", "Transfer[1].book → Account[" + B + "].deposit");
    assertThat(get("/Account/" + A).body()).contains("EUR 50.00");
  }

  @Test
  void saysWhatToDoInsteadOfQueryingASpecification() throws Exception {
    open(A, "EUR 50.00");
    Answer refused = post("/Account/" + A + "/query", "{\"sql\": \"select 1\"}");
    assertThat(refused.status()).isEqualTo(404);
    assertThat((String) refused.get("detail"))
        .startsWith("Account is a specification, and only actors in Java are queried")
        .contains("GET /Account/{key}");
  }

  @Test
  void doesARepeatedRequestOnce() throws Exception {
    open(A, "EUR 50.00");
    List<CompletableFuture<Answer>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(
          send(
              "/Account/" + A + "/withdraw",
              "{\"amount\": \"EUR 20.00\"}",
              "Idempotency-Key",
              "once"));
    }
    for (CompletableFuture<Answer> one : all) {
      assertThat(one.get(180, TimeUnit.SECONDS).status()).isEqualTo(200);
      assertThat(one.get().body()).isEqualTo(all.getFirst().get().body());
    }
    assertThat(get("/Account/" + A).body()).contains("EUR 30.00");
    assertThat(
            post(
                    "/Account/" + A + "/withdraw",
                    "{\"amount\": \"EUR 1.00\"}",
                    "Idempotency-Key",
                    "once")
                .status())
        .isEqualTo(422);
  }

  @Test
  void neitherMakesNorLosesMoneyUnderConcurrentTransfers() throws Exception {
    open(A, "EUR 500.00");
    open(B, "EUR 500.00");
    SplittableRandom random = new SplittableRandom(7);
    List<CompletableFuture<Answer>> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean there = random.nextBoolean();
      all.add(
          send(
              "/Transfer/" + (i + 1) + "/book",
              "{\"amount\": \"EUR "
                  + random.nextInt(1, 100)
                  + ".00\", \"from\": \""
                  + (there ? A : B)
                  + "\", \"to\": \""
                  + (there ? B : A)
                  + "\"}"));
    }
    int committed = 0;
    for (CompletableFuture<Answer> one : all) {
      int status = one.get(180, TimeUnit.SECONDS).status();
      assertThat(status).as(one.get().body()).isIn(200, 409, 503);
      committed += status == 200 ? 1 : 0;
    }
    assertThat(committed).isGreaterThan(100);
    double total = 0;
    for (Object item : (List<?>) get("/Account").get("items")) {
      Map<?, ?> fields = (Map<?, ?>) ((Map<?, ?>) item).get("fields");
      total += Double.parseDouble(((String) fields.get("balance")).substring(4));
    }
    assertThat(total).isEqualTo(1000.0);
  }
}
