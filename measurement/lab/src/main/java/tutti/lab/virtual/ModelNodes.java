package tutti.lab.virtual;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.model.ModelCluster;
import tutti.simulator.model.NetworkModel;

/** The nodes of a model for one run, in its virtual time. */
public final class ModelNodes implements RunNodes {
  private static final int NONE = -1;

  /** The longest virtual time of a model's answers. */
  static final long PATIENCE_NANOS = 3_600_000_000_000L;

  private final Model model;
  private final Application application;
  private final ModelCluster cluster;
  private final ToIntFunction<ActorId> homes;
  private final Deployment deployment;
  private final int[] places;
  private int silent = NONE;

  /**
   * @param homes gives the node of an actor
   * @param deployment of the nodes
   * @param places of the clients
   */
  ModelNodes(
      Model model,
      Application application,
      ModelCluster cluster,
      ToIntFunction<ActorId> homes,
      Deployment deployment,
      int[] places) {
    this.model = model;
    this.application = application;
    this.cluster = cluster;
    this.homes = homes;
    this.deployment = deployment;
    this.places = places;
  }

  /** The deployment of the nodes. */
  Deployment deployment() {
    return deployment;
  }

  ModelCluster cluster() {
    return cluster;
  }

  /** Silences a node from now on, as {@link ModelCluster#silence} does: no actor is read there. */
  public void silence(int node) {
    silent = node;
    cluster.silence(node);
  }

  int place(int client) {
    return places[client];
  }

  @Override
  public List<Node> nodes() {
    return cluster.nodes();
  }

  @Override
  public long nanos() {
    return cluster.world().nanos();
  }

  /** Returns the nodes at a client's place in turn, where there is a network. */
  @Override
  public NodeTarget.Entry near(NodeTarget.Entry usual) {
    NetworkModel network = model.network();
    if (network == null) {
      return usual;
    }
    List<List<Integer>> near = new ArrayList<>();
    for (int i = 0; i < network.places().size(); i++) {
      int place = i;
      near.add(
          IntStream.range(0, nodes().size())
              .filter(node -> cluster.placeOf(node) == place)
              .boxed()
              .toList());
    }
    return (client, request) -> {
      List<Integer> nodes = near.get(places[client]);
      return nodes.get(client % nodes.size());
    };
  }

  @Override
  public boolean isNear(int node, int client) {
    return cluster.placeOf(node) == places[client];
  }

  private Node home(ActorId actor) {
    int home = homes.applyAsInt(actor);
    return nodes().get(home == silent ? (home + 1) % nodes().size() : home);
  }

  @Override
  public void commit(
      long count, LongFunction<TransactionRequest> request, Consumer<Outcome.Committed> sink)
      throws InterruptedException {
    Bulk.commit(this::each, this::home, count, request, sink);
  }

  @Override
  public void read(long count, LongFunction<ActorId> actor, Consumer<Node.ReadResult> sink)
      throws InterruptedException {
    Bulk.read(this::each, this::home, count, actor, sink);
  }

  private void each(long count, Bulk.Start start) {
    Many many = new Many(count, start);
    for (int i = 0; i < Bulk.OUTSTANDING; i++) {
      cluster.world().after(i, many::next);
    }
    if (!cluster.world().run(() -> many.ended == count, nanos() + PATIENCE_NANOS)) {
      throw new IllegalStateException("the model's nodes did not answer within an hour");
    }
  }

  /** Many of a kind; more of them may be due than there are. */
  private final class Many {
    private final long count;
    private final Bulk.Start start;
    private long begun;
    private long ended;

    Many(long count, Bulk.Start start) {
      this.count = count;
      this.start = start;
    }

    void next() {
      if (begun < count) {
        start.start(
            begun++,
            () -> {
              ended++;
              cluster.world().after(0, this::next);
            });
      }
    }
  }

  @Override
  public LoadResult load(
      NodeTarget.Requests requests,
      NodeTarget.Entry entry,
      LoadPlan plan,
      ClosedLoop.Measuring measuring) {
    return new VirtualLoop(this, requests, entry, plan).run(measuring);
  }

  @Override
  public void close() {
    try {
      model.trace().ends(application, deployment);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed.getMessage(), failed);
    }
  }
}
