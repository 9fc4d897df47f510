package tutti.lab.overload;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.lab.http.HttpLoop;
import tutti.lab.http.OpenLoop;
import tutti.lab.measure.Outcomes;

/**
 * Clients that come by a schedule, whatever became of those before them. Each has one request with
 * a key, waits a little longer than the request's time, and sends the request again: after as many
 * seconds as {@code Retry-After} says, or after a pause that is drawn and doubles. After some tries
 * the client gives up. With several servers a repeat goes to the next one. For one thread.
 */
final class OverloadClients implements OpenLoop.Source<OverloadClients.Try> {
  private static final long SECOND = 1_000_000_000L;
  private static final long FIRST_PAUSE = 100_000_000L;

  private final DepositRequests requests;
  private final OverloadPlan plan;
  private final String name;
  private final int servers;
  private final SplittableRandom random;
  private final List<OverloadSecond> seconds = new ArrayList<>();
  private final PriorityQueue<Repeat> repeats =
      new PriorityQueue<>(Comparator.comparingLong(Repeat::at));
  private final TreeMap<String, Integer> codes = new TreeMap<>();
  private final Histogram latency = new Histogram(3);
  private final long began;
  private double rate;
  private long nextArrival = Long.MAX_VALUE;
  private long clients;
  private long committed;
  private long uncertain;
  private @Nullable String unexpected;

  private record Repeat(long at, OneClient client) {}

  /** One client and its request. */
  private static final class OneClient {
    final long number;
    final OverloadSecond came;
    int tries;
    boolean committed;
    boolean uncertain;

    OneClient(long number, OverloadSecond came) {
      this.number = number;
      this.came = came;
    }
  }

  /** A request that a client sends for the first time, or again. */
  final class Try implements OpenLoop.Request {
    private final OneClient client;
    private final int server;
    private final boolean first;

    private Try(OneClient client) {
      this.client = client;
      this.server = (int) ((client.number + client.tries) % servers);
      this.first = client.tries == 0;
      client.tries++;
    }

    @Override
    public int server() {
      return server;
    }

    @Override
    public ByteBuffer[] bytes() {
      return requests.keyed(client.number, name + "-" + client.number, plan.timeoutMillis());
    }
  }

  /**
   * @param name begins the keys of the requests
   * @param servers the number of servers
   * @param began as of {@link System#nanoTime}; the first second of the counts begins then
   */
  OverloadClients(
      DepositRequests requests,
      OverloadPlan plan,
      String name,
      int servers,
      SplittableRandom random,
      long began) {
    this.requests = requests;
    this.plan = plan;
    this.name = name;
    this.servers = servers;
    this.random = random;
    this.began = began;
  }

  /**
   * Sets the number of clients that come in a second from now on.
   *
   * @param newRate 0 for none
   * @param now as of {@link System#nanoTime}
   */
  void rate(double newRate, long now) {
    rate = newRate;
    nextArrival = newRate == 0 ? Long.MAX_VALUE : now + gap();
  }

  private long gap() {
    return (long) (-Math.log(1 - random.nextDouble()) / rate * SECOND);
  }

  /** Returns whether no client waits for the time of its repeat. */
  boolean isDone() {
    return repeats.isEmpty();
  }

  OverloadSecond second(long now) {
    int index = (int) Math.max(0, (now - began) / SECOND);
    while (seconds.size() <= index) {
      seconds.add(new OverloadSecond());
    }
    return seconds.get(index);
  }

  List<OverloadSecond> seconds() {
    return seconds;
  }

  @Override
  public long due() {
    Repeat next = repeats.peek();
    return next == null ? nextArrival : Math.min(nextArrival, next.at);
  }

  @Override
  public Try next() {
    Repeat again = repeats.peek();
    OverloadSecond now = second(System.nanoTime());
    now.sent++;
    if (again != null && again.at <= nextArrival) {
      repeats.remove();
      return new Try(again.client);
    }
    OverloadSecond came = second(nextArrival);
    came.offered++;
    nextArrival += gap();
    return new Try(new OneClient(clients++, came));
  }

  @Override
  public void answered(Try request, HttpLoop.Answer answer) {
    OneClient client = request.client;
    OverloadSecond now = second(System.nanoTime());
    switch (answer.status()) {
      case 200 -> {
        boolean inTime = answer.nanos() <= plan.timeoutMillis() * 1_000_000L;
        now.inTime += inTime ? 1 : 0;
        now.late += inTime ? 0 : 1;
        client.came.atOnce += inTime && request.first ? 1 : 0;
        client.came.served += inTime ? 1 : 0;
        latency.recordValue(answer.nanos());
        if (!client.committed) {
          client.committed = true;
          committed++;
          uncertain -= client.uncertain ? 1 : 0;
        }
      }
      case 503 -> {
        now.refused++;
        codes.merge(code(answer.body()), 1, Integer::sum);
        again(client, answer.header("retry-after"));
      }
      case 202 -> {
        now.inDoubt++;
        doubt(client);
        again(client, null);
      }
      default -> {
        if (unexpected == null) {
          unexpected = answer.status() + " " + answer.body();
        }
      }
    }
  }

  @Override
  public void unanswered(Try request, boolean waited) {
    OverloadSecond now = second(System.nanoTime());
    now.givenUp += waited ? 1 : 0;
    now.broken += waited ? 0 : 1;
    doubt(request.client);
    again(request.client, null);
  }

  private void doubt(OneClient client) {
    if (!client.uncertain) {
      client.uncertain = true;
      uncertain++;
    }
  }

  private void again(OneClient client, @Nullable String retryAfter) {
    if (client.tries >= plan.tries()) {
      return;
    }
    long pause =
        retryAfter == null
            ? (long) (FIRST_PAUSE * (0.5 + random.nextDouble()) * (1 << client.tries))
            : Long.parseLong(retryAfter) * SECOND;
    repeats.add(new Repeat(System.nanoTime() + pause, client));
  }

  /** Returns the code of a problem document. */
  private static String code(String body) {
    int at = body.indexOf("\"code\":\"");
    return at < 0 ? "?" : body.substring(at + 8, body.indexOf('"', at + 8));
  }

  /** Returns how often each code of a refusal was answered. */
  TreeMap<String, Integer> codes() {
    return codes;
  }

  Histogram latency() {
    return latency;
  }

  /** Returns the number of clients that know that their request has happened. */
  long committed() {
    return committed;
  }

  /** Returns the number of clients that do not know whether their request has happened. */
  long uncertain() {
    return uncertain;
  }

  /** Returns the first answer that no client expects; null if there was none. */
  @Nullable String unexpected() {
    return unexpected;
  }

  Outcomes outcomes() {
    long refused = seconds.stream().mapToLong(second -> second.refused).sum();
    long doubtful = seconds.stream().mapToLong(second -> second.inDoubt + second.givenUp).sum();
    long sent = seconds.stream().mapToLong(second -> second.sent).sum();
    return new Outcomes(committed, 0, refused, doubtful, sent - clients);
  }
}
