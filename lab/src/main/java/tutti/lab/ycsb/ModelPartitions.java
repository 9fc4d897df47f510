package tutti.lab.ycsb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Tap;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Machine;
import tutti.lab.node.NodeTarget;
import tutti.lab.virtual.HeadShares;
import tutti.lab.virtual.VirtualBulk;
import tutti.lab.virtual.VirtualLoop;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineModel;
import tutti.simulator.model.ModelCluster;
import tutti.simulator.model.NetworkModel;

/** Nodes of a model, in its virtual time. */
final class ModelPartitions implements Partitions {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final ModelCluster cluster;
  private final Placements placements;
  private final int[] places;
  private final HeadShares shares;

  private ModelPartitions(ModelCluster cluster, Placements placements, int[] places) {
    this.cluster = cluster;
    this.placements = placements;
    this.places = places;
    this.shares = new HeadShares(cluster);
  }

  /**
   * Returns a source with a new model for every run.
   *
   * @param network as in {@link ModelCluster}
   * @param oneMachine as in {@link ModelCluster}
   */
  static Source of(MachineModel machine, @Nullable NetworkModel network, boolean oneMachine) {
    return new Source() {
      @Override
      public Partitions open(Deployment deployment, LoadPlan plan, Tap tap)
          throws java.io.IOException {
        return new ModelPartitions(
            new ModelCluster(
                PartitionRequests.APPLICATION,
                deployment,
                machine,
                network,
                oneMachine,
                plan.seed(),
                UnaryOperator.identity(),
                tap),
            new Placements(deployment.placement(), deployment.nodeCount(), deployment.containers()),
            network == null ? new int[plan.clients()] : network.placeClients(plan.clients()));
      }

      @Override
      public Machine machine() {
        return new Machine(
            "a model of " + machine.description(),
            machine.cores(),
            machine.value(Constant.FLUSH) / 1e3);
      }
    };
  }

  private int home(TransactionRequest request) {
    return placements.nodeOf(request.calls().getFirst().target());
  }

  @Override
  public List<Node> nodes() {
    return cluster.nodes();
  }

  @Override
  public void commit(long count, LongFunction<TransactionRequest> request) {
    VirtualBulk.commit(cluster, placements::nodeOf, count, request);
  }

  @Override
  public Outcome ask(TransactionRequest request) {
    AtomicReference<@Nullable Outcome> answer = new AtomicReference<>();
    cluster.world().after(0, () -> nodes().get(home(request)).submit(request, answer::set));
    cluster.world().run(() -> answer.get() != null, cluster.world().nanos() + PATIENCE_NANOS);
    Outcome outcome = answer.get();
    if (outcome == null) {
      throw new IllegalStateException("the model's nodes did not answer within a minute");
    }
    return outcome;
  }

  @Override
  public LoadResult load(NodeTarget.Requests requests, LoadPlan plan) {
    return VirtualLoop.run(
        cluster, requests, (client, request) -> home(request), places, plan, shares);
  }

  @Override
  public Map<String, Double> shares() {
    return shares.shares();
  }

  @Override
  public void close() {}
}
