package tutti.benchmark.http;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tutti.lab.bank.Bank;
import tutti.lab.bench.Workload;
import tutti.lab.http.HttpCaller;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.ProcessUse;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.process.JavaCommand;
import tutti.lab.process.ServerProcess;

/**
 * {@code bench http}: deposits over HTTP on a server process without durability, against a bare
 * handler behind the same connections that parses and answers the same JSON. The comparison is of
 * the server's processor time per request, with its collector's and compilers'; the generator runs
 * in this process. Both servers are started as {@code ./tutti run} starts its own.
 *
 * <p>Unlike other workloads, the two server processes live from the first run to the last: a new
 * process would spend each short run compiling.
 */
public final class HttpWorkload implements Workload {
  public static final String TUTTI = "tutti";
  public static final String BARE = "bare-handler";
  public static final String BATCHES = "batches";

  private static final int ACCOUNTS = 1_000;
  private static final int MOST_OF_BATCH = 8192;

  /** The batches that are sent, again and again. */
  private static final int BATCHES_SENT = 16;

  private static final int OPENING_MILLIS = 10_000;
  private static final Pattern BARE_PORT = Pattern.compile("listening on port (\\d+)");

  private final List<String> sides;
  private final List<String> deploymentFlags;
  private final Path data;
  private final double coldSeconds;
  private final int batch;
  private final Map<String, ServerProcess> servers = new TreeMap<>();
  private final List<Folders> folders = new ArrayList<>();

  /**
   * @param sides of {@link #TUTTI}, {@link #BATCHES} and {@link #BARE}, one or two
   * @param deploymentFlags of the service, as on its command line
   * @param data the folder of the service's specification
   * @param coldSeconds of load on a server that has just started, before its first run
   * @param batch the deposits of a batch
   */
  public HttpWorkload(
      List<String> sides, List<String> deploymentFlags, Path data, double coldSeconds, int batch) {
    for (String side : sides) {
      if (!List.of(TUTTI, BATCHES, BARE).contains(side)) {
        throw new IllegalArgumentException(
            "'" + side + "' is none of " + TUTTI + ", " + BATCHES + ", " + BARE);
      }
    }
    if (batch < 2 || batch > MOST_OF_BATCH) {
      throw new IllegalArgumentException("--batch is 2 to " + MOST_OF_BATCH + ", not " + batch);
    }
    this.batch = batch;
    this.sides = List.copyOf(sides);
    this.deploymentFlags = List.copyOf(deploymentFlags);
    this.data = data;
    this.coldSeconds = coldSeconds;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("request", "POST /Account/{iban}/deposit {\"amount\":\"EUR 1.00\"}");
    parameters.put("accounts", ACCOUNTS);
    if (sides.contains(BATCHES)) {
      parameters.put("batch", batch);
    }
    parameters.put("service", String.join(" ", deploymentFlags));
    parameters.put("specification", "bundled bank");
    return parameters;
  }

  @Override
  public List<String> sides() {
    return sides;
  }

  @Override
  public String ratioOf() {
    return "cpu-us-per-request";
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException {
    ServerProcess server = servers.get(side);
    if (server == null) {
      server = start(side);
      servers.put(side, server);
      load(side, server, plan.clients(), 0, coldSeconds);
    }
    double warmup = plan.warmup().toNanos() / 1e9;
    double seconds = plan.measured().toNanos() / 1e9;
    HttpResult result = load(side, server, plan.clients(), warmup, seconds);
    long committed = result.statuses().getOrDefault(200, 0L);
    RunResult run =
        RunResult.of(
            side,
            committed / result.seconds(),
            result.latency(),
            new Outcomes(
                committed,
                result.statuses().getOrDefault(409, 0L),
                result.statuses().getOrDefault(503, 0L),
                result.statuses().getOrDefault(202, 0L),
                0));
    ProcessUse.Used use = result.use();
    if (use != null) {
      run = use.per(run, "", result.requests());
    }
    return run.check("all-committed", committed == result.requests() && committed > 0);
  }

  private HttpResult load(
      String side, ServerProcess server, int clients, double warmup, double seconds)
      throws IOException {
    URI url = server.url();
    boolean batches = side.equals(BATCHES);
    List<byte[]> requests = new ArrayList<>();
    for (int i = 0; i < (batches ? BATCHES_SENT : ACCOUNTS); i++) {
      requests.add(
          batches
              ? HttpLoad.post(url, "/transactions/batch", batch(i))
              : HttpLoad.post(url, path(i, "deposit"), "{\"amount\":\"EUR 1.00\"}"));
    }
    return LoadGenerator.run(
        new HttpLoad(
            url.getHost(),
            url.getPort(),
            requests,
            clients,
            warmup,
            seconds,
            server.pid(),
            batches ? batch : 1));
  }

  /** Returns a batch of deposits, each at the next account. */
  private String batch(int number) {
    StringBuilder body = new StringBuilder("{\"transactions\":[");
    for (int i = 0; i < batch; i++) {
      int account = (number * ACCOUNTS / BATCHES_SENT + i) % ACCOUNTS;
      body.append(i == 0 ? "" : ",")
          .append("{\"event\":[\"Account\",\"")
          .append(Bank.iban(account).text())
          .append("\",\"deposit\"],\"arguments\":{\"amount\":\"EUR 1.00\"}}");
    }
    return body.append("]}").toString();
  }

  private ServerProcess start(String side) throws IOException {
    if (side.equals(BARE)) {
      return ServerProcess.start(JavaCommand.of(BareServer.class), BARE_PORT);
    }
    Folders folder = Folders.in(data);
    folders.add(folder);
    ServerProcess server = ServerProcess.bank(folder.path(), deploymentFlags);
    open(server);
    return server;
  }

  /** Opens the accounts of the deposits. */
  private static void open(ServerProcess server) throws IOException {
    try (HttpCaller caller = new HttpCaller(server.url().getPort())) {
      for (int i = 0; i < ACCOUNTS; i++) {
        HttpCaller.Answer answer =
            caller.ask(
                HttpCaller.request(path(i, "open"), "{\"initialDeposit\":\"EUR 0.00\"}", null),
                OPENING_MILLIS);
        if (answer.status() != 200) {
          throw new IOException("could not open an account: " + answer.body());
        }
      }
    }
  }

  private static String path(int account, String event) {
    return "/Account/" + Bank.iban(account).text() + "/" + event;
  }

  @Override
  public void close() {
    servers.values().forEach(ServerProcess::close);
    servers.clear();
    folders.forEach(Folders::close);
    folders.clear();
  }
}
