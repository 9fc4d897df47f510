package tutti.benchmark.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.http.HttpLoop;
import tutti.lab.load.ProcessUse;

/**
 * A closed loop over HTTP on one thread: each connection sends its next request when its last is
 * answered. The generator does as little as it can, so that a machine of two cores has one left for
 * the server.
 */
public final class LoadGenerator implements HttpLoop.Source {
  private static final int OK = 200;
  private static final String COMMITTED = "\"status\":200,";
  private static final int BUFFER = 64 * 1024;

  /** The most bytes of the answer to one transaction of a batch. */
  private static final int ANSWER = 512;

  private final HttpLoad load;
  private final Histogram latency = new Histogram(3);
  private final TreeMap<Integer, Long> statuses = new TreeMap<>();
  private final int[] next;
  private long answered;

  private LoadGenerator(HttpLoad load) {
    this.load = load;
    this.next = new int[load.connections()];
    for (int i = 0; i < next.length; i++) {
      next[i] = (int) ((long) i * load.requests().size() / load.connections());
    }
  }

  /**
   * Runs a load; blocks until it is done.
   *
   * @throws IOException if a connection breaks or an answer is none
   */
  public static HttpResult run(HttpLoad load) throws IOException {
    return new LoadGenerator(load).run();
  }

  private HttpResult run() throws IOException {
    InetSocketAddress server = new InetSocketAddress(load.host(), load.port());
    int buffer = BUFFER + load.each() * ANSWER;
    try (HttpLoop loop = new HttpLoop(List.of(server), load.connections(), buffer)) {
      loop.drive(this, System.nanoTime() + (long) (load.warmupSeconds() * 1e9));
      answered = 0;
      statuses.clear();
      latency.reset();
      ProcessUse before = use();
      long begin = System.nanoTime();
      loop.drive(this, begin + (long) (load.seconds() * 1e9));
      double seconds = (System.nanoTime() - begin) / 1e9;
      ProcessUse after = use();
      ProcessUse.Used used = before == null || after == null ? null : after.since(before);
      return new HttpResult(answered, seconds, Map.copyOf(statuses), used, latency.copy());
    }
  }

  @Override
  public byte[] next(int connection) {
    byte[] request = load.requests().get(next[connection]);
    next[connection] = (next[connection] + 1) % load.requests().size();
    return request;
  }

  @Override
  public void answered(int connection, HttpLoop.Answer answer) {
    latency.recordValue(answer.nanos());
    if (load.each() == 1 || answer.status() != OK) {
      answered++;
      statuses.merge(answer.status(), 1L, Long::sum);
      return;
    }
    answered += load.each();
    long committed = committed(answer.body());
    statuses.merge(OK, committed, Long::sum);
    statuses.merge(0, load.each() - committed, Long::sum);
  }

  /** Returns how many transactions of a batch have committed. */
  private static long committed(String body) {
    long count = 0;
    for (int at = body.indexOf(COMMITTED); at >= 0; at = body.indexOf(COMMITTED, at + 1)) {
      count++;
    }
    return count;
  }

  /** Returns the server's use of the machine so far. */
  private @Nullable ProcessUse use() {
    return load.serverPid() < 0 ? null : ProcessUse.of(load.serverPid());
  }

  /**
   * Runs a load and prints its result as JSON: {@code URL REQUESTS_FILE CONNECTIONS WARMUP SECONDS
   * [SERVER_PID]}. The file has a line for each request: a path, a space, a JSON body.
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 5) {
      System.err.println(
          "usage: LoadGenerator URL REQUESTS_FILE CONNECTIONS WARMUP SECONDS [SERVER_PID]");
      System.exit(2);
    }
    URI server = URI.create(arguments[0]);
    List<byte[]> requests = HttpLoad.parse(server, Files.readAllLines(Path.of(arguments[1])));
    HttpResult result =
        run(
            new HttpLoad(
                server.getHost(),
                server.getPort(),
                requests,
                Integer.parseInt(arguments[2]),
                Double.parseDouble(arguments[3]),
                Double.parseDouble(arguments[4]),
                arguments.length > 5 ? Long.parseLong(arguments[5]) : -1,
                1));
    System.out.println(new JsonMapper().writeValueAsString(result.tree()));
  }
}
