package tutti.lab.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.bank.Bank;
import tutti.lab.bank.Scenario;
import tutti.lab.http.HttpCaller;
import tutti.lab.http.HttpLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunHistory;
import tutti.rebel.value.Money;

/**
 * The bank behind HTTP, loaded by one thread: each client is a connection, and clients are assigned
 * to the nodes in turn. The bank may be loaded several times; every audit covers all requests so
 * far. Once there are so many requests that reading all would take longer than the load, the
 * accounts and transfers of only some clients are read, completely.
 */
final class HttpBank {
  static final int MOST_CLIENTS = 1_000;
  static final long PER_CLIENT = 1_000_000;
  private static final int PREPARING = 64;
  private static final long PATIENCE_NANOS = 300_000_000_000L;
  private static final long DRAIN_NANOS = 60_000_000_000L;

  /** The approximate number of clients' accounts or transfers that an audit reads. */
  private static final long AUDITED = 300_000;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Scenario scenario;
  private final int accounts;
  private final Names names;
  private final Share share;
  private final List<InetSocketAddress> addresses;
  private final RunHistory history;
  private final String[] ibans;
  private final long[] made = new long[MOST_CLIENTS];
  private final long[] committed = new long[MOST_CLIENTS];

  /** The names of accounts and transfers by their numbers. */
  interface Names {
    /** The names on nodes that have no other accounts and transfers. */
    Names OWN =
        new Names() {
          @Override
          public String account(long number) {
            return Bank.iban(number).text();
          }

          @Override
          public long transfer(long number) {
            return number;
          }
        };

    String account(long number);

    long transfer(long number);
  }

  /** The requests that each client makes. */
  @FunctionalInterface
  interface Share {
    Share ALL = (client, number) -> true;

    /** Returns whether a client makes the request of this number, which is one of its own. */
    boolean has(int client, long number);
  }

  /**
   * @param accounts the number of accounts that are opened first
   * @param addresses of the nodes
   * @param history takes the clients' answers
   */
  HttpBank(
      Scenario scenario,
      int accounts,
      Names names,
      Share share,
      List<InetSocketAddress> addresses,
      RunHistory history) {
    this.scenario = scenario;
    this.accounts = accounts;
    this.names = names;
    this.share = share;
    this.addresses = List.copyOf(addresses);
    this.history = history;
    this.ibans = new String[accounts];
    for (int i = 0; i < accounts; i++) {
      ibans[i] = names.account(i);
    }
  }

  /**
   * Opens the accounts.
   *
   * @throws IOException if a node ends the connection, or does not open an account
   */
  void prepare() throws IOException {
    Each opening =
        new Each(accounts) {
          @Override
          byte[] request(long i) {
            return open(i);
          }

          @Override
          void answer(HttpLoop.Answer answer) throws IOException {
            if (answer.status() != 200) {
              throw new IOException("could not open an account: " + answer.body());
            }
          }
        };
    opening.run(addresses);
  }

  /**
   * Loads the nodes as planned, and reads everything back.
   *
   * @param label of the result
   * @param meter of the nodes' use of the machine, or null
   * @throws IOException if a node breaks off
   */
  RunResult run(String label, LoadPlan plan, @Nullable ProcessMeter meter) throws IOException {
    if (plan.clients() > MOST_CLIENTS) {
      throw new IllegalArgumentException("--clients over HTTP: at most " + MOST_CLIENTS);
    }
    Load load = new Load(plan);
    boolean answered;
    double seconds;
    try (HttpLoop loop = new HttpLoop(addresses, plan.clients())) {
      loop.drive(load, System.nanoTime() + plan.warmup().toNanos());
      if (meter != null) {
        meter.begins();
      }
      load.measured = true;
      long begin = System.nanoTime();
      loop.drive(load, begin + plan.measured().toNanos());
      seconds = (System.nanoTime() - begin) / 1e9;
      load.measured = false;
      if (meter != null) {
        meter.ends();
      }
      answered = loop.drain(load, System.nanoTime() + DRAIN_NANOS);
    }
    RunResult run =
        RunResult.of(label, load.counts[0] / seconds, load.latency, outcomes(load.counts))
            .check("all-answered", answered)
            .check("no-unexpected-answers", load.unexpected == null)
            .check("nothing-in-doubt", load.total[3] == 0);
    if (load.unexpected != null) {
      System.err.println("an unexpected answer: " + load.unexpected);
    }
    return audited(meter == null ? run : meter.measures(run, run.outcomes().ended()));
  }

  private static Outcomes outcomes(long[] counts) {
    return new Outcomes(counts[0], counts[1], counts[2], counts[3], 0);
  }

  /** Audits the money, and the made accounts and transfers, as they are now. */
  private RunResult audited(RunResult run) throws IOException {
    boolean opens = scenario == Scenario.NOSYNC;
    Reading prepared = new Reading(accounts, i -> "/Account/" + ibans[(int) i]);
    prepared.run(addresses);
    long expected = 0;
    for (int i = 0; i < accounts; i++) {
      expected += Bank.thousandthsOf(scenario.openingCents(i));
    }
    long told = 0;
    long found = 0;
    long sum = prepared.sum;
    boolean readable = prepared.good;
    int step = (int) Math.max(1, Arrays.stream(made).sum() / AUDITED);
    for (int client = 0; client < made.length; client += step) {
      int owner = client;
      Reading own =
          new Reading(
              made[client], n -> share.has(owner, number(owner, n)) ? path(owner, n) : null);
      if (made[client] > 0) {
        own.run(addresses);
      }
      told += committed[client];
      found += own.found;
      sum += opens ? own.sum : 0;
      readable &= own.good;
    }
    if (opens) {
      expected += told * Bank.thousandthsOf(scenario.openingCents(1));
    }
    return run.check("money-conserved", sum == expected)
        .check("accounts-all-there", prepared.found == accounts)
        .check("committed-all-there-and-no-more", found == told)
        .check("all-readable", readable)
        .measure("audited-share", 1.0 / step);
  }

  private static long number(int client, long n) {
    return (client + 1L) * PER_CLIENT + n;
  }

  private String path(int client, long n) {
    long number = number(client, n);
    return scenario == Scenario.NOSYNC
        ? "/Account/" + names.account(number)
        : "/Transfer/" + names.transfer(number);
  }

  private byte[] open(long number) {
    return HttpCaller.request(
        "/Account/" + names.account(number) + "/open",
        "{\"initialDeposit\":\"" + euros(scenario.openingCents(number)) + "\"}",
        null);
  }

  /** Writes an amount by hand: one thread draws the requests of all clients. */
  private static String euros(long cents) {
    long rest = cents % 100;
    return "EUR " + cents / 100 + (rest < 10 ? ".0" : ".") + rest;
  }

  /** The load of the clients. */
  private final class Load implements HttpLoop.Source {
    private final SplittableRandom[] randoms;
    private final Histogram latency = new Histogram(3);
    private final long[] counts = new long[4];
    private final long[] total = new long[4];
    private boolean measured;
    private @Nullable String unexpected;

    Load(LoadPlan plan) {
      SplittableRandom seeds = new SplittableRandom(plan.seed());
      randoms = new SplittableRandom[plan.clients()];
      for (int i = 0; i < randoms.length; i++) {
        randoms[i] = seeds.split();
      }
    }

    @Override
    public byte[] next(int client) {
      long n = made[client]++;
      while (!share.has(client, number(client, n))) {
        n = made[client]++;
      }
      SplittableRandom random = randoms[client];
      if (scenario == Scenario.NOSYNC) {
        return open(number(client, n));
      }
      int from = scenario == Scenario.HOT ? 0 : random.nextInt(accounts);
      int picked = random.nextInt(accounts - 1);
      int to = picked < from ? picked : picked + 1;
      boolean turned = scenario == Scenario.HOT && random.nextBoolean();
      String body =
          "{\"amount\":\""
              + euros(1 + random.nextInt(Scenario.HIGHEST_AMOUNT_CENTS))
              + "\",\"from\":\""
              + ibans[turned ? to : from]
              + "\",\"to\":\""
              + ibans[turned ? from : to]
              + "\"}";
      return HttpCaller.request(path(client, n) + "/book", body, null);
    }

    @Override
    public void answered(int client, HttpLoop.Answer answer) {
      int ending = ending(answer);
      total[ending]++;
      committed[client] += ending == 0 ? 1 : 0;
      if (measured) {
        counts[ending]++;
        latency.recordValue(answer.nanos());
      }
      if (history.enabled()) {
        tell(client, answer);
      }
    }

    private void tell(int client, HttpLoop.Answer answer) {
      String transaction = JSON.readTree(answer.body()).path("transaction").asString("");
      if (!transaction.isEmpty()) {
        String outcome =
            switch (answer.status()) {
              case 200 -> "committed";
              case 202 -> "in-doubt";
              default -> "aborted";
            };
        history.ended(client, transaction, outcome, true, System.nanoTime() - answer.nanos());
      }
    }

    private int ending(HttpLoop.Answer answer) {
      return switch (answer.status()) {
        case 200 -> 0;
        case 409 -> 1;
        case 503 -> 2;
        case 202 -> 3;
        default -> {
          if (unexpected == null) {
            unexpected = answer.status() + " " + answer.body();
          }
          yield 2;
        }
      };
    }
  }

  /** A source that asks for every number once. */
  private abstract static class Each implements HttpLoop.Source {
    private final long count;
    private long next;
    private @Nullable IOException failure;

    Each(long count) {
      this.count = count;
    }

    /** Returns the request for a number, or null if there is none for it. */
    abstract byte @Nullable [] request(long number);

    abstract void answer(HttpLoop.Answer answer) throws IOException;

    void run(List<InetSocketAddress> addresses) throws IOException {
      int connections = (int) Math.min(PREPARING, Math.max(1, count));
      try (HttpLoop loop = new HttpLoop(addresses, connections)) {
        loop.drive(this, System.nanoTime() + PATIENCE_NANOS);
      }
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public byte @Nullable [] next(int connection) {
      byte[] request = null;
      while (request == null && next < count && failure == null) {
        request = request(next++);
      }
      return request;
    }

    @Override
    public void answered(int connection, HttpLoop.Answer answer) {
      try {
        answer(answer);
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /** A source that reads instances, and sums up their money. */
  private static final class Reading extends Each {
    private final LongFunction<@Nullable String> path;
    private long found;
    private long sum;
    private boolean good = true;

    /**
     * @param path gives the path of each number, or null for one that is not to be read
     */
    Reading(long count, LongFunction<@Nullable String> path) {
      super(count);
      this.path = path;
    }

    @Override
    byte @Nullable [] request(long number) {
      String target = path.apply(number);
      return target == null ? null : HttpCaller.request(target, null, null);
    }

    @Override
    void answer(HttpLoop.Answer answer) {
      if (answer.status() == 200) {
        found++;
        JsonNode balance = JSON.readTree(answer.body()).path("fields").path("balance");
        sum += balance.isString() ? Money.parse(balance.asString()).smallThousandths() : 0;
      } else if (answer.status() != 404) {
        good = false;
      }
    }
  }
}
