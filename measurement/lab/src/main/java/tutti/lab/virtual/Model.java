package tutti.lab.virtual;

import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Machine;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RunNodes;
import tutti.model.Application;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineModel;
import tutti.simulator.model.ModelCluster;
import tutti.simulator.model.NetworkFile;
import tutti.simulator.model.NetworkModel;

/**
 * A model of nodes: new ones for every run, which live in virtual time.
 *
 * @param machine the machine of each node
 * @param network the places of nodes and clients; null as in {@link ModelCluster}
 * @param oneMachine as in {@link ModelCluster}
 * @param sensitivity whether the effect of each constant is asked for
 * @param trace writes messages
 * @param watched as {@link tutti.engine.node.Ports.Watched#control}
 */
public record Model(
    MachineModel machine,
    @Nullable NetworkModel network,
    boolean oneMachine,
    boolean sensitivity,
    MessageTrace trace,
    UnaryOperator<ConcurrencyControl> watched)
    implements RunNodes.Source {

  /** The network of {@code examples/lan.conf}. */
  private static final String LOCAL =
      """
      network {
        places = [lan]
        latency { lan { lan = 250us } }
        bandwidth = 1GiB
        jitter = 0.05
      }
      """;

  /** A model whose concurrency control is not watched. */
  public Model(
      MachineModel machine,
      @Nullable NetworkModel network,
      boolean oneMachine,
      boolean sensitivity,
      MessageTrace trace) {
    this(machine, network, oneMachine, sensitivity, trace, UnaryOperator.identity());
  }

  /** A model without a trace of its messages and of the effects of its constants. */
  public Model(MachineModel machine, @Nullable NetworkModel network, boolean oneMachine) {
    this(machine, network, oneMachine, false, MessageTrace.NONE);
  }

  @Override
  public Model watchedBy(UnaryOperator<ConcurrencyControl> watcher) {
    return new Model(machine, network, oneMachine, sensitivity, trace, watcher);
  }

  /**
   * Returns a source of nodes that are joined by a local network, if it is a model without a
   * network whose nodes do not share a machine; else the given one.
   */
  public static RunNodes.Source onLan(RunNodes.Source source) {
    return source instanceof Model model && model.network == null && !model.oneMachine
        ? model.joinedBy(NetworkFile.parse(LOCAL, "local"))
        : source;
  }

  /** Returns this model with other places of its nodes and clients. */
  public Model joinedBy(NetworkModel between) {
    return new Model(machine, between, oneMachine, sensitivity, trace);
  }

  @Override
  public RunNodes open(Application application, Deployment deployment, LoadPlan plan)
      throws IOException {
    return new ModelNodes(
        this,
        application,
        new ModelCluster(
            application,
            deployment,
            machine,
            network,
            oneMachine,
            plan.seed(),
            watched,
            trace.tap()),
        LocalNodes.homes(deployment),
        deployment,
        network == null ? new int[plan.clients()] : network.placeClients(plan.clients()));
  }

  @Override
  public Machine simulatedMachine() {
    return new Machine(
        "a model of " + machine.description(),
        machine.cores(),
        machine.value(Constant.FLUSH) / 1e3);
  }

  /** Adds the parameters of this model in results. */
  public void describe(Map<String, Object> parameters) {
    parameters.put(oneMachine ? "cores-of-all" : "cores-per-node", machine.cores());
    parameters.put("machine", machine.description() + ", calibrated " + machine.date());
    if (network != null) {
      parameters.put("places", network.places());
    }
  }
}
