package tutti.lab.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.lab.bank.Scenario;
import tutti.lab.bench.Workload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.Ending;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.remote.RemoteServer.Answer;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;

/**
 * {@code bench bank --url}: the bank on a server that is running, which may be {@code
 * examples/bank}. The server keeps all effects, so every run uses accounts and transfers of its
 * own.
 */
public final class RemoteBankWorkload implements Workload {
  /** The name of the latest run, so that no two runs of one second share accounts. */
  private static final AtomicLong LATEST = new AtomicLong();

  private static final int PER_CLIENT = 1_000_000;
  private static final int MOST_CLIENTS = 1_000;
  private static final int LETTERS = 26;

  private final Scenario scenario;
  private final int accounts;
  private final String url;

  public RemoteBankWorkload(Scenario scenario, int accounts, String url) {
    if (accounts < scenario.fewestAccounts()) {
      throw new IllegalArgumentException(
          "--accounts must be at least " + scenario.fewestAccounts() + " for " + scenario.label());
    }
    this.scenario = scenario;
    this.accounts = accounts;
    this.url = url;
  }

  @Override
  public String name() {
    return "bank " + scenario.label() + " over HTTP";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    scenario.describe(accounts, parameters);
    parameters.put("url", url);
    return parameters;
  }

  @Override
  public List<String> sides() {
    return List.of("tutti");
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws Exception {
    if (plan.clients() > MOST_CLIENTS) {
      throw new IllegalArgumentException("--clients over HTTP: at most " + MOST_CLIENTS);
    }
    try (RemoteServer server = new RemoteServer(url)) {
      server.check();
      return new Run(server, plan).measure(side);
    }
  }

  /** One run: its own accounts, named after the second in which it began, or one of the next. */
  private final class Run {
    private final RemoteServer server;
    private final LoadPlan plan;
    private final long base =
        LATEST.updateAndGet(latest -> Math.max(latest + 1, System.currentTimeMillis() / 1000));
    private final String bank = bankCode(base);
    private final long[] made;
    private final AtomicReference<@Nullable String> unexpected = new AtomicReference<>(null);

    Run(RemoteServer server, LoadPlan plan) {
      this.server = server;
      this.plan = plan;
      this.made = new long[plan.clients()];
    }

    RunResult measure(String side) throws InterruptedException {
      RemoteServer.each(
          accounts,
          (i, done) -> server.post("/Account/" + iban(i) + "/open", open(i), done),
          i -> answer -> expect(200, answer));
      LoadResult load = ClosedLoop.run(this::start, plan);
      AtomicLong sum = new AtomicLong();
      AtomicLong there = new AtomicLong();
      RemoteServer.each(
          accounts,
          (i, done) -> server.get("/Account/" + iban(i), done),
          i ->
              answer -> {
                expect(200, answer);
                sum.addAndGet(thousandths(answer));
              });
      long expected = 0;
      for (int i = 0; i < accounts; i++) {
        expected += scenario.openingCents(i) * 10;
      }
      for (int client = 0; client < made.length; client++) {
        readBack(client, there, sum);
      }
      if (scenario == Scenario.NOSYNC) {
        expected += load.total().committed() * scenario.openingCents(1) * 10;
      }
      String wrong = unexpected.get();
      RunResult run =
          RunResult.of(side, load.throughput(), load.latency(), load.measured())
              .check("all-answered", load.answered())
              .check("money-conserved", sum.get() == expected)
              .check("committed-all-there-and-no-more", there.get() == load.total().committed())
              .check("no-unexpected-answers", wrong == null);
      if (wrong != null) {
        System.err.println("an unexpected answer: " + wrong);
      }
      return run;
    }

    private void readBack(int client, AtomicLong there, AtomicLong sum)
        throws InterruptedException {
      boolean opens = scenario == Scenario.NOSYNC;
      RemoteServer.each(
          made[client],
          (n, done) ->
              server.get(
                  opens ? "/Account/" + iban(number(client, n)) : "/Transfer/" + id(client, n),
                  done),
          n ->
              answer -> {
                if (answer.status() == 200) {
                  there.incrementAndGet();
                  if (opens) {
                    sum.addAndGet(thousandths(answer));
                  }
                } else {
                  expect(404, answer);
                }
              });
    }

    private void start(int client, SplittableRandom random, Consumer<Ending> done) {
      long n = made[client]++;
      Consumer<Answer> ended = answer -> done.accept(ending(answer));
      if (scenario == Scenario.NOSYNC) {
        long number = number(client, n);
        server.post("/Account/" + iban(number) + "/open", open(number), ended);
        return;
      }
      int from = scenario == Scenario.HOT ? 0 : random.nextInt(accounts);
      int picked = random.nextInt(accounts - 1);
      int to = picked < from ? picked : picked + 1;
      boolean turned = scenario == Scenario.HOT && random.nextBoolean();
      String body =
          "{\"amount\":\"%s\",\"from\":\"%s\",\"to\":\"%s\"}"
              .formatted(
                  euros(1 + random.nextInt(Scenario.HIGHEST_AMOUNT_CENTS)),
                  iban(turned ? to : from),
                  iban(turned ? from : to));
      server.post("/Transfer/" + id(client, n) + "/book", body, ended);
    }

    private Ending ending(Answer answer) {
      return switch (answer.status()) {
        case 200 -> Ending.COMMITTED;
        case 409 -> Ending.REFUSED;
        case 503 -> Ending.ABORTED;
        case 202 -> Ending.IN_DOUBT;
        default -> {
          expect(200, answer);
          yield Ending.IN_DOUBT;
        }
      };
    }

    private void expect(int status, Answer answer) {
      if (answer.status() != status) {
        unexpected.compareAndSet(null, answer.toString());
      }
    }

    private String iban(long number) {
      return Iban.of("NL", bank + String.format(Locale.ROOT, "%010d", number)).text();
    }

    private String open(long number) {
      return "{\"initialDeposit\":\"" + euros(scenario.openingCents(number)) + "\"}";
    }

    private long number(int client, long n) {
      return (client + 1L) * PER_CLIENT + n;
    }

    private long id(int client, long n) {
      return base * PER_CLIENT * MOST_CLIENTS + (long) client * PER_CLIENT + n;
    }
  }

  private static String euros(long cents) {
    return String.format(Locale.ROOT, "EUR %d.%02d", cents / 100, cents % 100);
  }

  private static long thousandths(Answer answer) {
    String balance = answer.json().path("fields").path("balance").asString("");
    return balance.isEmpty() ? 0 : Money.parse(balance).smallThousandths();
  }

  /** Returns four letters that differ from run to run. */
  private static String bankCode(long seconds) {
    StringBuilder code = new StringBuilder();
    long rest = seconds;
    for (int i = 0; i < 4; i++) {
      code.append((char) ('A' + rest % LETTERS));
      rest /= LETTERS;
    }
    return code.toString();
  }
}
