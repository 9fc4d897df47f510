package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;

/**
 * A heap that fills while clients open accounts and book transfers: each request is answered, what
 * may grow is refused, all else goes on, and the process lives until it is told to end.
 */
class FullHeapTest {
  private static final int CLIENTS = 16;

  /** The refusals after which the process must still be there. */
  private static final int REFUSALS = 20_000;

  private static final int MOST_ACCOUNTS = 200_000;

  @TempDir private Path data;

  private final List<String> accounts = Bank.accounts(MOST_ACCOUNTS);
  private final AtomicInteger nextAccount = new AtomicInteger();
  private final AtomicInteger nextTransfer = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final Map<String, String> opened = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> surprises = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  private TuttiProcess start(String heap) throws Exception {
    return TuttiProcess.startWithHeap(
        heap, "run", Bank.APPLICATION.toString(), "--port", "0", "--data", data.toString());
  }

  /** Unpaced, and half of them with long keys, which are kept. */
  private void work(TuttiProcess tutti, int client) {
    Random random = new Random(client);
    while (!over) {
      boolean opens = nextAccount.get() < 100 || random.nextInt(3) == 0;
      int number = nextAccount.get();
      String key = random.nextBoolean() ? "" : random.nextLong() + "k".repeat(200);
      try {
        if (opens) {
          open(tutti, accounts.get(nextAccount.getAndIncrement()), key);
        } else {
          answered(
              Bank.transfer(
                  tutti,
                  nextTransfer.getAndIncrement(),
                  accounts.get(random.nextInt(number)),
                  accounts.get(random.nextInt(number)),
                  "EUR 0.01",
                  key));
        }
      } catch (IOException | RuntimeException | AssertionError unanswered) {
        surprises.add(unanswered.toString());
        return;
      } catch (InterruptedException interrupted) {
        return;
      }
    }
  }

  private void open(TuttiProcess tutti, String account, String key)
      throws IOException, InterruptedException {
    Answer answer =
        tutti.post("/Account/" + account + "/open", "{\"initialDeposit\": \"EUR 9.00\"}", key);
    answered(answer);
    if (answer.status() == 200) {
      opened.put(account, key.isEmpty() ? "" : key + " " + answer.text("transaction"));
    }
  }

  private void answered(Answer answer) {
    if (answer.text("code").equals("memory-full")) {
      refused.incrementAndGet();
    } else if (answer.status() != 200 && answer.status() != 409) {
      surprises.add(answer.toString());
    }
  }

  @Tag("slow")
  @Test
  void refusesWhatMayGrowAndDoesAllElse() throws Exception {
    try (TuttiProcess tutti = start("40m")) {
      tutti.awaitReady();
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(Thread.ofVirtual().start(() -> work(tutti, client)));
      }
      Await.that(
          () -> "it is full",
          () -> opened.size() + nextTransfer.get() + refused.get(),
          () -> refused.get() > REFUSALS || !surprises.isEmpty());
      assertThat(surprises).isEmpty();
      Await.that("it says so", () -> tutti.get("/ready").text("code").equals("memory-full"));
      whatGoesOn(tutti);
      tutti.terminate();
      // A process that hardly gets to run ends without answering what runs.
      assertThat(tutti.exitStatus()).as(tutti.output()).isIn(0, 1);
      over = true;
      for (Thread client : clients) {
        client.join();
      }
      assertThat(tutti.output()).contains("its memory is full");
    }
    try (TuttiProcess tutti = start("24m")) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
      assertThat(tutti.output()).containsPattern("needs about \\d+ MB");
    }
    try (Service tutti = ServiceInside.serve(Bank.APPLICATION, data)) {
      for (String account : opened.keySet().stream().limit(1_000).toList()) {
        assertThat(tutti.get("/Account/" + account).status()).as(account).isEqualTo(200);
      }
    }
  }

  /** Reads, metrics, and repeats of what was acknowledged. */
  private void whatGoesOn(TuttiProcess tutti) throws Exception {
    for (Map.Entry<String, String> each : opened.entrySet().stream().limit(50).toList()) {
      assertThat(tutti.get("/Account/" + each.getKey()).status()).isEqualTo(200);
      String[] keyed = each.getValue().split(" ");
      if (keyed.length > 1) {
        Answer again =
            tutti.post(
                "/Account/" + each.getKey() + "/open",
                "{\"initialDeposit\": \"EUR 9.00\"}",
                keyed[0]);
        assertThat(again.status()).as(again.toString()).isEqualTo(200);
        assertThat(again.text("transaction")).isEqualTo(keyed[1]);
      }
    }
    assertThat(tutti.text("/metrics")).contains("tutti_memory_full", "tutti_outcome_bytes");
  }
}
