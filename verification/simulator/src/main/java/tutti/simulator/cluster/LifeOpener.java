package tutti.simulator.cluster;

import java.io.IOException;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transport.Transport;
import tutti.model.Application;
import tutti.simulator.disk.LimitedJournal;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.disk.TracedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.shards.IntegratedWatch;
import tutti.simulator.world.SimulatedNode;

/** The opening of a node, or of a host with replicas, on the ports of the simulated world. */
final class LifeOpener {
  private final int number;
  private final RunContext run;
  private final @Nullable SimulatedNetwork network;
  private final @Nullable ShardJudges shards;
  private final IntSupplier mostRecordBytes;
  private final int outcomesKept;

  /**
   * A node that is open.
   *
   * @param log the node's log; null for a host, or without a disk
   * @param logEnd the end of the log when it was found
   */
  record Opened(Served served, @Nullable Journal log, long logEnd) {}

  /** The parts of one life. */
  record Life(
      SimulatedNode machine, SimulatedDisk disk, int number, Inspector.@Nullable Life looked) {}

  /**
   * @param network between the nodes, or null if there is one
   * @param shards of the hosts, or null if nodes have no replicas
   * @param mostRecordBytes gives the limit of the records of a log
   */
  LifeOpener(
      int number,
      RunContext run,
      @Nullable SimulatedNetwork network,
      @Nullable ShardJudges shards,
      IntSupplier mostRecordBytes) {
    this.number = number;
    this.run = run;
    this.network = network;
    this.shards = shards;
    this.mostRecordBytes = mostRecordBytes;
    this.outcomesKept =
        run.faults().uses(FaultKind.FEW_OUTCOMES) ? fewOutcomes(run.faults()) : OutcomeTable.KEPT;
  }

  /** Returns a power of two, far below the number of a run's requests. */
  private static int fewOutcomes(Faults faults) {
    return 1 << 3 + faults.random(FaultKind.FEW_OUTCOMES).nextInt(4);
  }

  Opened open(Application application, Deployment deployment, Life life) throws IOException {
    return shards != null
        ? openHost(application, deployment, life, shards)
        : openNode(application, deployment, life);
  }

  private Opened openNode(Application application, Deployment deployment, Life life)
      throws IOException {
    boolean traced = run.world().trace().recording();
    History told = run.oracle().history(number, life.number);
    History history = traced ? new TracedHistory(told, run.world(), number) : told;
    Inspector.Life looked = life.looked;
    Disk own = disk(life);
    Transport transport = transport(life);
    Found found = new Found();
    HostNode node =
        LocalShards.open(
            application,
            deployment,
            new Ports(
                life.machine,
                looked == null ? own : looked.disk(own),
                run.world().entropy("entropy-" + life.machine.name()),
                looked == null ? history : looked.history(history),
                number,
                transport == null || looked == null ? transport : looked.transport(transport),
                new Ports.Watched(
                    looked == null ? UnaryOperator.identity() : looked::control,
                    found::limited,
                    UnaryOperator.identity()),
                outcomesKept));
    return new Opened(new Served(node), found.log, found.end);
  }

  private Disk disk(Life life) {
    return run.world().trace().recording()
        ? new TracedDisk(life.disk, run.world(), number)
        : life.disk;
  }

  private @Nullable Transport transport(Life life) {
    return network == null ? null : network.transport(life.machine, number);
  }

  /** The log of a node, as it was found. */
  private final class Found {
    private @Nullable Journal log;
    private long end;

    Journal limited(Journal found) {
      log = found;
      end = found.end();
      return new LimitedJournal(found, mostRecordBytes);
    }
  }

  private Opened openHost(Application application, Deployment deployment, Life life, ShardJudges of)
      throws IOException {
    UnaryOperator<History> seen =
        run.world().trace().recording()
            ? told -> new TracedHistory(told, run.world(), number)
            : UnaryOperator.identity();
    IntegratedWatch integrated = of.integrated();
    History configurationLogs = of.watch().history(number, seen);
    Ports ports =
        new Ports(
            life.machine,
            disk(life),
            run.world().entropy("entropy-" + life.machine.name()),
            integrated == null
                ? configurationLogs
                : integrated.history(number, configurationLogs, seen),
            number,
            transport(life),
            new Ports.Watched(
                UnaryOperator.identity(),
                log -> new LimitedJournal(log, mostRecordBytes),
                UnaryOperator.identity()),
            outcomesKept);
    HostNode node =
        integrated == null
            ? ReplicatedShards.open(application, deployment, ports)
            : IntegratedShards.open(application, deployment, ports);
    return new Opened(new Served(node), null, 0);
  }
}
