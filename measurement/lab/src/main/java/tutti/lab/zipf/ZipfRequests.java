package tutti.lab.zipf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.lab.ycsb.Zipfian;
import tutti.model.ActorId;

/**
 * The requests of one run: each increments counters of consecutive shards, the first of which is
 * drawn uniformly. Each client's are for one thread at a time.
 *
 * <p>The most popular counters are audited: their increments are counted here, too.
 */
final class ZipfRequests implements NodeTarget.Requests {
  /** The number of counters of each shard that are audited: the most popular ones. */
  static final int AUDITED = 100;

  private final ZipfShape shape;
  private final Zipfian zipfian;
  private final Counters application;
  private final int audited;
  private final List<int[]> last = new ArrayList<>();
  private final AtomicIntegerArray committed;
  private final AtomicIntegerArray unknown;

  /**
   * @param zipfian draws the counters of each shard
   */
  ZipfRequests(ZipfShape shape, Zipfian zipfian, Counters application, int clients) {
    this.shape = shape;
    this.zipfian = zipfian;
    this.application = application;
    this.audited = Math.min(AUDITED, shape.keys());
    this.committed = new AtomicIntegerArray(shape.shards() * audited);
    this.unknown = new AtomicIntegerArray(shape.shards() * audited);
    for (int client = 0; client < clients; client++) {
      last.add(new int[1 + shape.increments()]);
    }
  }

  @Override
  public TransactionRequest next(int client, SplittableRandom random) {
    int[] drawn = last.get(client);
    drawn[0] = random.nextInt(shape.shards());
    List<ActorId> counters = new ArrayList<>(shape.increments());
    for (int i = 0; i < shape.increments(); i++) {
      drawn[1 + i] = (int) zipfian.next(random);
      counters.add(Counters.id(shard(drawn, i), drawn[1 + i]));
    }
    return application.increments(counters);
  }

  private int shard(int[] drawn, int increment) {
    return (drawn[0] + increment) % shape.shards();
  }

  @Override
  public void ended(int client, TransactionRequest request, Outcome outcome) {
    switch (outcome) {
      case Outcome.Committed _ -> count(client, committed);
      case Outcome.InDoubt _ -> count(client, unknown);
      case Outcome.Aborted _ -> {}
    }
  }

  private void count(int client, AtomicIntegerArray into) {
    int[] drawn = last.get(client);
    for (int i = 0; i < shape.increments(); i++) {
      if (drawn[1 + i] < audited) {
        into.incrementAndGet(shard(drawn, i) * audited + drawn[1 + i]);
      }
    }
  }

  /**
   * Returns whether each audited counter has the increments that were acknowledged, and no more.
   */
  boolean isComplete(RunNodes open) throws InterruptedException {
    Map<ActorId, Integer> places = new HashMap<>();
    for (int i = 0; i < committed.length(); i++) {
      places.put(Counters.id(i / audited, i % audited), i);
    }
    AtomicIntegerArray found = new AtomicIntegerArray(committed.length());
    AtomicBoolean all = new AtomicBoolean(true);
    open.read(
        committed.length(),
        number -> Counters.id((int) number / audited, number % audited),
        answer -> {
          switch (answer) {
            case Node.ReadResult.Found(var instance) ->
                found.set(
                    Objects.requireNonNull(places.get(instance.id())),
                    Math.toIntExact(Counter.value(instance.state())));
            case Node.ReadResult.Missing _ -> {}
            case Node.ReadResult.Failed _ -> all.set(false);
          }
        });
    for (int i = 0; i < committed.length(); i++) {
      int there = found.get(i);
      if (there < committed.get(i) || there > committed.get(i) + unknown.get(i)) {
        return false;
      }
    }
    return all.get();
  }
}
