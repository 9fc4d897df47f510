package tutti.engine.distribution;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Probe;
import tutti.engine.transaction.Probes;
import tutti.engine.transaction.Procedures;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.StopVictim;
import tutti.engine.transaction.Unfinished;
import tutti.engine.transaction.Waiters;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.model.MalformedData;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.twophase.Message;

/**
 * A node among others: gives every message that comes to whoever it is for. Thread-safe.
 *
 * <p>Its life: made; {@link #decisions} go on; then either {@link #branches} at once, or, if what
 * is in doubt must be decided before anything runs, {@link #resolve} first.
 */
public final class Distribution implements Receiver, InProgress {
  private static final Logger LOG = LoggerFactory.getLogger(Distribution.class);

  private static final long IDLE_POLL_NANOS = 5_000_000;

  /** A wait between two tries doubles up to so many times the first. */
  private static final int LONGEST_WAIT = 16;

  private final Setting setting;
  private final Peers peers;
  private final Coordinations coordinations;
  private final Calls calls;
  private final Acquaintances acquaintances;
  private final Greeting greeting;
  private final Map<BranchKey, Resolving> resolving = new ConcurrentHashMap<>();
  private volatile @Nullable Server server;
  private volatile @Nullable Branches branches;
  private volatile @Nullable Probes probes;
  private volatile @Nullable Runnable resolved;
  private volatile boolean stopping;

  /**
   * What a node is to others.
   *
   * @param folder names its data folder; 0 if it has none
   * @param incarnation how often it has started on it
   * @param start drawn at random at this start
   * @param memory of its peers
   * @param appended is told the journal's end after every record
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
      PeerMemory memory,
      LongConsumer appended) {}

  /** The rest of the node, as other nodes use it. */
  public interface Server {
    /** Answers a question of another node; the answer may be given on any thread, or never. */
    void answer(int from, PeerMessage.Question question, Consumer<PeerMessage.Answer> answer);

    /** This node must not go on: its peers know that its data is not what it promised. */
    void refused(String why);
  }

  public Distribution(Setting setting) {
    this.setting = setting;
    List<String> names = setting.deployment().nodes().stream().map(NodeAddress::name).toList();
    MessageFormat format = new MessageFormat(setting.directory().application());
    this.peers = new Peers(setting.transport(), format, names, setting.self());
    this.coordinations =
        new Coordinations(
            peers,
            new Coordinations.Means(
                setting.scheduler(),
                setting.service(),
                setting.journal(),
                records(),
                setting.gate(),
                timing(),
                setting.appended(),
                setting.memory()));
    this.calls =
        new Calls(peers, setting.scheduler(), setting.service(), timing(), setting.incarnation());
    this.greeting =
        new Greeting(
            MessageFormat.VERSION,
            Greeting.hash(setting.directory().application()),
            setting.deployment().fingerprint(),
            setting.folder(),
            setting.incarnation(),
            setting.start(),
            setting.journal().end());
    this.acquaintances = new Acquaintances(greeting, setting.memory());
  }

  private RecordFormat records() {
    return new RecordFormat(setting.directory().application());
  }

  private Timing timing() {
    long retry = setting.deployment().twoPhase().retry().toNanos();
    return new Timing(retry, retry * LONGEST_WAIT);
  }

  public Remote remote() {
    return coordinations;
  }

  public Calls calls() {
    return calls;
  }

  /** Begins to talk. What {@link #decisions} and {@link #branches} are given comes before. */
  public void start(Server rest) {
    server = rest;
    setting.transport().start(greeting.write(), this);
  }

  /** Goes on with decisions that recovery found without their end. */
  public void decisions(List<Unfinished> unfinished) {
    coordinations.recovered(unfinished);
  }

  /** Lets other nodes' transactions in; {@link #found} and {@link #resume} follow at once. */
  public void branches(Asker asker, Waiters waiters, Procedures procedures) {
    Branches made =
        new Branches(
            new Branches.Means(
                peers,
                setting.directory(),
                setting.scheduler(),
                asker,
                procedures,
                setting.journal(),
                records(),
                setting.gate(),
                setting.history(),
                timing(),
                setting.awaitDurable(),
                setting.appended(),
                setting.memory()),
            setting.incarnation());
    Probes chasing =
        new Probes(
            setting.self(),
            peers.count(),
            new LocalWaits(waiters, made, coordinations),
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
    probes = chasing;
    branches = made;
  }

  private void chase(Consumer<Probes> step) {
    Probes chasing = probes;
    if (chasing != null) {
      setting.service().step(() -> step.accept(chasing));
    }
  }

  private Server serve() {
    return Objects.requireNonNull(server, "nothing comes before the start");
  }

  private Branches open() {
    Branches known = branches;
    if (known == null) {
      throw new IllegalStateException("branches are not let in yet");
    }
    return known;
  }

  /** Who holds what a branch held that recovery found. */
  public Participant found(PreparedBranch branch) {
    return open().found(branch);
  }

  /** Goes on with branches whose claims have been reinstated. */
  public void resume(Map<BranchKey, List<Claim>> reinstated) {
    reinstated.forEach((key, claims) -> open().resume(key, claims));
  }

  /** Lets no new branches in; {@code idle} is called once nothing is left: at once, or later. */
  public void stop(Runnable idle) {
    stopping = true;
    awaitIdle(idle);
  }

  private void awaitIdle(Runnable idle) {
    if (branchesNow() == 0 && coordinating() == 0) {
      idle.run();
    } else {
      setting.scheduler().after(IDLE_POLL_NANOS, setting.service(), () -> awaitIdle(idle));
    }
  }

  // --- what must be decided before anything runs ---

  /** A branch of which the coordinator is asked. */
  private record Resolving(PreparedBranch branch, Decided decided) {}

  /** Told what a coordinator has decided. */
  @FunctionalInterface
  public interface Decided {
    void decided(BranchKey key, boolean commit, long decisionLsn);
  }

  /**
   * Asks how these branches ended, until all is known.
   *
   * @param decided is told each, in a step of the service queue
   * @param done is called after the last, there
   */
  public void resolve(List<PreparedBranch> inDoubt, Decided decided, Runnable done) {
    resolved = done;
    inDoubt.forEach(branch -> resolving.put(branch.key(), new Resolving(branch, decided)));
    setting.service().step(this::inquire);
  }

  private void inquire() {
    if (resolving.isEmpty()) {
      return;
    }
    for (Resolving each : resolving.values()) {
      PreparedBranch branch = each.branch();
      peers.send(
          branch.key().id().coordinator(),
          new PeerMessage.ToCoordinator(
              branch.key(), branch.nonce(), branch.voteLsn(), new Message.Inquire()));
    }
    setting.scheduler().after(timing().retryNanos(), setting.service(), this::inquire);
  }

  /** For whom the start waits, in words. */
  public String resolvingWith() {
    return String.join(
        ", ",
        resolving.keySet().stream()
            .map(key -> key + " of " + peers.name(key.id().coordinator()))
            .sorted()
            .toList());
  }

  private void resolve(PeerMessage.ToParticipant message) {
    if (message.message() instanceof Message.Decide(boolean commit)) {
      setting
          .service()
          .step(
              () -> {
                Resolving it = resolving.get(message.key());
                if (it != null && Branches.isFor(it.branch().nonce(), message)) {
                  resolving.remove(message.key());
                  it.decided().decided(message.key(), commit, message.lsn());
                  Runnable done = resolved;
                  if (resolving.isEmpty() && done != null) {
                    resolved = null;
                    done.run();
                  }
                }
              });
    }
  }

  // --- from the transport ---

  @Override
  public @Nullable String greeted(int node, byte[] bytes) {
    Greeting it;
    try {
      it = Greeting.read(bytes);
    } catch (MalformedData malformed) {
      return "its greeting cannot be read: " + malformed.getMessage();
    }
    Acquaintances.Judgement judgement;
    try {
      judgement = acquaintances.judge(node, it);
    } catch (UncheckedIOException disk) {
      return "this node cannot write down whom it met: " + disk.getMessage();
    }
    Branches known = branches;
    if (judgement.restarted() && known != null) {
      known.restarted(node);
    }
    return judgement.refusal();
  }

  @Override
  public void refused(int node, String why) {
    if (why.startsWith(Acquaintances.STALE)) {
      serve().refused(peers.name(node) + " refuses this node: " + why);
    }
  }

  @Override
  public void connected(int node) {
    LOG.info("{} is connected", peers.name(node));
    coordinations.connected(node);
    Branches known = branches;
    if (known != null) {
      known.connected(node);
    }
    calls.connected(node);
  }

  @Override
  public void disconnected(int node, String why) {
    LOG.info("{} is disconnected: {}", peers.name(node), why);
  }

  @Override
  public void received(int node, byte[] bytes, int offset, int length) {
    PeerMessage message = peers.read(bytes, offset, length);
    switch (message) {
      case PeerMessage.Ask it -> {
        Branches known = branches;
        if (known != null && !(stopping && it.round().nonce() == 0)) {
          known.execute(node, it);
        } else if (known != null) {
          known.turnAway(node, it);
        }
      }
      case PeerMessage.Executed it -> coordinations.executed(node, it);
      case PeerMessage.ToParticipant it -> {
        Branches known = branches;
        if (known != null) {
          known.received(node, it);
        } else {
          resolve(it);
        }
      }
      case PeerMessage.ToCoordinator it -> coordinations.received(node, it);
      case PeerMessage.Chase(Probe probe) -> chase(it -> it.received(probe));
      case PeerMessage.Stop(StopVictim stop) -> chase(it -> it.received(stop));
      case PeerMessage.Request(long number, var question) ->
          serve()
              .answer(
                  node,
                  question,
                  answer -> peers.send(node, new PeerMessage.Response(number, answer)));
      case PeerMessage.Response it -> calls.answered(it);
    }
  }

  // --- for checkpoints ---

  @Override
  public void prepared(long before, Consumer<Prepared> sink) {
    Branches known = branches;
    if (known != null) {
      known.prepared(sink);
    }
  }

  @Override
  public void unfinished(Consumer<Unfinished> sink) {
    coordinations.unfinished(sink);
  }

  // --- for people ---

  /** For whom a transaction that runs here waits, in words, or null if for no other node. */
  public @Nullable String waitsFor(TransactionId id) {
    return coordinations.waitsFor(id);
  }

  /** What has voted Yes here and waits for its coordinator. */
  public List<Branches.InDoubt> inDoubt() {
    Branches known = branches;
    return known == null ? List.of() : new ArrayList<>(known.inDoubt());
  }

  /** How often another node had started when it was met last; 0 if it was not met. */
  public long incarnationOf(int node) {
    return acquaintances.incarnationOf(node);
  }

  /** As people know a node. */
  public String name(int node) {
    return peers.name(node);
  }

  public boolean has(int node) {
    return peers.has(node);
  }

  public boolean congested() {
    return peers.congested() || setting.scheduler().provoked(Place.NETWORK_CONGESTED);
  }

  public int nodes() {
    return peers.count();
  }

  /** Transactions over several nodes that this node coordinates now. */
  public int coordinating() {
    return coordinations.size();
  }

  /** Branches here of other nodes' transactions. */
  public int branchesNow() {
    Branches known = branches;
    return known == null ? 0 : known.size();
  }

  /** Victims of deadlocks over several nodes that were stopped here. */
  public long deadlocks() {
    Probes chasing = probes;
    return chasing == null ? 0 : chasing.found();
  }

  public TransportStatistics traffic() {
    return setting.transport().statistics();
  }
}
