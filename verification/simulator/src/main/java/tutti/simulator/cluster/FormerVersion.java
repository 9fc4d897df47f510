package tutti.simulator.cluster;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.model.Application;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedNode;

/**
 * The start of a node with the former version on data of a later one: the node must refuse, and
 * give the reason.
 *
 * @param number the number of the node
 * @param network the network between the nodes; null if there is only one node
 */
record FormerVersion(int number, RunContext run, @Nullable SimulatedNetwork network) {

  /**
   * Starts the node, and ends it again. Call this only in a task, while the node is down.
   *
   * @param machine the machine for this life
   */
  void start(Application before, Deployment deployment, SimulatedDisk disk, SimulatedNode machine) {
    Ports ports =
        new Ports(
            machine,
            disk,
            run.world().entropy("entropy-" + machine.name()),
            History.NONE,
            number,
            network == null ? null : network.transport(machine, number));
    try {
      if (deployment.integrated()) {
        IntegratedShards.open(before, deployment, ports);
      } else {
        LocalShards.open(before, deployment, ports);
      }
      run.found(
          "evolution", "node " + number + " goes back to a version that its data cannot follow");
    } catch (DataFolderRefused refused) {
      boolean says = refused.kind() == DataFolderRefused.Kind.OTHER_APPLICATION;
      run.reach(CoveragePoint.FORMER_VERSION_REFUSED, says);
      if (!says) {
        run.found("evolution", "node " + number + " refuses, and does not say why: " + refused);
      }
    } catch (IOException e) {
      run.found("evolution", "node " + number + " fails where it should refuse: " + e);
    }
    machine.crash();
  }
}
