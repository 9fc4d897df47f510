package tutti.lab.torture;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.lab.http.HttpCaller;
import tutti.lab.http.HttpCaller.Answer;
import tutti.lab.torture.RequestRecord.End;

/**
 * A client: one request at a time, at any node. The client repeats a request with a key until it
 * knows the outcome, unless it vanishes; a request without a key is sent once. Used by one thread
 * until it has ended.
 */
final class TortureClient {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** The most requests of one batch. */
  private static final int MOST_OF_BATCH = 6;

  private static final int USUAL_MILLIS = 1_500;
  private static final int IMPATIENT_MILLIS = 150;
  private static final long FINISH_NANOS = 90_000_000_000L;

  private final String name;
  private final RoundTraffic traffic;
  private final SplittableRandom random;
  private final long begin;
  private final boolean keyed;
  private final List<HttpCaller> callers = new ArrayList<>();
  private final List<RequestRecord> deeds = new ArrayList<>();
  private final List<String> surprises = new ArrayList<>();
  private int made;
  private volatile boolean finishing;
  private volatile long finishBy = Long.MAX_VALUE;
  private volatile int acknowledged;

  /**
   * @param begin the time when the round began, {@link System#nanoTime}
   * @param keyed whether each request has a key, by which logs without names of transactions have
   *     it
   */
  TortureClient(
      String name,
      TortureNodes nodes,
      RoundTraffic traffic,
      SplittableRandom random,
      long begin,
      boolean keyed) {
    this.name = name;
    this.traffic = traffic;
    this.random = random;
    this.begin = begin;
    this.keyed = keyed;
    for (int node = 0; node < nodes.count(); node++) {
      callers.add(new HttpCaller(nodes.door(node)));
    }
  }

  /** Opens accounts; for a deployment to which nothing happens yet. */
  void open() throws InterruptedException {
    for (Ask ask : traffic.opening()) {
      perform(ask, true, false);
    }
  }

  /** Makes requests one after another, until {@link #finish}. */
  void run() {
    try {
      while (!finishing) {
        if (random.nextInt(8) == 0) {
          performAll(some(), random.nextInt(5) < 3 || keyed);
        } else {
          Ask next = traffic.next(random);
          perform(next, random.nextInt(5) < 3 || keyed, random.nextInt(30) == 0);
        }
        Thread.sleep(random.nextInt(4));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    for (HttpCaller caller : callers) {
      quietly(caller);
    }
  }

  private static void quietly(HttpCaller caller) {
    try {
      caller.close();
    } catch (IOException gone) {
      // No further request is made.
    }
  }

  /**
   * Makes the client end its open requests, for which all nodes should be there. May be called by
   * another thread.
   */
  void finish() {
    finishBy = System.nanoTime() + FINISH_NANOS;
    finishing = true;
  }

  /** Returns the ends of the client's requests; once the client has ended. */
  List<RequestRecord> deeds() {
    return deeds;
  }

  /** Returns the answers that no client should get; once the client has ended. */
  List<String> surprises() {
    return surprises;
  }

  /** Returns the number of requests that were acknowledged. Thread-safe. */
  int acknowledged() {
    return acknowledged;
  }

  // --- one request ---

  private void perform(Ask ask, boolean keyed, boolean impatient) throws InterruptedException {
    String id = name + "-" + made++;
    String key = keyed && !ask.reads() ? "key-" + id : null;
    int tries = key == null ? 1 : impatient ? 2 : Integer.MAX_VALUE;
    byte[] request = HttpCaller.request(ask.path(), ask.body(), key);
    Asked asked = new Asked(name, id, ask, key, now());
    boolean unknown = false;
    boolean unreceived = false;
    RequestRecord deed = null;
    for (int i = 0; i < tries && deed == null && System.nanoTime() < finishBy; i++) {
      if (i > 0) {
        Thread.sleep(10 + random.nextInt(80));
      }
      int millis = impatient ? IMPATIENT_MILLIS : USUAL_MILLIS;
      try {
        Answer answer = callers.get(random.nextInt(callers.size())).ask(request, millis);
        deed = told(asked, answer, unreceived);
        unknown |= answer.status() == 202;
      } catch (HttpCaller.NotSent nobody) {
        // The request counts as not tried.
      } catch (IOException broken) {
        unknown = true;
        unreceived = true;
      }
    }
    deeds.add(deed != null ? deed : ended(asked, unknown));
  }

  private List<Ask> some() {
    List<Ask> some = new ArrayList<>();
    for (int i = 1 + random.nextInt(MOST_OF_BATCH); i > 0; i--) {
      Ask next = traffic.next(random);
      if (!next.reads()) {
        some.add(next);
      }
    }
    return some;
  }

  /**
   * Makes several requests as one batch, each as if a client of its own made it: they run at the
   * same time. A batch with a key is repeated until one answer tells the end of each. What was
   * refused runs anew with each repeat, so that only the last answer counts for it.
   */
  private void performAll(List<Ask> asks, boolean keyed) throws InterruptedException {
    if (asks.isEmpty()) {
      return;
    }
    String id = name + "-" + made++;
    String key = keyed ? "key-" + id : null;
    byte[] request = HttpCaller.request("/transactions/batch", batch(asks), key);
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < asks.size(); i++) {
      String own = key == null ? null : Idempotency.keyOfItem(key, i);
      all.add(new Asked(name + "-item-" + i, id + "-" + i, asks.get(i), own, now()));
    }
    Map<Integer, RequestRecord> ends = new TreeMap<>();
    Set<Integer> unknown = new TreeSet<>();
    boolean unreceived = false;
    int tries = key == null ? 1 : Integer.MAX_VALUE;
    for (int i = 0; i < tries && ends.size() < all.size() && System.nanoTime() < finishBy; i++) {
      if (i > 0) {
        Thread.sleep(10 + random.nextInt(80));
      }
      ends.values().removeIf(end -> end.end() != End.COMMITTED);
      try {
        Answer answer = callers.get(random.nextInt(callers.size())).ask(request, USUAL_MILLIS);
        toldAll(all, answer, unreceived, ends, unknown);
      } catch (HttpCaller.NotSent nobody) {
        // The batch counts as not tried.
      } catch (IOException broken) {
        unreceived = true;
      }
    }
    for (int i = 0; i < all.size(); i++) {
      RequestRecord end = ends.get(i);
      deeds.add(end != null ? end : ended(all.get(i), unreceived || unknown.contains(i)));
    }
  }

  private static String batch(List<Ask> asks) {
    return asks.stream()
        .map(
            ask -> {
              String[] path = ask.path().split("/", -1);
              return path.length == 2
                  ? ask.body()
                  : "{\"event\":[\"%s\",\"%s\",\"%s\"],\"arguments\":%s}"
                      .formatted(path[1], decoded(path[2]), path[3], ask.body());
            })
        .collect(Collectors.joining(",", "{\"transactions\":[", "]}"));
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment, StandardCharsets.UTF_8);
  }

  /**
   * Takes note of what an answer to a batch tells of its items.
   *
   * @param unreceived whether an earlier try may still be on its way to its node
   * @param ends of those that are known, by their numbers
   * @param unknown those of which some try is in doubt
   */
  private void toldAll(
      List<Asked> all,
      Answer answer,
      boolean unreceived,
      Map<Integer, RequestRecord> ends,
      Set<Integer> unknown) {
    if (answer.status() != 200) {
      if (answer.status() != 503) {
        surprises.add(all.getFirst().ask + " in a batch: " + answer);
      }
      return;
    }
    JsonNode items = JSON.readTree(answer.body()).path("items");
    if (items.size() != all.size()) {
      surprises.add("a batch of " + all.size() + " was answered by " + answer);
    }
    for (int i = 0; i < items.size(); i++) {
      if (ends.containsKey(i)) {
        // It had committed before, and is told so again.
        continue;
      }
      JsonNode item = items.get(i);
      Answer own = new Answer(item.path("status").asInt(0), item.toString());
      RequestRecord end = told(all.get(i), own, unreceived);
      if (end != null) {
        ends.put(i, end);
      } else if (own.status() == 202) {
        unknown.add(i);
      }
    }
  }

  private long now() {
    return System.nanoTime() - begin;
  }

  /** A request that was sent, perhaps several times. */
  private record Asked(String client, String id, Ask ask, @Nullable String key, long invoked) {
    RequestRecord end(long completed, End end) {
      return end(completed, end, null, -1);
    }

    RequestRecord end(long completed, End end, @Nullable String transaction, long version) {
      return new RequestRecord(id, client, ask, key, invoked, completed, end, transaction, version);
    }

    RequestRecord committed(long completed, String transaction, String answer) {
      return new RequestRecord(
          id, client, ask, key, invoked, completed, End.COMMITTED, transaction, -1, answer);
    }
  }

  private RequestRecord ended(Asked asked, boolean unknown) {
    if (finishing && asked.key != null && System.nanoTime() >= finishBy) {
      surprises.add("not answered within a minute and a half after all troubles: " + asked.ask);
    }
    return asked.end(now(), unknown && !asked.ask.reads() ? End.UNKNOWN : End.ABORTED);
  }

  /**
   * Returns the end of the request that an answer reports; null if the client must ask again.
   *
   * @param unreceived whether an earlier try may still be on its way to its node
   */
  private @Nullable RequestRecord told(Asked asked, Answer answer, boolean unreceived) {
    long completed = now();
    // A refusal is definite for every try that a node had received, and not for one whose
    // connection broke: the node may have been stopped, and read that later.
    End refused = unreceived ? End.UNKNOWN : End.ABORTED;
    boolean reads = asked.ask.reads();
    return switch (answer.status()) {
      case 200 -> {
        JsonNode body = JSON.readTree(answer.body());
        acknowledged++;
        yield reads
            ? asked.end(completed, End.COMMITTED, null, body.path("version").asLong(-1))
            : asked.committed(completed, body.path("transaction").asString(""), answer.body());
      }
      case 404 ->
          reads ? asked.end(completed, End.COMMITTED, null, 0) : asked.end(completed, refused);
      case 409 -> asked.end(completed, refused);
      case 503, 202 -> null;
      default -> {
        surprises.add(asked.ask + ": " + answer);
        yield asked.end(completed, End.UNKNOWN);
      }
    };
  }
}
