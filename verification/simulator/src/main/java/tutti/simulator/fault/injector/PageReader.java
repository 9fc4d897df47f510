package tutti.simulator.fault.injector;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.AnswerSize;
import tutti.engine.node.InstanceReads;
import tutti.engine.node.Node;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;

/**
 * A client that pages through the instances of all nodes while others change them. Each page ends
 * at its number of instances, or at the bytes that a node's heap allows for: what each shard or
 * node gives for it has so many, or is one instance.
 */
public final class PageReader {
  private static final String RULE = "pages";

  private static final int MOST_INSTANCES = 100;

  private final RunContext run;
  private final Cluster cluster;
  private final SimulatedClient hand;
  private final Supplier<Application> application;
  private final RandomGenerator random;
  private final int sources;

  /**
   * @param hand reads
   * @param application tells what the nodes run just now
   * @param sources the nodes or shards of which each gives a part of a page
   */
  public PageReader(
      RunContext run,
      Cluster cluster,
      SimulatedClient hand,
      Supplier<Application> application,
      RandomGenerator random,
      int sources) {
    this.run = run;
    this.cluster = cluster;
    this.hand = hand;
    this.application = application;
    this.random = random;
    this.sources = sources;
  }

  /** Reads one list after another until {@code over}. In a task only. */
  public void work(BooleanSupplier over) {
    long pauseNanos = 4_000_000L << random.nextInt(7);
    while (!over.getAsBoolean()) {
      hand.pause(1 + random.nextLong(pauseNanos));
      NodeUnderTest at = over.getAsBoolean() ? null : cluster.open(random);
      if (at != null) {
        List<ActorType> types = application.get().types();
        read(at, types.get(random.nextInt(types.size())).name(), over);
      }
    }
  }

  private void read(NodeUnderTest at, String type, BooleanSupplier over) {
    int limit = 1 + random.nextInt(MOST_INSTANCES);
    @Nullable String after = null;
    do {
      if (!(at.queries().page(type, limit, after) instanceof Node.Page page)) {
        return;
      }
      judge(page, type, limit, after);
      after = page.next();
    } while (after != null && !over.getAsBoolean());
  }

  private void judge(Node.Page page, String type, int limit, @Nullable String after) {
    @Nullable String before = after;
    for (Node.Instance item : page.items()) {
      String key = item.id().key();
      if (before != null && key.compareTo(before) <= 0) {
        found(type, after, "has %s behind %s".formatted(key, before));
      }
      before = key;
    }
    if (page.items().size() > limit) {
      found(
          type,
          after,
          "has %s instances, and %s were asked for".formatted(page.items().size(), limit));
    }
    long most = sources * mostBytes();
    // A source may give one instance of any size.
    long beside = sizes(page).sorted().limit(Math.max(0, page.items().size() - sources)).sum();
    if (beside > most) {
      found(type, after, "has %s bytes, and may have about %s".formatted(sizes(page).sum(), most));
    }
  }

  private static LongStream sizes(Node.Page page) {
    return page.items().stream().mapToLong(item -> AnswerSize.of(item.id(), item.state()));
  }

  /** Returns the bytes that one of the nodes gives for a page, at most. */
  private long mostBytes() {
    return cluster.nodes().stream()
        .mapToLong(node -> InstanceReads.bytesPerPage(run.world().heap(node.number())))
        .max()
        .orElseThrow();
  }

  private void found(String type, @Nullable String after, String text) {
    run.found(RULE, "a page of %s after %s %s".formatted(type, after, text));
  }
}
