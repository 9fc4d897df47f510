package tutti.engine.distribution;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Optimisation;
import tutti.engine.distribution.member.BranchContext;
import tutti.engine.distribution.member.Branches;
import tutti.engine.distribution.member.CommitContext;
import tutti.engine.distribution.member.CommitMembers;
import tutti.engine.distribution.member.InDoubtStart;
import tutti.engine.distribution.member.LocalWaits;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.distribution.operator.HeuristicResolver;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.PeerIncarnations;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Resolutions;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.Holdings;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.Probes;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Timing;

/**
 * A node among other nodes: the parts of this package, made for one node. Thread-safe.
 *
 * <p>After a distribution is made, the members that recovery found go on ({@link #recovery}). Then
 * {@link #branches} follows immediately; or {@link InDoubtStart#resolve} comes first, if
 * transactions in doubt must be decided before anything runs.
 */
public final class Distribution {
  private static final long IDLE_POLL_NANOS = 5_000_000;

  /**
   * The greatest wait between two tries, as a multiple of the first wait: each wait doubles the one
   * before.
   */
  private static final int LONGEST_WAIT = 16;

  private final Setting setting;
  private final Peers peers;
  private final CommitContext context;
  private final CommitMembers members;
  private final Holdings holdings;
  private final InDoubtStart recovery;
  private final ProgressReport report;
  private final Calls calls;
  private final Greeting greeting;
  private final PeerDispatcher dispatcher;

  /**
   * The setting of a node among others.
   *
   * @param folder names its data folder; 0 if it has none
   * @param incarnation how often it has started on it
   * @param start drawn at random at this start
   * @param memory of its peers
   * @param records writes records of what recovery found, as its application did
   * @param late the outcomes that clients may still ask for, of transactions that recovery found
   * @param resolutions all resolutions by hand that were ever made on this node
   * @param appended is told the journal's end after every record
   * @param snapshots the node's epoch
   */
  public record Setting(
      Deployment deployment,
      Directory directory,
      int self,
      Transport transport,
      Scheduler scheduler,
      StepQueue service,
      Journal journal,
      CheckpointGate gate,
      History history,
      boolean awaitDurable,
      long folder,
      long incarnation,
      long start,
      PeerStore memory,
      RecordFormat records,
      BiFunction<TransactionId, OwnPart, @Nullable LateOutcome> late,
      Resolutions resolutions,
      LongConsumer appended,
      Snapshots snapshots) {}

  /** The rest of the node, as other nodes use it. */
  public interface Server {
    /** Answers a question of another node; the answer may be given on any thread, or never. */
    void answer(int from, PeerMessage.Question question, Consumer<PeerMessage.Answer> answer);

    /** Returns the {@link PeerMessage.Response#answered} of a response. */
    long answersSoFar();

    /** Hears that another node has started anew. */
    void restarted(int node);

    /** Hears that this node must stop: its peers know that its data is older than its promises. */
    void refused(String why);
  }

  public Distribution(Setting setting) {
    this.setting = setting;
    List<String> names = setting.deployment().nodes().stream().map(NodeAddress::name).toList();
    MessageFormat format = new MessageFormat(setting.directory().application());
    this.greeting =
        new Greeting(
            MessageFormat.VERSION,
            Greeting.hash(setting.directory().application()),
            setting.deployment().fingerprint(),
            setting.folder(),
            setting.incarnation(),
            setting.start(),
            setting.journal().end());
    this.peers =
        new Peers(
            setting.transport(),
            format,
            names,
            setting.self(),
            new PeerIncarnations(greeting, setting.memory()));
    Timing timing = timing();
    this.context =
        new CommitContext(
            peers,
            setting.deployment().protocol(),
            setting.deployment().ablation().has(Optimisation.EARLY_VOTES),
            new NodeView(setting.self(), names.size(), timing),
            setting.scheduler(),
            setting.service(),
            setting.journal(),
            new RecordFormat(setting.directory().application()),
            setting.gate(),
            setting.history(),
            setting.appended(),
            setting.memory(),
            setting.snapshots(),
            setting.resolutions(),
            setting.late());
    this.members = new CommitMembers(context);
    this.holdings = new Holdings(setting.directory(), setting.gate(), setting.scheduler());
    this.recovery =
        new InDoubtStart(context, members, setting.directory(), holdings, setting.records());
    this.report = new ProgressReport(context, members);
    this.calls =
        new Calls(peers, setting.scheduler(), setting.service(), timing, setting.incarnation());
    this.dispatcher = new PeerDispatcher(context, members, calls);
  }

  private Timing timing() {
    long retry = setting.deployment().twoPhase().retry().toNanos();
    long bound = setting.deployment().commitment().delayBound().toNanos();
    return new Timing(retry, retry * LONGEST_WAIT, bound);
  }

  /** Begins to talk. The calls of {@link #recovery} and {@link #branches} come before. */
  public void start(Server rest) {
    dispatcher.begin(rest);
    setting.transport().start(greeting.write(), dispatcher);
  }

  /** Lets other nodes' transactions in. */
  public void branches(ActorRequests requests, Waiters waiters, Procedures procedures) {
    Branches made =
        new Branches(
            new BranchContext(
                context,
                members,
                setting.directory(),
                holdings,
                requests,
                procedures,
                setting.awaitDurable()),
            setting.incarnation());
    Probes chasing =
        new Probes(
            setting.self(),
            peers.count(),
            new LocalWaits(waiters, members),
            new Probes.Out() {
              @Override
              public void send(int node, Probe probe) {
                peers.send(node, new PeerMessage.Chase(probe));
              }

              @Override
              public void send(int node, StopVictim stop) {
                peers.send(node, new PeerMessage.Stop(stop));
              }
            });
    waiters.eachRound(chasing::look);
    dispatcher.admit(made, chasing);
  }

  /**
   * Lets no new branches in; {@code idle} is called when nothing is left: immediately, or later.
   */
  public void stop(Runnable idle) {
    dispatcher.stop();
    awaitIdle(idle);
  }

  private void awaitIdle(Runnable idle) {
    if (members.count(false) == 0 && members.count(true) == 0) {
      idle.run();
    } else {
      setting.scheduler().after(IDLE_POLL_NANOS, setting.service(), () -> awaitIdle(idle));
    }
  }

  // --- its parts ---

  /** Returns the nodes of the deployment, as this one talks to them. */
  public Peers peers() {
    return peers;
  }

  /** Returns the members of commitments here. */
  public CommitMembers members() {
    return members;
  }

  /** Returns the questions that this node asks others for its clients. */
  public Calls calls() {
    return calls;
  }

  /** Returns the start of the members that recovery found. */
  public InDoubtStart recovery() {
    return recovery;
  }

  /** Returns the view of the commitments here for people. */
  public ProgressReport report() {
    return report;
  }

  /** Ends this node's part of a transaction in doubt as a person says. */
  public void resolve(
      TransactionId id, ResolutionRequest request, Consumer<PeerMessage.Answer> done) {
    new HeuristicResolver(context, members).resolve(id, request, done);
  }

  // --- other nodes ---

  /**
   * Returns the nodes that this one waits for before it says that it is ready, in words, or null.
   */
  public @Nullable String awaited() {
    return dispatcher.awaited();
  }

  public boolean congested() {
    return peers.congested() || setting.scheduler().injects(FaultPoint.NETWORK_CONGESTED);
  }

  /** Returns the number of victims of deadlocks over several nodes that were stopped here. */
  public long deadlocks() {
    return dispatcher.deadlocks();
  }

  public TransportStatistics traffic() {
    return setting.transport().statistics();
  }
}
