package tutti.simulator.cluster;

import java.io.IOException;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.model.Application;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedNode;

/**
 * The start of a host with replicas on the disk of another host: it must refuse, and give the
 * reason. Two hosts that speak from the promises of one would be a vote too many.
 *
 * @param number of the host
 */
record OtherHostsDisk(int number, RunContext run, SimulatedNetwork network) {

  /**
   * Starts the host, and ends it again. Call this only in a task, while the host is down.
   *
   * @param disk a copy of the other host's disk
   * @param machine the machine for this life
   */
  void start(
      Application application, Deployment deployment, SimulatedDisk disk, SimulatedNode machine) {
    run.world().trace("host " + number + " is started with the disk of another host");
    try {
      NodeOpener.open(
          application,
          deployment,
          new Ports(
              machine,
              disk,
              run.world().entropy("entropy-" + machine.name()),
              History.NONE,
              number,
              network.transport(machine, number)));
      run.found("stale-data", "host " + number + " runs on the disk of another host");
    } catch (DataFolderRefused refused) {
      boolean says = refused.kind() == DataFolderRefused.Kind.OTHER_NODE;
      run.reach(CoveragePoint.OTHER_HOSTS_DISK_REFUSED, says);
      if (!says) {
        run.found("stale-data", "host " + number + " does not say whose disk it is: " + refused);
      }
    } catch (IOException e) {
      run.found("stale-data", "host " + number + " fails where it should refuse: " + e);
    }
    machine.crash();
  }
}
