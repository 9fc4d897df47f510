package tutti.engine.node.integrated;

import static tutti.engine.node.shard.StopWaits.GRACE_NANOS;
import static tutti.engine.node.shard.StopWaits.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.Backups;
import tutti.engine.node.Commitments;
import tutti.engine.node.HostHealth;
import tutti.engine.node.HostNode;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.NodesBackups;
import tutti.engine.node.NodesCommitments;
import tutti.engine.node.Ports;
import tutti.engine.node.Requests;
import tutti.engine.node.Shards;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostLogs;
import tutti.engine.node.shard.HostReadiness;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.HostWatch;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.node.shard.StopWaits;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.protocol.replication.Ballot;

/**
 * The shards of a host of an integrated protocol: replicas of some, and a front that coordinates
 * transactions over all. Thread-safe.
 *
 * <p>For example, under TAPIR the host that a client asks executes its transaction on copies and
 * proposes it to the replicas of all shards that it has touched, whichever hosts keep them.
 */
public final class IntegratedShards implements Shards {
  private static final Logger LOG = LoggerFactory.getLogger(IntegratedShards.class);

  /** The state of a replica that has not begun since its host's start. */
  private static final ReplicaStatus BEGINS =
      ReplicaStatus.ofLog("beginning", false, 0, Ballot.NONE, 0, 0, 0);

  private final HostParts parts;
  private final ReplicaLayout layout;
  private final Deployment deployment;
  private final IntegratedLinks links;
  private final ProtocolReplicas machines;
  private final IntegratedFront front;
  private final HostQuestions questions;
  private final VersionAgreement versions;
  private final ItemRenewal renewal;
  private final ReplicaCopies copies;
  private final Backups backups;
  private final ReplicaReports reports;
  private final PassOvers passOvers;
  private final HostHealth health;

  /** Whether all replicas here have acted at some time: what stops them later is soon over. */
  private volatile boolean haveActed;

  private final HostReadiness readiness;

  private IntegratedShards(HostParts parts, ProtocolReplicas machines) throws IOException {
    this.parts = parts;
    this.layout = parts.layout();
    this.deployment = layout.deployment();
    this.links = parts.links();
    this.health = parts.health();
    this.readiness =
        new HostReadiness(
            layout, true, links::isConnected, links.refusals(), parts.ports().scheduler()::nanos);
    this.machines = machines;
    this.front = new IntegratedFront(parts, machines, this::status);
    this.versions =
        new VersionAgreement(
            new VersionAgreement.Host(
                parts.versions(),
                new WrittenApplication(parts.disk()),
                layout,
                links::isConnected,
                parts.ports().scheduler(),
                health::failed),
            machines.versions());
    this.renewal =
        new ItemRenewal(parts.versions(), layout.own(), parts.ports().scheduler(), machines);
    Scheduler scheduler = parts.ports().scheduler();
    StepQueue service = scheduler.newStepQueue("questions");
    this.questions =
        new HostQuestions(
            layout,
            links,
            new MessageFormat(parts.application()),
            scheduler,
            service,
            parts.health().memory().underWay(),
            this::answer,
            parts.ports().entropy().nextLong() >>> 1);
    this.copies = new ReplicaCopies(parts.versions(), deployment, parts.ports(), machines);
    this.backups =
        new NodesBackups(
            new ShardCopies(layout, links, machines, questions),
            deployment,
            scheduler,
            parts.randomness(),
            shard -> "shard-" + shard);
    this.reports =
        new ReplicaReports(
            layout,
            links,
            scheduler,
            service,
            this::replicas,
            () -> health.readiness(this).lasting() == null);
    this.passOvers =
        new PassOvers(
            layout,
            links::passOver,
            reports,
            new ConfigurationPassOvers(layout, machines),
            scheduler,
            service);
  }

  /**
   * Opens a host on its disk: loads its replicas, then talks with the other hosts. The ports stay
   * the caller's to close.
   *
   * @param deployment whose nodes are the hosts
   * @param ports of the host
   * @throws DataFolderRefused if the data folder cannot be used as it is
   * @throws IOException if the disk fails
   */
  public static HostNode open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    List<String> obstacles = IrrevocableFit.obstacles(application, deployment);
    if (!obstacles.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", obstacles));
    }
    ReplicaLayout layout = new ReplicaLayout(ports.self(), deployment);
    ProtocolReplicas machines;
    HostParts parts;
    if (deployment.replication().protocol() == Replication.Protocol.JANUS) {
      var memory =
          new tutti.engine.integrated.janus.HostMemory(
              layout.self(),
              JanusSettings.machines(
                  deployment, ports.scheduler().heap().underWay(), layout.own().size()));
      parts = HostParts.open(application, layout, ports, memory);
      machines = opened(parts, () -> new JanusMachines(parts, memory));
    } else {
      var memory =
          new tutti.engine.integrated.tapir.HostMemory(layout.self(), deployment.tapir().strict());
      parts = HostParts.open(application, layout, ports, memory);
      machines = opened(parts, () -> new TapirMachines(parts, memory));
    }
    try {
      return HostNode.start(
          application, deployment, ports, parts.health(), new IntegratedShards(parts, machines));
    } catch (IOException | RuntimeException e) {
      parts.log().close();
      throw e;
    }
  }

  /** Makes the machines over an open log, or closes that. */
  private static ProtocolReplicas opened(HostParts parts, Opening opening) throws IOException {
    try {
      return opening.open();
    } catch (IOException | RuntimeException e) {
      parts.log().close();
      throw e;
    }
  }

  private interface Opening {
    ProtocolReplicas open() throws IOException;
  }

  @Override
  public void start() {
    links.start(
        new IntegratedLinks.Takers(
            parts.configurationLogs(), machines, questions, reports, versions, passOvers));
    parts.log().onFailure(health::logFailed);
    machines.start(health::failed);
    HostWatch.begin(
        parts.ports().scheduler(),
        deployment.transactionTimeout().toNanos(),
        () -> {},
        parts.log()::giveUp);
    versions.start();
    renewal.start();
  }

  private void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    questions.status(id, deployment.transactionTimeout().toNanos(), onStatus);
  }

  private void answer(Question question, Consumer<Answer> answer) {
    switch (question) {
      case Question.Status(TransactionId id) ->
          answer.accept(new Answer.Stands(front.transactions().status(id)));
      case Question.OfBackup of -> copies.answer(of, answer);
      case Question.Progress(var only) ->
          machines.progress(
              only, underway -> answer.accept(new Answer.Progress(underway, List.of(), List.of())));
      case Question.Resolve(TransactionId id, var request) -> machines.resolve(id, request, answer);
      default -> answer.accept(new Answer.Failed("internal-error", "no such question is asked"));
    }
  }

  // --- its end ---

  /** Stops all machines; calls back when the last message was given to the network. */
  @Override
  public void halt(Runnable done) {
    machines.close();
    parts.configurationLogs().close(done);
  }

  @Override
  public void close(Consumer<Runnable> halt) {
    versions.close();
    renewal.close();
    CountDownLatch idle = new CountDownLatch(1);
    front.transactions().stop(idle::countDown);
    if (!await(idle, StopWaits.forTransactions(parts.ports().scheduler(), deployment))) {
      LOG.warn("{} transactions were still running at the end", front.inFlight());
    }
    // What is left of transactions that were told would have to be ended by other hosts.
    StopWaits.until(() -> machines.unended() == 0, GRACE_NANOS);
    CountDownLatch stopped = new CountDownLatch(1);
    halt.accept(stopped::countDown);
    await(stopped, GRACE_NANOS);
    links.close();
    parts.log().close();
  }

  // --- what is known of them ---

  @Override
  public LogKnowledge logs() {
    return new HostLogs(parts.log(), links.world());
  }

  @Override
  public List<String> missing() {
    return readiness.missing();
  }

  @Override
  public @Nullable String notReady(List<String> missing) {
    String not = readiness.stoppedShards(machines::stopped);
    if (not == null) {
      SortedMap<Integer, ReplicaStatus> replicas = replicas();
      not = readiness.notReady(replicas, missing, unled(replicas), replicas.size());
    }
    not = not == null ? versions.notReady() : not;
    not = not == null && !renewal.isOver() ? "it goes on with what the version before wrote" : not;
    return not == null ? unacted() : not;
  }

  /**
   * Returns the shards whose configuration log, by which replicas come back, has no leader here.
   */
  private static List<Integer> unled(SortedMap<Integer, ReplicaStatus> replicas) {
    return replicas.entrySet().stream()
        .filter(each -> !each.getValue().isLed())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public void passOver(int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    passOvers.order(shard, entry, by, reason, done);
  }

  private @Nullable String unacted() {
    if (!haveActed) {
      List<Integer> waiting =
          layout.own().stream()
              .filter(
                  shard -> {
                    ItemReplicaStatus status = machines.status(shard);
                    return status == null || !status.acts();
                  })
              .toList();
      haveActed = waiting.isEmpty();
      return haveActed ? null : "its replicas of shards " + waiting + " do not act yet";
    }
    return null;
  }

  @Override
  public Requests requests() {
    return front;
  }

  // --- for people and their tools ---

  @Override
  public @Nullable Spans spans(TransactionId id) {
    return front.spans().find(id);
  }

  @Override
  public void onSpans(Consumer<Spans> listener) {
    front.spans().onEnd(listener);
  }

  @Override
  public Map<String, Integer> executorCores() {
    return front.executorCores();
  }

  @Override
  public Commitments commitments() {
    return new NodesCommitments(questions, layout::name);
  }

  @Override
  public Backups backups() {
    return backups;
  }

  /** Any host answers for an actor; it is told as the one that answers, if it has a replica. */
  @Override
  public ActorPlace place(ActorId actor) {
    int shard = parts.placements().nodeOf(actor);
    List<Integer> hosts = layout.hostsOf(shard);
    int nearest = hosts.contains(layout.self()) ? layout.self() : hosts.getFirst();
    return new ActorPlace(shard, layout.name(nearest));
  }

  @Override
  public SortedMap<Integer, ReplicaStatus> replicas() {
    SortedMap<Integer, ReplicaStatus> all = new TreeMap<>();
    for (int shard : layout.own()) {
      ReplicaStatus view = parts.configurationLogs().view(shard);
      ItemReplicaStatus status = machines.status(shard);
      all.put(shard, view == null || status == null ? BEGINS : state(shard, view, status));
    }
    return Collections.unmodifiableSortedMap(all);
  }

  private ReplicaStatus state(int shard, ReplicaStatus log, ItemReplicaStatus status) {
    StoppedShard at = machines.stopped(shard);
    boolean joins = log.votes() && !status.votes();
    return log.with(
        at != null ? ReplicaStatus.STOPPED : joins ? "joining" : log.phase(),
        log.votes() && status.votes(),
        at != null ? at.entry() : log.chosen(),
        0,
        parts.log().held(shard) + parts.log().heldByIntegrated(shard));
  }

  @Override
  public void replicas(Consumer<List<HostReplicas>> done) {
    reports.gather(done);
  }

  /** The replica of the configuration log, which votes if that of the shard is a member, too. */
  @Override
  public @Nullable ReplicaStatus view(int shard) {
    ReplicaStatus log = parts.configurationLogs().view(shard);
    ItemReplicaStatus status = machines.status(shard);
    return log == null || status == null ? null : state(shard, log, status);
  }

  /** Returns how many memories replicas here have taken over from other hosts. */
  public long installed() {
    return statuses().stream().mapToLong(ItemReplicaStatus::installed).sum();
  }

  /** Returns the machines of this host: for simulations. */
  public ProtocolReplicas machines() {
    return machines;
  }

  @Override
  public NodeStatistics statistics() {
    return front.statistics(
        new IntegratedFront.Below(
            statuses().stream().mapToLong(ItemReplicaStatus::items).sum(),
            statuses().stream().mapToLong(ItemReplicaStatus::images).sum(),
            machines.coordinating(),
            new NodeStatistics.Integrated(
                statuses().stream().mapToLong(ItemReplicaStatus::open).sum(),
                machines.leftOut(),
                machines.counted()),
            parts.log().statistics(),
            links.statistics()));
  }

  private List<ItemReplicaStatus> statuses() {
    List<ItemReplicaStatus> all = new ArrayList<>();
    for (int shard : layout.own()) {
      ItemReplicaStatus status = machines.status(shard);
      if (status != null) {
        all.add(status);
      }
    }
    return all;
  }
}
