package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;

/** A disk that fills while the service runs: the process says so in every way, and ends with 1. */
class FailedJournalTest {
  @TempDir private Path data;

  private static final int CLIENTS = 4;
  private static final String ACCOUNT = Bank.accounts(1).getFirst();

  /** A log file of 1 MiB that is there, of which only the first part may be written. */
  private TuttiProcess withLittleRoom() throws Exception {
    String[] flags = {"-D", "tutti.journal.segment-size=1MiB"};
    try (Service first = ServiceInside.serve(Bank.APPLICATION, data, flags)) {
      Bank.open(first, ACCOUNT, "EUR 1.00");
      first.terminate();
      assertThat(first.exitStatus()).as(first.output()).isZero();
    }
    TuttiProcess limited =
        TuttiProcess.startAfter(
            "ulimit -f 400",
            "run",
            Bank.APPLICATION.toString(),
            "--port",
            "0",
            "--data",
            data.toString(),
            flags[0],
            flags[1]);
    limited.awaitReady();
    assertThat(limited.get("/ready").status()).isEqualTo(200);
    assertThat(limited.text("/metrics")).contains("tutti_ready 1.0", "tutti_journal_failed 0.0");
    return limited;
  }

  /** Some clients deposit side by side until each was refused. */
  private static void fill(TuttiProcess tutti) throws Exception {
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      CompletableFuture<Void> refused = new CompletableFuture<>();
      clients.add(refused);
      Thread.ofVirtual().start(() -> depositUntilRefused(tutti, refused));
    }
    for (CompletableFuture<Void> client : clients) {
      client.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static void depositUntilRefused(TuttiProcess tutti, CompletableFuture<Void> refused) {
    try {
      int status;
      do {
        status =
            tutti.post("/Account/" + ACCOUNT + "/deposit", "{\"amount\": \"EUR 1.00\"}").status();
      } while (status == 200);
      refused.complete(null);
    } catch (IOException | InterruptedException failed) {
      refused.completeExceptionally(failed);
    }
  }

  @Test
  void isNotReadyAndEndsWithStatusOneByItself() throws Exception {
    try (TuttiProcess tutti = withLittleRoom()) {
      fill(tutti);
      Answer not = tutti.get("/ready");
      assertThat(not.status()).as(tutti.output()).isEqualTo(503);
      assertThat(not.text("code")).isEqualTo("storage-failed");
      assertThat(not.text("detail")).contains("journal", "until restart");
      assertThat(tutti.text("/metrics")).contains("tutti_ready 0.0", "tutti_journal_failed 1.0");
      assertThat(tutti.get("/health").status()).isEqualTo(200);

      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
      assertThat(tutti.output()).contains("this node must not go on: the journal");
    }
    try (Service again = ServiceInside.serve(Bank.APPLICATION, data)) {
      assertThat(again.get("/ready").status()).isEqualTo(200);
      assertThat(again.get("/Account/" + ACCOUNT).status()).isEqualTo(200);
    }
  }

  @Tag("slow")
  @Test
  void endsWithStatusOneWhenItIsAskedToEnd() throws Exception {
    try (TuttiProcess tutti = withLittleRoom()) {
      fill(tutti);
      tutti.terminate();
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
    }
  }
}
