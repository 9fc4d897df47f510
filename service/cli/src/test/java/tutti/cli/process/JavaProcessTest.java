package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;

/** An application in Java, run and asked as its users do. */
class JavaProcessTest {
  private static final Pattern FILE =
      Pattern.compile("(?ms)^`(src/main/[\\w./-]+)`\n\n```\\w+\n(.*?)^```$");
  private static final Pattern ASKED =
      Pattern.compile("\\$ curl localhost:8080(\\S+) --json '([^']*)'\n(.*)\n");

  @TempDir private Path folder;

  private Service serve(Path application) throws Exception {
    return ServiceInside.serve(application, folder.resolve("data"));
  }

  private static String run(int status, String... arguments) {
    CommandInside command = new CommandInside();
    int ended = command.execute(arguments);
    assertThat(ended).as(command.output()).isEqualTo(status);
    return command.output();
  }

  @Test
  void runsWhatInitWroteAndKeepsItOverAKill() throws Exception {
    Path application = folder.resolve("my-app");
    run(0, "init", "--java", application.toString());
    assertThat(run(0, "check", application.toString())).contains("Shop, Customer");
    try (TuttiProcess tutti = TuttiProcess.serve(application, folder.resolve("data"))) {
      String stock = "{\"name\": \"bell\", \"price\": 12.50, \"count\": 3}";
      assertThat(tutti.post("/Shop/main/Stock", stock).body().path("result").intValue())
          .isEqualTo(3);
      assertThat(tutti.post("/Customer/ada/Deposit", "{\"amount\": \"30\"}").status())
          .isEqualTo(200);
      String order = "{\"customer\": \"ada\", \"article\": \"bell\", \"count\": 2}";
      TuttiProcess.Answer sold = tutti.post("/Shop/main/Order", order);
      assertThat(sold.status()).isEqualTo(200);
      assertThat(sold.body().path("result").decimalValue()).isEqualByComparingTo("25");
      tutti.kill();
    }
    try (Service tutti = serve(application)) {
      String one = "{\"customer\": \"ada\", \"article\": \"bell\", \"count\": 1}";
      TuttiProcess.Answer refused = tutti.post("/Shop/main/Order", one);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("code")).isEqualTo("no-money");
      assertThat(refused.text("detail")).isEqualTo("ada has 5.00");

      TuttiProcess.Answer mistyped =
          tutti.post("/Shop/main/Order", "{\"customer\": \"ada\", \"article\": 5}");
      assertThat(mistyped.status()).isEqualTo(400);
      assertThat(mistyped.body().path("errors").path(0).path("pointer").stringValue())
          .isEqualTo("/article");
      assertThat(mistyped.body().path("errors").path(1).path("pointer").stringValue())
          .isEqualTo("/count");
      TuttiProcess.Answer unknown = tutti.post("/Shop/main/Ordr", one);
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.text("detail")).contains("did you mean 'Order'?");

      assertThat(tutti.get("/Shop/main").body())
          .hasToString(
              "{\"key\":\"main\",\"relations\":{\"articles\":{\"rows\":1},\"sales\":{\"rows\":1}}}");
      assertThat(tutti.get("/Shop").body())
          .hasToString("{\"items\":[{\"key\":\"main\"}],\"next\":null}");
      TuttiProcess.Answer both =
          tutti.post(
              "/transactions",
              """
              {"events": [
                {"specification": "Shop", "key": "main", "event": "Revenue"},
                {"specification": "Customer", "key": "bob", "event": "Deposit",
                 "arguments": {"amount": 1}}]}
              """);
      assertThat(both.status()).isEqualTo(200);
      assertThat(both.body().path("events").path(0).path("result").decimalValue())
          .isEqualByComparingTo("25");

      TuttiProcess.Answer asked =
          tutti.post(
              "/Shop/main/query",
              "{\"sql\": \"select customer, sum(count) n from sales group by customer\"}");
      assertThat(asked.body().path("columns")).hasToString("[\"customer\",\"n\"]");
      assertThat(asked.body().path("rows")).hasToString("[[\"ada\",2]]");
      TuttiProcess.Answer bad =
          tutti.post("/Shop/main/query", "{\"sql\": \"select nothing from sales\"}");
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.text("code")).isEqualTo("bad-sql");
      assertThat(bad.text("detail")).startsWith("/sql: line 1, column 8: there is no column");

      assertThat(tutti.text("/openapi.json"))
          .contains("\"/Shop/{key}/Order\"", "\"/Shop/{key}/query\"", "parameters/Staleness");
      assertThat(tutti.post("/Shop/main/Revenue?staleness=0s", "").body().path("result").toString())
          .isEqualTo(tutti.post("/Shop/main/Revenue", "").body().path("result").toString());
      assertThat(
              run(
                  0,
                  "query",
                  "--url",
                  tutti.url(),
                  "--staleness",
                  "1s",
                  "Shop/main",
                  "select * from articles"))
          .contains("bell  12.50  1", "(1 row)", "(a snapshot, ", "ms old)");
      assertThat(run(0, "query", "--url", tutti.url(), "Shop/main", "select * from articles"))
          .contains("name  price  stock", "bell  12.50  1", "(1 row)");
      assertThat(
              run(
                  0,
                  "query",
                  "--url",
                  tutti.url(),
                  "--explain",
                  "Shop/main",
                  "select * from sales where customer = 'ada'"))
          .contains("sales: range of index (customer) [customer = \"ada\"]");
    }
  }

  @Test
  void runsSpecificationsBesideActorsInJava() throws Exception {
    Path application = folder.resolve("mixed");
    run(0, "init", application.toString());
    Files.writeString(
        application.resolve("Ledger.java"),
        """
        import tutti.model.actor.*;
        import tutti.model.relation.Relation;

        public final class Ledger extends Actor {
          public record Line(long id, String text) {}
          public final Relation<Long, Line> lines = relation("lines", Line.class, Line::id);
          public record Note(long id, String text) implements Procedure<Ledger, Void> {
            @Override public Void run(Ledger ledger) {
              ledger.lines.insert(new Line(id, text));
              return null;
            }
          }
          public static JavaApplication application() {
            return JavaApplication.named("ledger")
                .actor("Ledger", Ledger::new).procedures(Note.class).build();
          }
        }
        """);
    try (Service tutti = serve(application)) {
      assertThat(
              tutti
                  .post("/Ledger/l/Note", "{\"id\": \"9007199254740993\", \"text\": \"x\"}")
                  .status())
          .isEqualTo(200);
      assertThat(tutti.get("/Article?limit=1").status()).isEqualTo(200);
      assertThat(
              tutti
                  .post("/Ledger/l/query", "{\"sql\": \"select id from lines\"}")
                  .body()
                  .path("rows"))
          .hasToString("[[9007199254740993]]");
    }
  }

  /** With the programs among them that open a node of their own. */
  @Test
  void servesTheSourcesOfTheGuideAsItSays() throws Exception {
    String guide = Files.readString(TuttiProcess.ROOT.resolve("docs/guide-java.md"));
    Path application = folder.resolve("my-exchange");
    Matcher files = FILE.matcher(guide);
    while (files.find()) {
      Path file = application.resolve(files.group(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, files.group(2));
    }
    assertThat(application.resolve("src/main/java/exchange/Main.java")).exists();
    int asked = 0;
    try (Service tutti = serve(application)) {
      for (Matcher asks = ASKED.matcher(guide); asks.find(); asked++) {
        TuttiProcess.Answer answer = tutti.post(asks.group(1), asks.group(2));
        String shown = asks.group(3);
        assertThat(withoutId(answer.body().toString())).isEqualTo(withoutId(shown));
      }
    }
    assertThat(asked).isEqualTo(3);
  }

  private static String withoutId(String answer) {
    return answer.replaceFirst("\"transaction\":\"[0-9-]+\",", "");
  }

  @Test
  void showsWhatDoesNotCompileAndWhatIsMissing() throws Exception {
    Path application = Files.createDirectories(folder.resolve("broken"));
    Files.writeString(
        application.resolve("Broken.java"), "public class Broken {\n  int x = y;\n}\n");
    assertThat(run(1, "run", application.toString(), "--data", folder.resolve("d").toString()))
        .contains("Broken.java:2:11: error: cannot find symbol", "  int x = y;", "1 error");
    Files.writeString(application.resolve("Broken.java"), "public class Broken {}\n");
    assertThat(run(1, "check", application.toString()))
        .contains("no class with a method public static JavaApplication application()");
  }
}
