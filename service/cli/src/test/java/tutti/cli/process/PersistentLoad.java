package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.cli.process.Load.Asked;
import tutti.cli.process.TuttiProcess.Answer;

/**
 * Clients of a {@link Cluster} that book transfers, each with an idempotency key, and repeat what
 * was not answered, at any node, until it is.
 */
final class PersistentLoad {
  private static final BigDecimal OPENING = new BigDecimal("200.00");

  private final Cluster cluster;
  private final List<String> accounts;
  private final AtomicInteger nextId = new AtomicInteger(1);
  private final Map<Integer, Asked> booked = new ConcurrentHashMap<>();
  private final Map<Integer, String> transactions = new ConcurrentHashMap<>();
  private final Map<Integer, Asked> refused = new ConcurrentHashMap<>();
  private final AtomicInteger repeats = new AtomicInteger();
  private final List<String> surprises = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> clients = new ArrayList<>();
  private volatile boolean stopped;

  PersistentLoad(Cluster cluster, List<String> accounts) {
    this.cluster = cluster;
    this.accounts = accounts;
  }

  void open() throws Exception {
    for (int i = 0; i < accounts.size(); i++) {
      Bank.open(cluster.at(i % Cluster.SIZE), accounts.get(i), "EUR " + OPENING);
    }
  }

  void start(int count, long seed) {
    stopped = false;
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed * 1_000 + i);
      clients.add(Thread.ofVirtual().start(() -> run(random)));
    }
  }

  /** Lets every client end what it has begun, for which all nodes have to be there. */
  void finish() throws InterruptedException {
    stopped = true;
    for (Thread client : clients) {
      if (!client.join(java.time.Duration.ofSeconds(300))) {
        throw new AssertionError("a client is not answered");
      }
    }
    clients.clear();
  }

  private void run(Random random) {
    try {
      while (!stopped) {
        int from = random.nextInt(accounts.size());
        int to = (from + 1 + random.nextInt(accounts.size() - 1)) % accounts.size();
        BigDecimal amount = BigDecimal.valueOf(1 + random.nextInt(3_000), 2);
        book(
            new Asked(nextId.getAndIncrement(), accounts.get(from), accounts.get(to), amount),
            random);
        Thread.sleep(5);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks until it is answered. */
  private void book(Asked one, Random random) throws InterruptedException {
    while (true) {
      TuttiProcess node = cluster.orNull(random.nextInt(Cluster.SIZE));
      if (node != null) {
        try {
          Answer answer = ask(node, one);
          switch (answer.status()) {
            case 200 -> {
              booked.put(one.id(), one);
              transactions.put(one.id(), answer.text("transaction"));
              return;
            }
            case 409 -> {
              refused.put(one.id(), one);
              if (!answer.text("code").equals("precondition")) {
                surprises.add(one + ": " + answer);
              }
              return;
            }
            case 202, 503 -> repeats.incrementAndGet();
            default -> {
              surprises.add(one + ": " + answer);
              return;
            }
          }
        } catch (IOException broken) {
          repeats.incrementAndGet();
        }
      }
      Thread.sleep(20 + random.nextInt(50));
    }
  }

  private static Answer ask(TuttiProcess node, Asked one) throws IOException, InterruptedException {
    return Bank.transfer(node, one.id(), one.from(), one.to(), one.money(), one.key());
  }

  /** Every acknowledged transfer stands, on every node, and the balances are those alone. */
  void check() throws Exception {
    assertThat(surprises).isEmpty();
    ConcurrentLinkedQueue<Asked> open = new ConcurrentLinkedQueue<>(booked.values());
    ConcurrentLinkedQueue<Throwable> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> checkers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      checkers.add(Thread.ofVirtual().start(() -> checkBooked(open, wrong)));
    }
    for (Thread checker : checkers) {
      checker.join();
    }
    assertThat(wrong).isEmpty();
    for (Asked one : refused.values()) {
      assertThat(cluster.at(one.id() % Cluster.SIZE).get("/Transfer/" + one.id()).status())
          .as("refused %s", one)
          .isEqualTo(404);
    }
    Map<String, BigDecimal> expected = new HashMap<>();
    accounts.forEach(account -> expected.put(account, OPENING));
    for (Asked one : booked.values()) {
      expected.merge(one.from(), one.amount().negate(), BigDecimal::add);
      expected.merge(one.to(), one.amount(), BigDecimal::add);
    }
    for (int i = 0; i < accounts.size(); i++) {
      String account = accounts.get(i);
      for (int node = 0; node < Cluster.SIZE; node++) {
        assertThat(Bank.balance(cluster.at(node), account))
            .as("balance of %s on node %s", account, node)
            .isEqualByComparingTo(expected.getOrDefault(account, OPENING));
      }
    }
  }

  private void checkBooked(
      ConcurrentLinkedQueue<Asked> open, ConcurrentLinkedQueue<Throwable> wrong) {
    for (Asked one = open.poll(); one != null && wrong.isEmpty(); one = open.poll()) {
      try {
        String transaction = transactions.getOrDefault(one.id(), "");
        Asked asked = one;
        Answer again = Bank.untilTaken(() -> ask(cluster.at(asked.id() % Cluster.SIZE), asked));
        assertThat(again.status()).as("repeating %s: %s", one, again).isEqualTo(200);
        assertThat(again.text("transaction")).as("repeating %s", one).isEqualTo(transaction);
        Answer stands = askUntilKnown(cluster.at((one.id() + 1) % Cluster.SIZE), transaction);
        assertThat(stands.text("outcome")).as("%s: %s", one, stands).isEqualTo("committed");
      } catch (Exception | AssertionError failed) {
        wrong.add(failed);
      }
    }
  }

  /** Asks for the end of a transaction until it is known: a shard may lack a leader for a while. */
  private static Answer askUntilKnown(TuttiProcess node, String transaction) throws Exception {
    return Bank.untilTaken(() -> node.get("/transactions/" + transaction));
  }

  int acknowledged() {
    return booked.size();
  }

  /** How often a client had to ask again. */
  int repeats() {
    return repeats.get();
  }
}
