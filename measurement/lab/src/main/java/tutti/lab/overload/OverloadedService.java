package tutti.lab.overload;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.lab.bank.Bank;
import tutti.lab.http.HttpCaller;
import tutti.lab.http.HttpLoop;
import tutti.lab.http.OpenLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.ProcessUse;
import tutti.lab.measure.Beside;
import tutti.lab.measure.RunResult;
import tutti.lab.process.ServerProcess;
import tutti.rebel.value.Money;

/** The processes of a run and what was done to them. For one thread. */
final class OverloadedService implements AutoCloseable {
  private static final long SECOND = 1_000_000_000L;
  private static final int OPENED_AT_ONCE = 100;
  private static final int PATIENCE_MILLIS = 30_000;

  /** The time for which repeats are awaited when no new clients come any more. */
  private static final long DRAIN_SECONDS = 15;

  private static final int QUIET_SECONDS = 3;
  private static final Pattern BALANCE = Pattern.compile("\"balance\":\"([^\"]+)\"");

  private final Path folder;
  private final Deployment deployment;
  private final DepositRequests requests;
  private ServerProcess server;
  private long committed;
  private long uncertain;
  private @Nullable String unexpected;

  private OverloadedService(
      Path folder, Deployment deployment, DepositRequests requests, ServerProcess server) {
    this.folder = folder;
    this.deployment = deployment;
    this.requests = requests;
    this.server = server;
  }

  /**
   * Starts the processes, and opens the accounts.
   *
   * @throws IOException if they do not start, or an account cannot be opened
   */
  static OverloadedService start(Path folder, Deployment deployment, DepositRequests requests)
      throws IOException {
    OverloadedService service =
        new OverloadedService(
            folder, deployment, requests, ServerProcess.nodes(folder, deployment));
    try (HttpCaller caller = service.caller()) {
      for (int i = 0; i < requests.accounts(); i += OPENED_AT_ONCE) {
        int to = Math.min(requests.accounts(), i + OPENED_AT_ONCE);
        HttpCaller.Answer answer = caller.ask(DepositRequests.open(i, to), PATIENCE_MILLIS);
        if (answer.status() != 200) {
          throw new IOException("could not open an account: " + answer.body());
        }
      }
      return service;
    } catch (IOException | RuntimeException e) {
      service.close();
      throw e;
    }
  }

  private HttpCaller caller() {
    return new HttpCaller(server.url().getPort());
  }

  private List<InetSocketAddress> addresses() {
    return server.urls().stream()
        .map(url -> new InetSocketAddress(url.getHost(), url.getPort()))
        .toList();
  }

  /**
   * Returns the transactions a second that the service does for clients that each wait for their
   * answers, without a timeout of their own.
   */
  double capacity(LoadPlan plan) throws IOException {
    Waiting waiting = new Waiting();
    try (HttpLoop loop = new HttpLoop(addresses(), plan.clients())) {
      loop.drive(waiting, System.nanoTime() + plan.warmup().toNanos());
      long before = committed;
      long begin = System.nanoTime();
      loop.drive(waiting, begin + plan.measured().toNanos());
      double seconds = (System.nanoTime() - begin) / 1e9;
      long measured = committed - before;
      loop.drain(waiting, System.nanoTime() + PATIENCE_MILLIS * 1_000_000L);
      uncertain += waiting.sent - waiting.answered;
      if (measured == 0) {
        throw new IOException("the service committed nothing: " + waiting.last);
      }
      return measured / seconds;
    }
  }

  /** The clients of the capacity's measurement. */
  private final class Waiting implements HttpLoop.Source {
    private long sent;
    private long answered;
    private @Nullable String last;

    @Override
    public byte[] next(int connection) {
      return requests.plain(sent++);
    }

    @Override
    public void answered(int connection, HttpLoop.Answer answer) {
      answered++;
      committed += answer.status() == 200 ? 1 : 0;
      uncertain += answer.status() == 202 ? 1 : 0;
      last = answer.status() == 200 ? last : answer.body();
    }
  }

  /**
   * Makes one case.
   *
   * @param capacity the capacity of the service
   */
  OverloadResult run(
      OverloadCase which, OverloadPlan plan, double capacity, SplittableRandom random)
      throws IOException {
    if (which == OverloadCase.COLD) {
      server.close();
      server = ServerProcess.nodes(folder, deployment);
    }
    List<InetSocketAddress> addresses = addresses();
    List<Long> pids = server.pids();
    int overload = which.standstill() + plan.overloadSeconds();
    int all = overload + plan.afterSeconds();
    if (which != OverloadCase.COLD) {
      pause(QUIET_SECONDS);
    }
    try (OpenLoop<OverloadClients.Try> loop =
        new OpenLoop<>(addresses, plan.patienceMillis() * 1_000_000L)) {
      List<ProcessUse> before = pids.stream().map(ProcessUse::of).toList();
      ProcessUse ownBefore = ProcessUse.ofThisOne();
      long began = System.nanoTime();
      String name = which.label() + random.nextInt(1 << 20);
      OverloadClients clients =
          new OverloadClients(requests, plan, name, addresses.size(), random, began);
      drive(loop, clients, new Times(began, which.standstill(), overload, all), plan, capacity);
      double seconds = (System.nanoTime() - began) / 1e9;
      double own = ProcessUse.ofThisOne().since(ownBefore).cpuMicros() / 1e6 / seconds;
      double used = 0;
      for (int i = 0; i < pids.size(); i++) {
        used += ProcessUse.of(pids.get(i)).since(before.get(i)).cpuMicros() / 1e6 / seconds;
      }
      drain(loop, clients);
      return new OverloadResult(
          which,
          plan,
          capacity,
          List.copyOf(clients.seconds().subList(0, all)),
          clients.codes(),
          clients.outcomes(),
          clients.latency(),
          new OverloadResult.Use(own, used));
    }
  }

  /**
   * The times of a case.
   *
   * @param began as of {@link System#nanoTime}
   * @param standstill the second in which the processes continue; 0 if they never stood still
   * @param overload the second in which the overload ends
   * @param all the number of seconds
   */
  private record Times(long began, int standstill, int overload, int all) {}

  private void drive(
      OpenLoop<OverloadClients.Try> loop,
      OverloadClients clients,
      Times times,
      OverloadPlan plan,
      double capacity)
      throws IOException {
    clients.rate(plan.times() * capacity, times.began);
    if (times.standstill > 0) {
      server.signal("STOP");
    }
    for (int second = 0; second < times.all; second++) {
      if (times.standstill > 0 && second == times.standstill) {
        server.signal("CONT");
      }
      if (second == times.overload) {
        clients.rate(OverloadPlan.AFTER * capacity, System.nanoTime());
      }
      Beside.Watch watch = Beside.watch();
      loop.drive(clients, times.began + (second + 1) * SECOND);
      clients.second(times.began + second * SECOND).others = watch.seen().cores();
    }
  }

  /** Awaits the clients that have come, and counts what they know. */
  private void drain(OpenLoop<OverloadClients.Try> loop, OverloadClients clients)
      throws IOException {
    clients.rate(0, System.nanoTime());
    for (int i = 0; i < DRAIN_SECONDS && !(clients.isDone() && loop.busy() == 0); i++) {
      loop.drive(clients, System.nanoTime() + SECOND);
    }
    committed += clients.committed();
    uncertain += clients.uncertain();
    unexpected = unexpected == null ? clients.unexpected() : unexpected;
  }

  private static void pause(int seconds) {
    try {
      Thread.sleep(seconds * 1_000L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the run with the check that each request of which a client knows that it happened has
   * happened once, and none twice.
   */
  RunResult audited(RunResult run) throws IOException {
    long thousandths = 0;
    try (HttpCaller caller = caller()) {
      for (int i = 0; i < requests.accounts(); i++) {
        String body = caller.ask(DepositRequests.read(i), PATIENCE_MILLIS).body();
        Matcher balance = BALANCE.matcher(body);
        if (!balance.find()) {
          throw new IOException("an account cannot be read: " + body);
        }
        thousandths += Money.parse(balance.group(1)).smallThousandths();
      }
    }
    if (unexpected != null) {
      System.err.println("an unexpected answer: " + unexpected);
    }
    long least = Bank.thousandthsOf(committed * requests.events());
    long most = Bank.thousandthsOf((committed + uncertain) * requests.events());
    return run.check("each-request-once", thousandths >= least && thousandths <= most)
        .check("no-unexpected-answers", unexpected == null)
        .measure("capacity", run.throughput());
  }

  @Override
  public void close() {
    server.close();
  }
}
