package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.process.TuttiProcess.Answer;

/** An operator searches the log for the transaction that an answer names. */
class LogTest {
  private static final String FORM =
      "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (ERROR|WARN |INFO ) \\[[^]]+\\] \\w+ -"
          + " .+";

  @TempDir private Path folder;

  /** An application with a bug in it. */
  private Path application() throws IOException {
    Path sources = Files.createDirectories(folder.resolve("wallets"));
    Files.writeString(
        sources.resolve("Wallet.java"),
        """
        package wallets;

        import tutti.model.actor.Actor;
        import tutti.model.actor.JavaApplication;
        import tutti.model.actor.Procedure;

        public final class Wallet extends Actor {
          public record Break() implements Procedure<Wallet, Long> {
            @Override
            public Long run(Wallet wallet) {
              String nothing = System.getProperty("no.such.property");
              return (long) nothing.length();
            }
          }

          public static JavaApplication application() {
            return JavaApplication.named("wallets")
                .actor("Wallet", Wallet::new).procedures(Break.class).build();
          }
        }
        """);
    return sources;
  }

  private String[] inJson() {
    return new String[] {"--log", "json"};
  }

  private static String failed(TuttiProcess tutti) throws Exception {
    Answer answer = tutti.post("/Wallet/ada/Break", "{}", "order-77");
    assertThat(answer.status()).as(tutti.output()).isEqualTo(500);
    assertThat(answer.text("code")).isEqualTo("internal-error");
    return answer.text("transaction");
  }

  @Test
  void aFailureIsFoundByItsTransactionAndItsKey() throws Exception {
    try (TuttiProcess tutti = TuttiProcess.serve(application(), folder.resolve("data"))) {
      String transaction = failed(tutti);
      Cluster.await(
          "the line: " + tutti.output(),
          () -> tutti.output().contains("transaction=" + transaction));
      String line =
          tutti.output().lines().filter(each -> each.contains("ERROR")).findFirst().orElseThrow();
      assertThat(line)
          .matches(FORM)
          .contains("transaction=" + transaction, "idempotency-key=order-77", "Wallet[ada]");
      Instant said = Instant.parse(line.substring(0, line.indexOf(' ')));
      assertThat(said).isBetween(Instant.now().minus(Duration.ofHours(1)), Instant.now());
      assertThat(tutti.output()).contains("wallets.Wallet$Break.run(Wallet.java:12)");
    }
  }

  @Test
  void eachLineIsAnObjectIfProgramsReadThem() throws Exception {
    List<String> lines;
    String transaction;
    try (TuttiProcess tutti = TuttiProcess.serve(application(), folder.resolve("data"), inJson())) {
      transaction = failed(tutti);
      Cluster.await("the line: " + tutti.output(), () -> tutti.output().contains("order-77"));
      lines = tutti.output().lines().filter(line -> line.startsWith("{")).toList();
      assertThat(tutti.output()).doesNotContain("\n\tat ");
    }
    JsonMapper json = new JsonMapper();
    JsonNode error =
        lines.stream()
            .map(json::readTree)
            .filter(each -> each.path("level").asString().equals("ERROR"))
            .findFirst()
            .orElseThrow();
    assertThat(error.path("transaction").asString()).isEqualTo(transaction);
    assertThat(error.path("idempotency-key").asString()).isEqualTo("order-77");
    assertThat(error.path("logger").asString()).startsWith("tutti.engine.");
    assertThat(error.path("thread").asString()).isNotEmpty();
    assertThat(error.path("stack").asString()).contains("wallets.Wallet$Break.run(Wallet.java:12)");
    assertThat(Instant.parse(error.path("time").asString())).isBefore(Instant.now());
  }
}
