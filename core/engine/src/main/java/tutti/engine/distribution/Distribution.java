package tutti.engine.distribution;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
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
import tutti.engine.distribution.message.World;
import tutti.engine.distribution.message.World.Begun;
import tutti.engine.distribution.message.World.Starts;
import tutti.engine.distribution.operator.HeuristicResolver;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.PeerIncarnations;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.Holdings;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.Probes;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.TransportStatistics;
import tutti.model.Application;
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

  private final DistributionContext node;
  private final Peers peers;
  private final CommitContext context;
  private final CommitMembers members;
  private final Holdings holdings;
  private final InDoubtStart recovery;
  private final ProgressReport report;
  private final Calls calls;
  private final Greeting greeting;
  private final PeerDispatcher dispatcher;
  private volatile Starts starts = Starts.NONE;

  /** The rest of the node, as other nodes use it. */
  public interface Server {
    /** Answers a question of another node; the answer may be given on any thread, or never. */
    void answer(int from, PeerMessage.Question question, Consumer<PeerMessage.Answer> answer);

    /**
     * Refuses a transaction that another node sends on, and whose values could not be made here.
     * The transaction does not happen, unless it has come before.
     *
     * @param submit the request, in which a stand-in replaces these values
     */
    void refuse(
        int from,
        PeerMessage.Question.Submit submit,
        Reason.Unavailable why,
        Consumer<PeerMessage.Answer> answer);

    /** Returns the {@link PeerMessage.Response#answered} of a response. */
    long answersSoFar();

    /** Hears that another node has started anew. */
    void restarted(int node);

    /**
     * Handles the news that this node must stop, since its peers know that its data is older than
     * its promises.
     */
    void refused(String why);
  }

  public Distribution(DistributionContext node) {
    this.node = node;
    Application application = node.directory().application();
    NodeIdentity identity = node.identity();
    List<String> names = node.settings().nodes();
    this.greeting =
        new Greeting(
            MessageFormat.VERSION,
            Greeting.hash(application),
            node.settings().agreed(),
            identity.folder(),
            identity.incarnation(),
            identity.start(),
            node.log().journal().end(),
            World.NONE);
    this.peers =
        new Peers(
            node.transport(),
            new MessageFormat(application),
            names,
            node.settings().fronts(),
            identity.node(),
            new PeerIncarnations(greeting, node.recovered().peers()));
    Timing timing = node.settings().timing();
    this.context =
        new CommitContext(
            peers,
            new NodeView(identity.node(), names.size(), timing),
            node.settings().protocol(),
            node.settings().asking(),
            node.runtime(),
            node.log(),
            node.recovered(),
            node.snapshots());
    this.members = new CommitMembers(context);
    this.holdings = new Holdings(node.directory(), node.log().gate(), node.runtime().scheduler());
    this.recovery = new InDoubtStart(context, members, node.directory(), holdings);
    this.report = new ProgressReport(context, members);
    this.calls =
        new Calls(
            peers,
            node.runtime().scheduler(),
            node.runtime().service(),
            timing,
            node.identity().incarnation());
    this.dispatcher = new PeerDispatcher(context, members, calls);
  }

  /**
   * Counts this start for other nodes, to which each message reports how far the log is durable.
   * Called by a node with a folder, before any message is sent.
   *
   * @param end the end of the log, as it was found
   */
  public void begins(long end) throws IOException {
    PeerLogs logs = node.recovered().peers().logs();
    if (logs != null) {
      long start = node.identity().start();
      starts = logs.begins(new Begun(start, end));
      peers.tell(start, node.log().journal()::durable);
    }
  }

  /** Returns whether a timer is set to keep what others have told of their logs. */
  public boolean keepsSoon() {
    return dispatcher.keepsSoon();
  }

  /** Begins to talk. The calls of {@link #recovery} and {@link #branches} come before. */
  public void start(Server rest) {
    dispatcher.begin(rest);
    PeerStore folders = node.recovered().peers();
    node.transport()
        .start(() -> greeting.within(World.ofNode(folders.folders(), starts)).write(), dispatcher);
  }

  /** Admits branches of other nodes' transactions from now on. */
  public void branches(ActorRequests requests, Waiters waiters, Procedures procedures) {
    Branches made =
        new Branches(
            new BranchContext(context, members, node.directory(), holdings, requests, procedures),
            node.identity().incarnation());
    Probes chasing =
        new Probes(
            node.identity().node(),
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
   * Refuses new branches from now on; {@code idle} is called when no branch is left, perhaps before
   * this returns.
   */
  public void stop(Runnable idle) {
    dispatcher.stop();
    awaitIdle(idle);
  }

  /**
   * Calls {@code idle} when no question to another node is open any more: immediately, or later.
   */
  public void awaitAnswers(Runnable idle) {
    if (calls.size() == 0) {
      idle.run();
    } else {
      node.runtime()
          .scheduler()
          .after(IDLE_POLL_NANOS, node.runtime().service(), () -> awaitAnswers(idle));
    }
  }

  private void awaitIdle(Runnable idle) {
    if (members.count(false) == 0 && members.count(true) == 0) {
      idle.run();
    } else {
      node.runtime()
          .scheduler()
          .after(IDLE_POLL_NANOS, node.runtime().service(), () -> awaitIdle(idle));
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
   * Returns, in words, the nodes that this one waits for before it reports that it is ready; null
   * if none.
   */
  public @Nullable String awaited() {
    return dispatcher.awaited();
  }

  public boolean congested() {
    return peers.congested() || node.runtime().scheduler().injects(FaultPoint.NETWORK_CONGESTED);
  }

  /** Returns the number of victims of deadlocks over several nodes that were stopped here. */
  public long deadlocks() {
    return dispatcher.deadlocks();
  }

  public TransportStatistics traffic() {
    return node.transport().statistics();
  }
}
