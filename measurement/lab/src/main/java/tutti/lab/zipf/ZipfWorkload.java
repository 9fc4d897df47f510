package tutti.lab.zipf;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Layout;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.lab.bench.NodesWorkload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.HeadShares;
import tutti.lab.virtual.Model;
import tutti.lab.virtual.ModelNodes;
import tutti.lab.ycsb.Zipfian;
import tutti.simulator.model.NetworkModel;

/**
 * {@code tutti bench zipf}: increments of counters on several shards, on real nodes of this process
 * or on a model. Every run has nodes and counters of its own.
 *
 * <p>A client asks a host near it that saves messages: the leader of the first counter's shard; in
 * an integrated protocol, which has no leaders, a replica of it; or, if there is none at the
 * client's place, any host there.
 */
public final class ZipfWorkload extends NodesWorkload {
  private final ZipfShape shape;
  private final Zipfian zipfian;
  private final Counters application = new Counters();
  private final @Nullable Integer silent;

  /** The workload on nodes that all answer. */
  public ZipfWorkload(ZipfShape shape, List<Side> sides, RunNodes.Source source) {
    this(shape, sides, source, null);
  }

  /**
   * @param source the source of the nodes; a model's nodes have a local network if no other is
   *     given, unless they share a machine
   * @param silent the host of an integrated protocol on a model that falls silent when the load
   *     begins, and that no client asks; null for none
   * @throws IllegalArgumentException if a side does not fit the shape; the message explains why
   */
  public ZipfWorkload(
      ZipfShape shape, List<Side> sides, RunNodes.Source source, @Nullable Integer silent) {
    super(
        Model.onLan(source),
        sides.stream()
            .map(
                side ->
                    new Side(
                        side.label(),
                        NodeKeys.spread(
                            "zipf", side.deployment(), shape.shards(), List.of(Counter.NAME))))
            .toList());
    if (silent != null) {
      sides.forEach(side -> mayFallSilent(side.deployment(), source, silent));
    }
    this.silent = silent;
    this.shape = shape;
    this.zipfian = new Zipfian(shape.keys(), shape.theta());
  }

  private static void mayFallSilent(Deployment deployment, RunNodes.Source source, int host) {
    if (!deployment.integrated() || !(source instanceof Model)) {
      throw new IllegalArgumentException(
          "--silent is for hosts of integrated protocols, with --simulated");
    }
    if (host < 0 || host >= deployment.nodeCount()) {
      throw new IllegalArgumentException(
          "--silent is the number of a host, from 0 to %s, not %s"
              .formatted(deployment.nodeCount() - 1, host));
    }
  }

  @Override
  public String name() {
    return "zipf" + (model() == null ? "" : ", simulated");
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("shards", shape.shards());
    parameters.put("keys-per-shard", shape.keys());
    parameters.put("increments", shape.increments());
    parameters.put("theta", shape.theta());
    if (silent != null) {
      parameters.put("silent-host", silent);
    }
    Model model = model();
    if (model != null) {
      model.describe(parameters);
    }
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception {
    Deployment deployment = side.deployment();
    ZipfRequests requests = new ZipfRequests(shape, zipfian, application, plan.clients());
    try (RunNodes open = withClients(deployment, from).open(application, deployment, plan)) {
      Attempts attempts = new Attempts(open.nodes());
      HeadShares shares = open instanceof ModelNodes modelled ? new HeadShares(modelled) : null;
      if (silent != null && open instanceof ModelNodes modelled) {
        modelled.silence(silent);
      }
      LoadResult load = open.load(requests, entry(deployment, open), plan, both(attempts, shares));
      RunResult run = attempts.result(side.label(), load);
      if (shares != null) {
        run = run.measure("cores-busy", load.cpuSeconds() / load.seconds());
        for (Map.Entry<String, Double> share : shares.shares().entrySet()) {
          run = run.measure(share.getKey(), share.getValue());
        }
      }
      if (deployment.replication().protocol() == Protocol.JANUS) {
        run = run.check("no-attempt-is-in-vain", run.figure("attempts-per-commit") <= 1);
      }
      return run.check("all-answered", load.answered())
          .check("nothing-in-doubt", load.total().inDoubt() == 0)
          .check("popular-counters-have-their-increments", requests.isComplete(open));
    }
  }

  private static ClosedLoop.Measuring both(Attempts attempts, @Nullable HeadShares shares) {
    return shares == null
        ? attempts
        : new ClosedLoop.Measuring() {
          @Override
          public void begins() {
            attempts.begins();
            shares.begins();
          }

          @Override
          public void ends() {
            attempts.ends();
            shares.ends();
          }
        };
  }

  /**
   * Returns the source with the clients where the paper has them: where all leaders are at one of
   * several places, the clients are, too (Janus §6.1); else as the network has them.
   */
  private static RunNodes.Source withClients(Deployment deployment, RunNodes.Source from) {
    boolean leaders = deployment.replication().active() && !deployment.integrated();
    if (!leaders
        || deployment.replication().layout() == Layout.RING
        || !(from instanceof Model model)
        || model.network() == null) {
      return from;
    }
    NetworkModel network = model.network();
    int[] places = network.placeNodes(deployment.nodeCount());
    int first = places[deployment.homeOf(0)];
    boolean together =
        IntStream.range(0, deployment.shardCount())
            .allMatch(shard -> places[deployment.homeOf(shard)] == first);
    return together ? model.joinedBy(network.withClientsAt(first)) : from;
  }

  private NodeTarget.Entry entry(Deployment deployment, RunNodes open) {
    int shards = deployment.shardCount();
    Placements placements = new Placements(deployment.placement(), shards, 1);
    List<List<Integer>> best =
        IntStream.range(0, shards)
            .mapToObj(
                shard ->
                    deployment.integrated()
                        ? deployment.replication().hostsOf(shard, deployment.nodes())
                        : List.of(deployment.homeOf(shard)))
            .toList();
    NodeTarget.Entry near = open.near((client, request) -> client % deployment.nodeCount());
    return (client, request) -> {
      List<Integer> hosts = best.get(placements.nodeOf(request.calls().getFirst().target()));
      for (int i = 0; i < hosts.size(); i++) {
        int host = hosts.get((client + i) % hosts.size());
        if (open.isNear(host, client) && answers(host)) {
          return host;
        }
      }
      int any = near.of(client, request);
      return answers(any) ? any : (any + 1) % deployment.nodeCount();
    };
  }

  private boolean answers(int host) {
    return silent == null || silent != host;
  }
}
