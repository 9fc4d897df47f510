package tutti.lab.virtual;

import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.simulator.model.ModelCluster;

/** The work of {@link tutti.lab.node.Bulk} on a model: to prepare a run and to check it after. */
public final class VirtualBulk {
  private static final int OUTSTANDING = 512;
  private static final long PATIENCE_NANOS = 3_600_000_000_000L;
  private static final long READ_NANOS = 30_000_000_000L;

  private final ModelCluster cluster;
  private final ToIntFunction<ActorId> home;
  private long begun;
  private long ended;
  private @Nullable String failure;

  private VirtualBulk(ModelCluster cluster, ToIntFunction<ActorId> home) {
    this.cluster = cluster;
    this.home = home;
  }

  /**
   * Runs transactions, all of which must commit.
   *
   * @param home the number of an actor's node
   * @throws IllegalStateException if one does not; the message says why
   */
  public static void commit(
      ModelCluster cluster,
      ToIntFunction<ActorId> home,
      long count,
      LongFunction<TransactionRequest> request) {
    VirtualBulk bulk = new VirtualBulk(cluster, home);
    bulk.each(
        count,
        (number, done) -> {
          TransactionRequest made = request.apply(number);
          bulk.node(made.calls().getFirst().target())
              .submit(
                  made,
                  outcome -> {
                    if (!(outcome instanceof Outcome.Committed) && bulk.failure == null) {
                      bulk.failure = "transaction " + number + ": " + outcome;
                    }
                    done.run();
                  });
        });
    String first = bulk.failure;
    if (first != null) {
      throw new IllegalStateException("preparing the run failed: " + first);
    }
  }

  /** Reads actors, each on its own node. */
  public static void read(
      ModelCluster cluster,
      ToIntFunction<ActorId> home,
      long count,
      LongFunction<ActorId> actor,
      Consumer<Node.ReadResult> sink) {
    VirtualBulk bulk = new VirtualBulk(cluster, home);
    bulk.each(
        count,
        (number, done) -> {
          ActorId asked = actor.apply(number);
          bulk.node(asked)
              .read(
                  asked,
                  READ_NANOS,
                  result -> {
                    sink.accept(result);
                    done.run();
                  });
        });
  }

  @FunctionalInterface
  private interface Start {
    void start(long number, Runnable done);
  }

  private Node node(ActorId actor) {
    return cluster.nodes().get(home.applyAsInt(actor));
  }

  private void each(long count, Start start) {
    for (int i = 0; i < OUTSTANDING; i++) {
      cluster.world().after(i, () -> next(count, start));
    }
    if (!cluster.world().run(() -> ended == count, cluster.world().nanos() + PATIENCE_NANOS)) {
      throw new IllegalStateException("the model's nodes did not answer within an hour");
    }
  }

  private void next(long count, Start start) {
    if (begun < count) {
      start.start(
          begun++,
          () -> {
            ended++;
            cluster.world().after(0, () -> next(count, start));
          });
    }
  }
}
