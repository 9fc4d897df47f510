package tutti.lab.torture;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.http.HttpCaller;

/**
 * A counter of the terms over shards, as the nodes tell of them while troubles come. A term that is
 * over before a node is asked is not counted.
 */
final class TermCounter implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int EVERY_MILLIS = 100;

  private final TortureNodes nodes;
  private final Map<Integer, Set<String>> ballots = new HashMap<>();
  private volatile boolean stopping;
  private @Nullable Thread thread;

  TermCounter(TortureNodes nodes) {
    this.nodes = nodes;
  }

  /** Begins to count. */
  void start() {
    thread = Thread.ofVirtual().start(this::run);
  }

  private void run() {
    try {
      for (int node = 0; !stopping; node = (node + 1) % nodes.count()) {
        HttpCaller.Answer answer = nodes.told(node, "/shards");
        if (answer != null && answer.status() == 200) {
          note(JSON.readTree(answer.body()));
        }
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void note(JsonNode answer) {
    for (JsonNode shard : answer.path("shards")) {
      for (JsonNode replica : shard.path("replicas")) {
        if (replica.path("state").asString("").equals("leader")) {
          ballots
              .computeIfAbsent(shard.path("shard").asInt(-1), it -> new HashSet<>())
              .add(replica.path("ballot").asString(""));
        }
      }
    }
  }

  /** Stops counting. */
  void stop() throws InterruptedException {
    stopping = true;
    Thread looking = thread;
    if (looking != null) {
      looking.join();
    }
  }

  /** Returns how many terms followed another one over the same shard; once it looks no more. */
  int changes() {
    return ballots.values().stream().mapToInt(each -> each.size() - 1).sum();
  }

  @Override
  public void close() {
    stopping = true;
  }
}
