package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.process.TuttiProcess.Answer;

/** The examples run, and do what their pages say. */
class ExamplesTest {
  private static final Path ROOT = TuttiProcess.ROOT;
  private static final Pattern CURL =
      Pattern.compile(
          "curl localhost:8080(\\S+)(?:\\s+--json (?:'([^']*)'|\"((?:\\\\.|[^\"\\\\])*)\"))?");
  private static final Pattern DATE = Pattern.compile("\\$\\(date -d '\\+(\\d+) days' \\+%F\\)");

  /** Metrics of replicas and integrated protocols; the tests of those see them. */
  private static final String OF_REPLICAS =
      "\ntutti_shard_leader{\ntutti_shard_lag_bytes{\ntutti_shard_held_bytes{"
          + "\ntutti_shard_elections_total{\ntutti_shard_stopped{\ntutti_integrated_total{\ntutti_integrated_open"
          + "\ntutti_integrated_left_out\ntutti_clock_offset_seconds{\ntutti_clock_error_seconds{\ntutti_clocks_apart";

  @TempDir private Path data;

  /** The answers to all {@code curl} commands of a page, in order. */
  private static List<Answer> follow(Path page, Service tutti) throws Exception {
    String text = Files.readString(page).replaceAll("\\\\\n\\s*", "");
    List<Answer> answers = new ArrayList<>();
    Matcher commands = CURL.matcher(text);
    while (commands.find()) {
      String body = body(commands);
      answers.add(
          body.isEmpty() ? tutti.get(commands.group(1)) : tutti.post(commands.group(1), body));
    }
    return answers;
  }

  /** The body as the shell would pass it on. */
  private static String body(Matcher command) {
    if (command.group(2) != null) {
      return command.group(2);
    }
    if (command.group(3) == null) {
      return "";
    }
    Matcher dates = DATE.matcher(command.group(3).replace("\\\"", "\""));
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    return dates.replaceAll(date -> today.plusDays(Long.parseLong(date.group(1))).toString());
  }

  private Service serve(String example) throws Exception {
    Path application = ROOT.resolve("examples/" + example);
    return ServiceInside.serve(
        application, data, "--deployment", application.resolve("deployment.conf").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bank", "shop", "hotel"})
  void everyCommandOfAnExamplesPageWorks(String example) throws Exception {
    try (Service tutti = serve(example)) {
      List<Answer> answers = follow(ROOT.resolve("examples/" + example + "/README.md"), tutti);
      assertThat(answers).hasSizeGreaterThan(2);
      assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
      OpenApiDocument.assertValid(tutti.text("/openapi.json"), "/transactions", "/backups");
    }
  }

  /** On each page, one request is refused. */
  @ParameterizedTest
  @CsvSource({
    "exchange,exposure,/Exchange/{key}/AuthPay",
    "travel,too-dear,/Traveller/{key}/BookTrip"
  })
  void everyCommandOfAJavaExamplesPageWorks(String example, String code, String path)
      throws Exception {
    try (Service tutti = serve(example)) {
      List<Answer> answers = follow(ROOT.resolve("examples/" + example + "/README.md"), tutti);
      assertThat(answers).hasSizeGreaterThan(5);
      assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
      assertThat(answers.stream().filter(answer -> answer.status() == 409))
          .singleElement()
          .satisfies(refused -> assertThat(refused.text("code")).isEqualTo(code));
      OpenApiDocument.assertValid(tutti.text("/openapi.json"), path, "/transactions");
    }
  }

  @Test
  void theReadmeShowsWhatHappens() throws Exception {
    try (Service tutti = serve("bank")) {
      List<Answer> answers = follow(ROOT.resolve("README.md"), tutti);
      assertThat(answers.stream().map(Answer::status)).containsExactly(200, 200, 200, 200, 409);
      assertThat(answers.get(3).body().path("fields").path("balance").asString())
          .isEqualTo("EUR 30.00");
      assertThat(answers.get(4).text("documentation"))
          .isEqualTo("The balance must cover the withdrawal.");
      assertShown(answers.get(3).body().toString(), answers.get(2).body().toString());
    }
  }

  private static void assertShown(String... answers) throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains(answers);
  }

  @Test
  void theManualNamesMetricsThatAreThere() throws Exception {
    String manual = Files.readString(ROOT.resolve("docs/monitoring.md"));
    try (Service tutti = serve("bank")) {
      Bank.open(tutti, Bank.accounts(1).getFirst(), "EUR 1.00");
      String metrics = tutti.text("/metrics");
      Matcher names = Pattern.compile("`(tutti_[a-z_]+)").matcher(manual);
      int found = 0;
      while (names.find()) {
        found++;
        // Where no transaction is between nodes, or in doubt, and no shard has replicas, these have
        // no row.
        assertThat(metrics + "\ntutti_commit_phase{\ntutti_in_doubt_actor{" + OF_REPLICAS)
            .contains("\n" + names.group(1));
      }
      assertThat(found).isGreaterThan(8);
    }
  }

  @Test
  void anOrderChangesFiveInstancesOrNone() throws Exception {
    try (Service tutti = serve("shop")) {
      Bank.expect(
          200, tutti.post("/Article/lamp/list", "{\"price\": \"EUR 25.00\", \"quantity\": 10}"));
      Bank.expect(
          200,
          tutti.post("/Customer/7/register", "{\"name\": \"Ada\", \"credit\": \"EUR 100.00\"}"));
      Bank.expect(200, order(tutti, 1, 3));
      assertThat(field(tutti, "/Customer/7", "credit")).isEqualTo("EUR 25.00");
      assertThat(field(tutti, "/Article/lamp", "free")).isEqualTo("7");
      assertThat(field(tutti, "/Invoice/1", "total")).isEqualTo("EUR 75.00");
      assertThat(tutti.get("/Shipment/1").text("state")).isEqualTo("planned");

      Answer tooDear = Bank.expect(409, order(tutti, 2, 2));
      assertThat(tooDear.text("documentation"))
          .isEqualTo("The customer's credit does not cover the order.");
      assertThat(field(tutti, "/Article/lamp", "free")).isEqualTo("7");
      for (String none : List.of("/Order/2", "/Invoice/2", "/Shipment/2")) {
        assertThat(tutti.get(none).status()).as(none).isEqualTo(404);
      }

      Bank.expect(200, tutti.post("/Order/1/cancel", "{}"));
      assertThat(field(tutti, "/Customer/7", "credit")).isEqualTo("EUR 100.00");
      assertThat(field(tutti, "/Article/lamp", "free")).isEqualTo("10");
    }
  }

  private static Answer order(Service tutti, int number, int quantity) throws Exception {
    return tutti.post(
        "/Order/" + number + "/place",
        "{\"customer\": 7, \"article\": \"lamp\", \"quantity\": " + quantity + "}");
  }

  private static String field(Service tutti, String path, String name) throws Exception {
    return Bank.expect(200, tutti.get(path)).body().path("fields").path(name).asString();
  }

  @Test
  void aNightIsTakenOnce() throws Exception {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    try (Service tutti = serve("hotel")) {
      Bank.expect(
          200,
          tutti.post(
              "/Category/double/offer",
              "{\"price\": \"EUR 120.00\", \"extras\": {\"breakfast\": \"EUR 14.50\"}}"));
      Bank.expect(200, tutti.post("/Room/12/furnish", "{\"category\": \"double\"}"));
      Bank.expect(200, stay(tutti, "S1", today, 2));
      assertThat(field(tutti, "/Stay/S1", "bill")).isEqualTo("EUR 240.00");
      Answer taken = Bank.expect(409, stay(tutti, "S2", today.plusDays(1), 1));
      assertThat(taken.text("documentation"))
          .isEqualTo("Somebody has the room on one of these nights.");
      assertThat(tutti.get("/Stay/S2").status()).isEqualTo(404);
      Bank.expect(200, stay(tutti, "S3", today.plusDays(2), 1));

      Bank.expect(200, tutti.post("/Stay/S1/checkIn", "{}"));
      for (int i = 0; i < 2; i++) {
        Bank.expect(200, tutti.post("/Stay/S1/order", "{\"extra\": \"breakfast\", \"count\": 2}"));
      }
      assertThat(field(tutti, "/Stay/S1", "bill")).isEqualTo("EUR 298.00");
      Answer stay = tutti.get("/Stay/S1");
      assertThat(stay.body().path("fields").path("ordered").path("breakfast").asInt()).isEqualTo(4);
      Bank.expect(409, tutti.post("/Stay/S1/order", "{\"extra\": \"sauna\", \"count\": 1}"));
    }
  }

  private static Answer stay(Service tutti, String code, LocalDate arrival, int nights)
      throws Exception {
    return tutti.post(
        "/Stay/" + code + "/reserve",
        "{\"guest\": \"Ada\", \"room\": 12, \"arrival\": \"%s\", \"departure\": \"%s\"}"
            .formatted(arrival, arrival.plusDays(nights)));
  }
}
