package tutti.engine.node.integrated;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.FoundItems;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.node.HostHealth;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.Ports;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transport.Transport;
import tutti.model.Application;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Timing;

/**
 * The parts of a host that all integrated protocols have.
 *
 * @param versions of the application
 * @param start a number that no other start of the host has
 * @param log of the host, in which the configuration logs of its shards are, too
 * @param configurationLogs the replicated logs of its shards
 */
record HostParts(
    ApplicationVersions versions,
    ReplicaLayout layout,
    Ports ports,
    long start,
    HostLog log,
    IntegratedLinks links,
    ReplicaHost configurationLogs,
    HostHealth health) {

  /** One for all: a host that is cut off refuses as many as its clients send. */
  private static final Result CUT_OFF =
      new Result.Failed(
          new Reason.Unavailable(
              "node-unavailable",
              "this node is cut off from a majority of the nodes of each shard: try another one"));

  /** No start of a host's front is numbered this high. */
  static final long MOST_STARTS = 1L << 30;

  /**
   * Opens a host's folder, and reads its log.
   *
   * @param memory is given what the protocol has written
   * @throws DataFolderRefused if the data folder cannot be used as it is
   * @throws IOException if the disk fails
   */
  static HostParts open(
      Application application, ReplicaLayout layout, Ports ports, FoundItems memory)
      throws IOException {
    Disk disk = Objects.requireNonNull(ports.disk(), "replicas need a disk");
    Transport wire = Objects.requireNonNull(ports.transport(), "replicas need a network");
    Deployment deployment = layout.deployment();
    if (deployment.durability() != Durability.SYNC) {
      throw new IllegalArgumentException("replicas need durability = sync");
    }
    HostWorld world = new HostFolder(disk, layout).own(ports.scheduler());
    ReplicaCopies.clean(disk);
    DivergedFolder.check(disk);
    WrittenApplication written = new WrittenApplication(disk);
    ApplicationVersions versions = new ApplicationVersions(application);
    written.know(versions, deployment.replication().protocol());
    // A count would be lost with the disk, and names of transactions given twice.
    long start = 1 + ports.entropy().nextLong(MOST_STARTS);
    Greeting greeting =
        Greeting.ofHost(application, deployment.agreed(), start, ports.entropy().nextLong());
    HostLog log = StartSize.open(disk, NodeFolder.log(deployment), ports.scheduler(), memory);
    try {
      written.check(versions, memory);
      world.starts(greeting.start(), log.durable());
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
    IntegratedLinks links =
        new IntegratedLinks(layout, wire, ports.scheduler(), greeting, world, log::durable);
    ReplicaHost configurationLogs =
        new ReplicaHost(log, ports.scheduler(), randomness(ports), links.configurationLogs());
    return new HostParts(
        versions,
        layout,
        ports,
        start,
        log,
        links,
        configurationLogs,
        new HostHealth(ports.scheduler(), deployment));
  }

  Application application() {
    return versions.today();
  }

  Disk disk() {
    return Objects.requireNonNull(ports.disk(), "a host has a disk");
  }

  Deployment deployment() {
    return layout.deployment();
  }

  /** Returns the hosts of each shard. */
  Map<Integer, List<Integer>> groups() {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int shard = 0; shard < layout.shards(); shard++) {
      groups.put(shard, layout.hostsOf(shard));
    }
    return groups;
  }

  /** Returns a shard's hosts, as this one sees them. */
  Group group(int shard) {
    return new Group(layout.self(), layout.hostsOf(shard));
  }

  Placements placements() {
    return new Placements(deployment().placement(), layout.shards(), deployment().containers());
  }

  /** Returns the waits of the configuration logs. */
  Timing timing() {
    return Timing.of(deployment().replication().electionTimeout().toNanos());
  }

  /** Returns randomness for one thread, which the host's entropy seeds. */
  RandomGenerator randomness() {
    return randomness(ports);
  }

  private static RandomGenerator randomness(Ports ports) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(ports.entropy().nextLong());
  }

  /** Returns whether a transaction may begin now. */
  Result admits() {
    if (health.logFailure() != null) {
      return new Result.Failed(Reason.Unavailable.storageFailed());
    }
    if (links.isCutOff()) {
      return CUT_OFF;
    }
    return links.congested()
        ? new Result.Failed(
            new Reason.Unavailable(
                Reason.Unavailable.CONGESTED,
                "more is waiting to be sent to other hosts than should"))
        : Result.DONE;
  }
}
