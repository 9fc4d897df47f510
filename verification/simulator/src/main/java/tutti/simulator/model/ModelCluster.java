package tutti.simulator.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.integrated.IntegratedMessages;
import tutti.engine.node.replicated.HostMessage;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Tap;
import tutti.engine.transport.Transport;
import tutti.model.Application;
import tutti.simulator.world.SimulationFailed;

/**
 * The nodes of a model, opened and joined: real ones, each on a machine of its own; hosts of
 * replicas if the deployment has any. The nodes end when no reference to them is left.
 */
public final class ModelCluster {
  private static final long JOIN_NANOS = 60_000_000_000L;

  /**
   * The time within which the hosts that are preferred as leaders lead, in waits of an election.
   */
  private static final int ELECTIONS = 40;

  private final ModelWorld world;
  private final MachineModel machine;
  private final @Nullable NetworkModel network;
  private final int[] placeOfNode;
  private final @Nullable ModelNetwork links;
  private final List<Node> nodes = new ArrayList<>();
  private final List<ModelCores> cores = new ArrayList<>();
  private final List<TaskExecutor> doors = new ArrayList<>();

  /**
   * Opens the nodes and waits, in virtual time, until they have found each other, and shards with
   * replicas are led by the hosts that are preferred for that.
   *
   * @param deployment its executors, where it names none, are half the model's cores
   * @param network the places of nodes and clients; null for all at one place, with clients in the
   *     nodes' own processes
   * @param oneMachine whether all nodes share the cores of one machine; they never share disks
   * @param watched as {@link Ports#watched}
   * @param tap hears the nodes' messages to each other
   */
  public ModelCluster(
      Application application,
      Deployment deployment,
      MachineModel machine,
      @Nullable NetworkModel network,
      boolean oneMachine,
      long seed,
      UnaryOperator<ConcurrencyControl> watched,
      Tap tap)
      throws IOException {
    this.world = new ModelWorld(seed, machine);
    this.machine = machine;
    this.network = network;
    int count = deployment.nodeCount();
    placeOfNode = network == null ? new int[count] : network.placeNodes(count);
    MessageInWords.Reader reader = new MessageInWords.Reader(application);
    links =
        count == 1
            ? null
            : new ModelNetwork(
                world,
                machine,
                network,
                placeOfNode,
                deployment.integrated()
                    ? new OfIntegrated()
                    : deployment.replication().active()
                        ? (bytes, offset, length) -> ofHosts(reader, bytes, offset, length)
                        : (bytes, offset, length) -> Head.of(reader.step(bytes, offset, length)));
    Deployment own =
        deployment.executors() == 0
            ? deployment.toBuilder().executors(Math.max(1, machine.cores() / 2)).build()
            : deployment;
    for (int i = 0; i < count; i++) {
      if (i == 0 || !oneMachine) {
        cores.add(new ModelCores(world, machine));
      }
      nodes.add(open(application, own, i, cores.getLast(), watched, tap));
    }
    long patience = JOIN_NANOS;
    if (deployment.replication().active()) {
      patience += ELECTIONS * deployment.replication().electionTimeout().toNanos();
    }
    if (links != null && !world.run(() -> links.joined() && isLed(deployment), patience)) {
      throw new SimulationFailed("the nodes of the model did not find each other");
    }
  }

  /** The messages of hosts of an integrated protocol. */
  private static final class OfIntegrated implements Head.OfMessages {
    @Override
    public Head of(byte[] bytes, int offset, int length) {
      return IntegratedMessages.isOfMachines(bytes, offset) ? Head.COMMIT : Head.OVERHEAD;
    }

    @Override
    public int parts(byte[] bytes, int offset, int length) {
      return IntegratedMessages.parts(bytes, offset, length);
    }
  }

  private static Head ofHosts(MessageInWords.Reader reader, byte[] bytes, int offset, int length) {
    byte[] carried = HostMessage.carried(bytes, offset, length);
    if (carried != null) {
      return Head.of(reader.step(carried, 0, carried.length));
    }
    return HostMessage.isOfReplication(bytes, offset) ? Head.COMMIT : Head.OVERHEAD;
  }

  /** Returns whether all shards with replicas are led as preferred, and all hosts know it. */
  private boolean isLed(Deployment deployment) {
    if (deployment.integrated()) {
      return nodes.stream().allMatch(node -> node.readiness().ready());
    }
    if (!deployment.replication().active()) {
      return true;
    }
    for (int shard = 0; shard < deployment.shardCount(); shard++) {
      ReplicaStatus state = nodes.get(deployment.homeOf(shard)).replicas().get(shard);
      if (state == null || !state.leads()) {
        return false;
      }
    }
    return nodes.stream().allMatch(node -> node.readiness().ready());
  }

  private Node open(
      Application application,
      Deployment deployment,
      int self,
      ModelCores own,
      UnaryOperator<ConcurrencyControl> watched,
      Tap tap)
      throws IOException {
    doors.add(new ModelExecutor(world, own, "door-" + self));
    ModelDisk disk =
        deployment.durability() == Durability.OFF
            ? null
            : new ModelDisk(world, machine, world.entropy("disk-" + self));
    History history = disk == null ? History.NONE : ChargingHistory.of(world);
    Transport transport =
        links == null
            ? null
            : tap.on(
                links.transport(self, new ModelExecutor(world, own, "network-" + self)),
                self,
                world::nanos);
    return NodeOpener.open(
        application,
        deployment,
        new Ports(
            new ModelScheduler(world, own),
            disk,
            world.entropy("node-" + self),
            history,
            self,
            transport,
            new Ports.Watched(
                control -> new ChargingControl(world, watched.apply(control)),
                UnaryOperator.identity(),
                rows -> new ChargingRows(world, rows))));
  }

  public ModelWorld world() {
    return world;
  }

  /** Returns all nodes, by number. */
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /**
   * Silences a node from now on, as if it stood still: all messages to and from it are lost, and
   * its sessions seem to last.
   */
  public void silence(int node) {
    if (links != null) {
      links.silence(node);
    }
  }

  /** Returns the place of a node; 0 without a network. */
  public int placeOf(int node) {
    return placeOfNode[node];
  }

  /** Returns the number of cores of all nodes. */
  public int coreCount() {
    return cores.size() * machine.cores();
  }

  /**
   * Returns the busy time of the nodes' cores since the beginning, in nanoseconds of all cores
   * together.
   */
  public long busyNanos() {
    return cores.stream().mapToLong(ModelCores::busyNanos).sum();
  }

  /**
   * Submits a client's request to a node. Without a network the client is code in the node's
   * process, as in {@code tutti bench bank}; else request and answer are messages between the
   * client's place and the node's.
   *
   * @param onOutcome called when the client has the answer
   */
  public void submit(
      int node, int clientPlace, TransactionRequest request, Consumer<Outcome> onOutcome) {
    if (network == null) {
      world.about(Head.OVERHEAD);
      world.charge(Constant.REQUEST);
      nodes.get(node).submit(request, onOutcome);
      return;
    }
    long there = latency(clientPlace, placeOfNode[node]);
    world.after(
        there,
        () ->
            doors
                .get(node)
                .step(
                    () -> {
                      world.about(Head.OVERHEAD);
                      world.charge(Constant.RECEIVE);
                      world.charge(Constant.REQUEST);
                      nodes
                          .get(node)
                          .submit(
                              request,
                              outcome -> {
                                world.about(Head.OVERHEAD);
                                world.charge(Constant.SEND);
                                world.after(
                                    latency(placeOfNode[node], clientPlace),
                                    () -> onOutcome.accept(outcome));
                              });
                    }));
  }

  private long latency(int from, int to) {
    if (links != null) {
      return links.latency(from, to);
    }
    NetworkModel told = network;
    return told == null ? 0 : told.latencyNanos()[from][to];
  }
}
