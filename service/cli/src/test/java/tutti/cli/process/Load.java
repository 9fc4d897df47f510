package tutti.cli.process;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.cli.process.TuttiProcess.Answer;

/**
 * Clients that book transfers between the same accounts, each with an idempotency key, until the
 * service is gone; and what they know afterwards.
 */
final class Load {
  /** The request of a client. */
  record Asked(int id, String from, String to, BigDecimal amount) {
    String key() {
      return "transfer-" + id;
    }

    String money() {
      return "EUR " + amount.setScale(2);
    }
  }

  /** At least the number of idle connections that a load leaves behind. */
  private static final int CONNECTIONS = 32;

  private final List<String> accounts;
  private final AtomicInteger nextId = new AtomicInteger(1);
  private final Map<Integer, Asked> asked = new ConcurrentHashMap<>();
  private final Map<Integer, String> acknowledged = new ConcurrentHashMap<>();
  private final Map<Integer, String> refused = new ConcurrentHashMap<>();
  private final List<String> surprises = java.util.Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> clients = new ArrayList<>();
  private volatile boolean stopped;

  Load(List<String> accounts) {
    this.accounts = accounts;
  }

  /** Starts clients that go on until the connection breaks, they get 503, or {@link #stop}. */
  void start(Service tutti, int count, long seed) {
    stopped = false;
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed * 1_000 + i);
      clients.add(Thread.ofVirtual().start(() -> run(tutti, random)));
    }
  }

  /** Waits until all clients have ended. */
  void join() throws InterruptedException {
    for (Thread client : clients) {
      client.join();
    }
    clients.clear();
  }

  void stop() {
    stopped = true;
  }

  private void run(Service tutti, Random random) {
    while (!stopped) {
      int from = random.nextInt(accounts.size());
      int to = (from + 1 + random.nextInt(accounts.size() - 1)) % accounts.size();
      Asked one =
          new Asked(
              nextId.getAndIncrement(),
              accounts.get(from),
              accounts.get(to),
              BigDecimal.valueOf(1 + random.nextInt(2_000), 2));
      asked.put(one.id(), one);
      try {
        Answer answer = ask(tutti, one);
        switch (answer.status()) {
          case 200 -> acknowledged.put(one.id(), answer.text("transaction"));
          case 409 -> refused.put(one.id(), answer.text("code"));
          case 503 -> {
            return;
          }
          default -> surprises.add(one + ": " + answer);
        }
      } catch (IOException broken) {
        return;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * Asks for a transfer again, of a node that runs: over another connection if an idle one is
   * closed just as it is used.
   */
  Answer repeat(Service tutti, Asked one) throws IOException, InterruptedException {
    for (int more = CONNECTIONS; ; more--) {
      try {
        return ask(tutti, one);
      } catch (IOException broken) {
        if (more == 0) {
          throw broken;
        }
      }
    }
  }

  private static Answer ask(Service tutti, Asked one) throws IOException, InterruptedException {
    return Bank.transfer(tutti, one.id(), one.from(), one.to(), one.money(), one.key());
  }

  Map<Integer, Asked> asked() {
    return asked;
  }

  /** The transaction's id by the transfer's. */
  Map<Integer, String> acknowledged() {
    return acknowledged;
  }

  Map<Integer, String> refused() {
    return refused;
  }

  /** Answers that no client should get. */
  List<String> surprises() {
    return surprises;
  }
}
