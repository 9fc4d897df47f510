package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.engine.deployment.FreePorts;

/** Accounts as specifications and limits in Java, which call each other, run as users do. */
class MixedProcessTest {
  private static final String ACCOUNT =
      """
      module mixed.Account

      specification Account {
        fields { id: Integer @key balance: Money }
        events { open[] deposit[] pay[] }
        lifeCycle {
          initial none -> opened: open
          opened -> opened: deposit, pay
        }
      }

      event open(balance: Money) { postconditions { new this.balance == balance; } }
      event deposit(amount: Money) {
        postconditions { new this.balance == this.balance + amount; }
      }
      event pay(to: Integer, amount: Money) {
        preconditions { this.balance >= amount; }
        postconditions { new this.balance == this.balance - amount; }
        sync {
          Account[to].deposit(amount);
          Limits["l" + "1"].Spend(this.id, amount.amount);
        }
      }
      """;

  private static final String LIMITS =
      """
      import tutti.model.actor.*;
      import tutti.model.relation.Relation;

      public final class Limits extends Actor {
        public record Sum(long account, long cents) {}
        public final Relation<Long, Sum> sums = relation("sums", Sum.class, Sum::account);

        public record Spend(long account, long cents) implements Procedure<Limits, Void> {
          @Override public Void run(Limits limits) {
            long sum = limits.sums.find(account).map(Sum::cents).orElse(0L) + cents;
            if (sum > 10_000) {
              throw limits.abort("over-limit", account + " would have spent " + sum);
            }
            limits.sums.upsert(new Sum(account, sum));
            return null;
          }
        }
        /** Pays by an event that syncs with this actor again. */
        public record Pay(int from, int to, String amount) implements Procedure<Limits, Void> {
          @Override public Void run(Limits limits) {
            limits.event("Account", String.valueOf(from), "pay", to, amount);
            return null;
          }
        }
        public static JavaApplication application() {
          return JavaApplication.named("mixed")
              .actor("Limits", Limits::new).procedures(Spend.class, Pay.class).build();
        }
      }
      """;

  @TempDir private Path folder;
  private Path application;

  @BeforeEach
  void write() throws Exception {
    application = folder.resolve("mixed");
    Files.createDirectories(application.resolve("mixed"));
    Files.writeString(application.resolve("mixed/Account.ebl"), ACCOUNT);
    Files.writeString(application.resolve("Limits.java"), LIMITS);
  }

  private static int status(String url, String path, String body) throws Exception {
    return TuttiProcess.postTo(url + path, body).status();
  }

  private static String open(String balance) {
    return "{\"balance\": \"" + balance + "\"}";
  }

  private static String pay(int to, String amount) {
    return "{\"to\": " + to + ", \"amount\": \"" + amount + "\"}";
  }

  private static String sums(String url) throws Exception {
    return TuttiProcess.postTo(
            url + "/Limits/l1/query", "{\"sql\": \"select account, cents from sums\"}")
        .body()
        .path("rows")
        .toString();
  }

  @Test
  void whatWasPaidIsPaidOnBothSidesAfterAKill() throws Exception {
    Path data = folder.resolve("data");
    try (TuttiProcess tutti = TuttiProcess.serve(application, data)) {
      for (int id : List.of(1, 2)) {
        assertThat(tutti.post("/Account/" + id + "/open", open("EUR 500.00")).status())
            .isEqualTo(200);
      }
      assertThat(tutti.post("/Account/1/pay", pay(2, "EUR 60.00")).status()).isEqualTo(200);
      String back = "{\"from\": 2, \"to\": 1, \"amount\": \"EUR 5.00\"}";
      assertThat(tutti.post("/Limits/l1/Pay", back).status()).isEqualTo(200);
      tutti.kill();
    }
    try (Service tutti = ServiceInside.serve(application, data)) {
      assertThat(sums(tutti.url())).isEqualTo("[[1,6000],[2,500]]");
      TuttiProcess.Answer over = tutti.post("/Account/1/pay", pay(2, "EUR 50.00"));
      assertThat(over.status()).isEqualTo(409);
      assertThat(over.text("code")).isEqualTo("over-limit");
      assertThat(over.text("detail")).contains("1 would have spent 11000");
      assertThat(tutti.get("/Account/1").body().toString()).contains("\"EUR 445.00\"");
      assertThat(tutti.get("/Account/2").body().toString()).contains("\"EUR 555.00\"");
    }
  }

  @Test
  void theyCallEachOtherAcrossNodes() throws Exception {
    List<Integer> ports = FreePorts.numbers(3);
    Path deployment = folder.resolve("three.conf");
    Files.writeString(
        deployment,
        """
        tutti {
          nodes { a = "127.0.0.1:%d", b = "127.0.0.1:%d", c = "127.0.0.1:%d" }
          journal.segment-size = 1 MiB
        }
        """
            .formatted(ports.toArray()));
    try (TuttiProcess tutti =
        TuttiProcess.start(
            "run",
            application.toString(),
            "--port",
            "0",
            "--deployment",
            deployment.toString(),
            "--data",
            folder.resolve("data").toString())) {
      List<String> urls = tutti.urls();
      for (int id = 1; id <= 6; id++) {
        String account = "/Account/" + id + "/open";
        assertThat(status(urls.get(id % 3), account, open("EUR 500.00")))
            .as(tutti.output())
            .isEqualTo(200);
      }
      for (int id = 1; id <= 6; id++) {
        int to = id % 6 + 1;
        assertThat(status(urls.get(0), "/Account/" + id + "/pay", pay(to, "EUR 60.00")))
            .as(tutti.output())
            .isEqualTo(200);
        String more = "{\"from\": " + id + ", \"to\": " + to + ", \"amount\": \"EUR 30.00\"}";
        assertThat(status(urls.get(1), "/Limits/l1/Pay", more)).as(tutti.output()).isEqualTo(200);
        assertThat(status(urls.get(2), "/Account/" + id + "/pay", pay(to, "EUR 30.00")))
            .isEqualTo(409);
      }
      assertThat(sums(urls.get(0)))
          .isEqualTo("[[1,9000],[2,9000],[3,9000],[4,9000],[5,9000],[6,9000]]");
      for (int id = 1; id <= 6; id++) {
        assertThat(TuttiProcess.getFrom(urls.get(1) + "/Account/" + id).body().toString())
            .contains("\"EUR 500.00\"");
      }
    }
  }

  @Test
  void mistakesInASyncAreShownAtTheirPlace() throws Exception {
    Files.writeString(
        application.resolve("mixed/Account.ebl"), ACCOUNT.replace("amount.amount", "amount"));
    CommandInside check = new CommandInside();
    assertThat(check.execute("check", application.toString())).isEqualTo(1);
    assertThat(check.output())
        .contains("Account.ebl:21:38: error[type]: The argument `cents` is a long in Java")
        .contains("`.amount`, which counts hundredths");
  }
}
