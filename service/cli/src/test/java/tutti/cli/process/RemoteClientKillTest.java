package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.client.RemoteClient;
import tutti.engine.deployment.FreePorts;
import tutti.model.testing.Await;

/** Remote clients of a service that is killed by {@code kill -9} again and again. */
@Tag("slow")
class RemoteClientKillTest {
  private static final int ROUNDS = 5;

  @TempDir private Path data;

  private TuttiProcess serve(int port) throws Exception {
    TuttiProcess started =
        TuttiProcess.start(
            "run",
            Bank.APPLICATION.toString(),
            "--port",
            Integer.toString(port),
            "--data",
            data.toString());
    started.awaitReady();
    return started;
  }

  /** No call fails: the client repeats it until the service is there again. */
  @Test
  void everyDepositCountsOnce() throws Exception {
    int port = FreePorts.numbers(1).getFirst();
    List<String> accounts = Bank.accounts(4);
    List<AtomicInteger> counts = accounts.stream().map(account -> new AtomicInteger()).toList();
    Random random = new Random(2026);
    AtomicBoolean stopped = new AtomicBoolean();
    TuttiProcess tutti = serve(port);
    try (RemoteClient client =
        RemoteClient.builder()
            .specifications(Bank.APPLICATION)
            .nodes("http://localhost:" + port)
            .timeout(Duration.ofMinutes(3))
            .connect()) {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (int i = 0; i < accounts.size(); i++) {
        Bank.open(tutti, accounts.get(i), "EUR 100.00");
        var account = client.instance("Account", accounts.get(i));
        AtomicInteger count = counts.get(i);
        running.add(
            CompletableFuture.runAsync(
                () -> {
                  while (!stopped.get()) {
                    account.call("deposit", Map.of("amount", "EUR 1.00"));
                    count.incrementAndGet();
                  }
                },
                task -> Thread.ofVirtual().start(task)));
      }
      for (int round = 0; round < ROUNDS; round++) {
        List<Integer> before = counts.stream().map(AtomicInteger::get).toList();
        Await.that(
            "deposits",
            () ->
                running.stream().anyMatch(CompletableFuture::isDone)
                    || counts.stream().mapToInt(AtomicInteger::get).sum()
                        > before.stream().mapToInt(each -> each).sum() + 20);
        Thread.sleep(random.nextInt(300));
        tutti.kill();
        tutti = serve(port);
      }
      stopped.set(true);
      running.forEach(CompletableFuture::join);
      for (int i = 0; i < accounts.size(); i++) {
        assertThat(Bank.balance(tutti, accounts.get(i)))
            .as("of %s", accounts.get(i))
            .isEqualByComparingTo(new BigDecimal(100 + counts.get(i).get()));
      }
    } finally {
      tutti.close();
    }
  }
}
