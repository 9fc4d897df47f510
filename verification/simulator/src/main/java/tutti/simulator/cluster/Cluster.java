package tutti.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Guarantee;
import tutti.engine.node.HostNode;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.model.Application;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.shards.IntegratedCheck;
import tutti.simulator.shards.IntegratedWatch;
import tutti.simulator.shards.LostDisks;
import tutti.simulator.shards.ReplicaCheck;
import tutti.simulator.shards.ShardWatch;
import tutti.simulator.shards.Upholder;

/** The nodes of a run, and the network between them if there are several. */
public final class Cluster {
  private final List<NodeUnderTest> nodes = new ArrayList<>();
  private final @Nullable SimulatedNetwork network;
  private final @Nullable ShardJudges shards;
  private Application application;
  private final Findings findings;

  public Cluster(RunContext run, Application application, Deployment deployment) {
    this.application = application;
    this.findings = run.findings();
    int count = deployment.nodeCount();
    network = count == 1 ? null : new SimulatedNetwork(run.world(), count);
    shards = deployment.replication().active() ? shards(run, count, deployment) : null;
    WrongDisk.Turn turn = new WrongDisk.Turn();
    for (int i = 0; i < count; i++) {
      WrongDisk wrong = new WrongDisk(i, run, network, turn);
      OlderCopy older = new OlderCopy(i, run, network, () -> nodes, turn);
      nodes.add(new NodeUnderTest(i, run, network, application, deployment, wrong, older, shards));
    }
  }

  private ShardJudges shards(RunContext run, int count, Deployment deployment) {
    ShardWatch watch = new ShardWatch(run.oracle(), findings, run.world()::trace);
    IntegratedWatch integrated =
        deployment.integrated()
            ? new IntegratedWatch(
                run.oracle(),
                deployment.replication().protocol(),
                Guarantee.of(deployment) == Guarantee.STRICTLY_SERIALIZABLE)
            : null;
    return new ShardJudges(
        watch,
        integrated,
        new LostDisks(run.world(), watch, this::keepers, count, findings),
        new Upholder(
            run.world(),
            this::keepers,
            id -> integrated != null && integrated.hasExecuted(id),
            () -> run.reached().add(CoveragePoint.END_UPHELD)),
        random -> {
          List<Integer> running = List.copyOf(keepers().keySet());
          return running.isEmpty()
              ? null
              : node(running.get(random.nextInt(running.size()))).disk().image();
        });
  }

  /** Returns the judges of shards; null if nodes have no replicas. */
  public @Nullable ShardJudges shards() {
    return shards;
  }

  /** Returns whether the nodes have an integrated protocol. */
  public boolean isIntegrated() {
    return shards != null && shards.integrated() != null;
  }

  /** Returns the hosts with replicas that run, of any protocol. */
  private Map<Integer, HostNode> keepers() {
    Map<Integer, HostNode> keepers = new TreeMap<>();
    for (NodeUnderTest node : nodes) {
      HostNode keeper = node.keeper();
      if (keeper != null) {
        keepers.put(node.number(), keeper);
      }
    }
    return keepers;
  }

  private Map<Integer, IntegratedShards> integrated() {
    Map<Integer, IntegratedShards> hosts = new TreeMap<>();
    for (NodeUnderTest node : nodes) {
      IntegratedShards host = node.integrated();
      if (host != null) {
        hosts.put(node.number(), host);
      }
    }
    return hosts;
  }

  /** Returns the hosts with replicas that run. */
  private Map<Integer, ReplicatedShards> hosts() {
    Map<Integer, ReplicatedShards> hosts = new TreeMap<>();
    for (NodeUnderTest node : nodes) {
      ReplicatedShards host = node.host();
      if (host != null) {
        hosts.put(node.number(), host);
      }
    }
    return hosts;
  }

  /**
   * Returns the number of the node that a part of the data is on now: of a shard with replicas its
   * leader, or any host if there is none; of an integrated protocol the host that has told last.
   *
   * @param part a node, or a shard
   */
  public int nodeOf(int part) {
    IntegratedWatch any = shards == null ? null : shards.integrated();
    int leader = any != null ? any.teller() : shards == null ? part : shards.watch().leader(part);
    return leader == ShardWatch.NO_HOST ? part : leader;
  }

  /**
   * Returns whether a record is known to be durable, also if that life is over.
   *
   * @param part a node, or a shard
   * @param life of the node, or the term over the shard
   * @param lsn the record's end
   */
  public boolean hasLogged(int part, int life, long lsn) {
    return shards == null
        ? nodes.get(part).hasLogged(life, lsn)
        : shards.watch().has(part, life, lsn);
  }

  public List<NodeUnderTest> nodes() {
    return nodes;
  }

  public NodeUnderTest node(int number) {
    return nodes.get(number);
  }

  public boolean several() {
    return nodes.size() > 1;
  }

  /** Returns the network; only of several nodes. */
  public SimulatedNetwork network() {
    SimulatedNetwork between = network;
    if (between == null) {
      throw new IllegalStateException("a single node has no network");
    }
    return between;
  }

  public long messages() {
    return network == null ? 0 : network.messages();
  }

  public int crashes() {
    return nodes.stream().mapToInt(NodeUnderTest::crashes).sum();
  }

  /**
   * Starts all nodes and admits clients; returns false if a node does not start, which is a
   * finding.
   */
  public boolean start() {
    for (NodeUnderTest node : nodes) {
      if (!node.start()) {
        return false;
      }
      node.admit();
    }
    return true;
  }

  /** Crashes all nodes; the next start of each is with this deployment. */
  public void change(Deployment next) {
    nodes.forEach(node -> node.deployment(next));
    nodes.forEach(NodeUnderTest::crash);
  }

  /** Crashes all nodes; the next start of each is with this version of the application. */
  public void change(Application next) {
    nodes.forEach(NodeUnderTest::crash);
    nodes.forEach(node -> node.application(next));
    application = next;
    if (several()) {
      network().otherLanguage();
    }
  }

  /** Keeps clients out of all nodes ({@code on}), or admits them again. */
  public void shut(boolean on) {
    nodes.forEach(node -> node.holds().shut(on));
  }

  /**
   * Returns whether hosts with replicas can end in order, except for those that are held: each is
   * up, has all that it knows on its disk, and knows that all of its shards' logs is chosen; all
   * shards are led, and no transaction is left.
   */
  public boolean canEnd() {
    if (shards != null && shards.integrated() != null) {
      return canEndIntegrated();
    }
    Map<Integer, ReplicatedShards> hosts = new TreeMap<>(hosts());
    for (NodeUnderTest node : nodes) {
      hosts.computeIfPresent(node.number(), (_, host) -> node.holds().isDown() ? null : host);
      boolean ends =
          node.holds().isDown()
              || (hosts.containsKey(node.number())
                  && node.runs()
                  && !node.behind()
                  && !node.disk().faults().failing()
                  && node.look().stream().allMatch(actor -> actor.uses().isEmpty()));
      if (!ends) {
        return false;
      }
    }
    return new ReplicaCheck(hosts, application, findings).canEnd();
  }

  private boolean canEndIntegrated() {
    Map<Integer, IntegratedShards> hosts = new TreeMap<>(integrated());
    for (NodeUnderTest node : nodes) {
      boolean held = node.holds().isDown();
      IntegratedShards host = held ? hosts.remove(node.number()) : hosts.get(node.number());
      boolean ends =
          held || host != null && node.runs() && !node.disk().faults().failing() && node.mayServe();
      if (!ends) {
        return false;
      }
    }
    return new IntegratedCheck(hosts, findings).isLevel();
  }

  /** Returns a node that takes requests, or null if none does. */
  public @Nullable NodeUnderTest open(RandomGenerator random) {
    int first = several() ? random.nextInt(nodes.size()) : 0;
    for (int i = 0; i < nodes.size(); i++) {
      NodeUnderTest node = nodes.get((first + i) % nodes.size());
      if (node.open()) {
        return node;
      }
    }
    return null;
  }

  /**
   * Returns the states of all actors; null if some node cannot report them. Call this only in a
   * task.
   */
  public @Nullable States states() {
    States states = new States(application);
    for (NodeUnderTest node : nodes) {
      if (!node.queries().states(application, states, findings)) {
        return null;
      }
    }
    return states;
  }

  /**
   * Returns whether threads of a node have not come to the end of their queues, or a replica to the
   * end of its shard's log.
   */
  public boolean behind() {
    return nodes.stream().anyMatch(NodeUnderTest::behind)
        || (shards != null
            && !(replicas().isLevel() && new IntegratedCheck(integrated(), findings).isLevel()));
  }

  /**
   * Stops ({@code on}) or resumes the removal of expired idempotency keys at the hosts of an
   * integrated protocol, so that replicas at rest can be compared.
   */
  public void holdKeys(boolean on) {
    new IntegratedCheck(integrated(), findings).holdKeys(on);
  }

  private ReplicaCheck replicas() {
    return new ReplicaCheck(hosts(), application, findings);
  }

  /** Checks that nothing is left of requests that have ended, and that replicas agree. */
  public void checkQuiet() {
    nodes.forEach(NodeUnderTest::checkQuiet);
    if (shards != null) {
      replicas().check();
      new IntegratedCheck(integrated(), findings).check();
      shards.disks().check();
    }
  }
}
