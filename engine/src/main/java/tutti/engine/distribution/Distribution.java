package tutti.engine.distribution;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
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
import tutti.engine.deployment.Optimisation;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.LogRecord;
import tutti.engine.transaction.OwnPart;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Probe;
import tutti.engine.transaction.Probes;
import tutti.engine.transaction.Procedures;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.Resolution;
import tutti.engine.transaction.Resolutions;
import tutti.engine.transaction.StopVictim;
import tutti.engine.transaction.Unfinished;
import tutti.engine.transaction.Waiters;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.model.ActorId;
import tutti.model.MalformedData;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Timing;

/**
 * A node among other nodes: it gives every message to the part that it is meant for. Thread-safe.
 *
 * <p>After a distribution is made, the {@link #recovered} machines go on. Then {@link #branches}
 * follows immediately; or {@link #resolve} comes first, if transactions in doubt must be decided
 * before anything runs.
 */
public final class Distribution implements Receiver, InProgress {
  private static final Logger LOG = LoggerFactory.getLogger(Distribution.class);

  private static final long IDLE_POLL_NANOS = 5_000_000;

  /**
   * The greatest wait between two tries, as a multiple of the first wait: each wait doubles the one
   * before.
   */
  private static final int LONGEST_WAIT = 16;

  private final Setting setting;
  private final Peers peers;
  private final Coordinations coordinations;
  private final Calls calls;
  private final Acquaintances acquaintances;
  private final Meetings meetings;
  private final Greeting greeting;
  private final Ground ground;
  private final Machines machines;

  /** Members that must end before anything runs. */
  private final Map<BranchKey, Reinstated> resolving = new ConcurrentHashMap<>();

  private volatile @Nullable Server server;
  private volatile @Nullable Branches branches;
  private volatile @Nullable Probes probes;
  private volatile @Nullable Runnable resolved;
  private volatile boolean stopping;

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
      PeerMemory memory,
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
    this.peers = new Peers(setting.transport(), format, names, setting.self());
    Timing timing = timing();
    this.ground =
        new Ground(
            peers,
            setting.deployment().protocol(),
            setting.deployment().ablation().has(Optimisation.EARLY_VOTES),
            new Self(setting.self(), names.size(), timing),
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
    this.machines = new Machines(ground);
    this.coordinations = new Coordinations(ground);
    this.calls =
        new Calls(peers, setting.scheduler(), setting.service(), timing, setting.incarnation());
    peers.loop(message -> setting.service().step(() -> received(setting.self(), message)));
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
    this.meetings = new Meetings(peers, setting.scheduler());
  }

  private Timing timing() {
    long retry = setting.deployment().twoPhase().retry().toNanos();
    long bound = setting.deployment().commitment().delayBound().toNanos();
    return new Timing(retry, retry * LONGEST_WAIT, bound);
  }

  public Remote remote() {
    return coordinations;
  }

  public Calls calls() {
    return calls;
  }

  /** Begins to talk. The calls of {@link #recovered} and {@link #branches} come before. */
  public void start(Server rest) {
    server = rest;
    meetings.begin();
    setting.transport().start(greeting.write(), this);
  }

  /** Goes on with machines that recovery found and that hold nothing. */
  public void recovered(List<Unfinished> unfinished) {
    machines.recovered(unfinished);
  }

  /** Lets other nodes' transactions in; {@link #found} and {@link #resume} follow immediately. */
  public void branches(Asker asker, Waiters waiters, Procedures procedures) {
    Branches made =
        new Branches(
            new Branches.Means(
                ground, machines, setting.directory(), asker, procedures, setting.awaitDurable()),
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

  /**
   * Returns the participant that again holds the claims of a member that recovery found in doubt;
   * {@link #resume} follows.
   */
  public Participant found(PreparedBranch member) {
    return add(member, queueOf(member.work()), (unused, commit, decision, lsn, remembered) -> {});
  }

  /**
   * Returns the queue of one of the member's actors here; a coordinator may have changed and looked
   * at none.
   */
  private StepQueue queueOf(LogRecord.BranchWork work) {
    if (work.effects().isEmpty() && work.looks().isEmpty()) {
      return setting.service();
    }
    ActorId actor =
        work.effects().isEmpty()
            ? work.looks().getFirst().actor()
            : work.effects().getFirst().call().target();
    return setting.directory().containerOf(actor).route(actor);
  }

  private Reinstated add(PreparedBranch member, StepQueue queue, Decided decided) {
    Reinstated made =
        new Reinstated(
            ground.with(setting.records()),
            machines,
            member,
            setting.directory(),
            queue,
            decided,
            ground.lateOutcome(member.key().id(), member.own()));
    machines.add(made);
    return made;
  }

  /** Goes on with members whose claims have been reinstated. */
  public void resume(Map<BranchKey, List<Claim>> reinstated) {
    reinstated.forEach(
        (key, claims) -> {
          if (machines.member(key) instanceof Reinstated member) {
            member.holds(claims);
            member.queue.step(member::resume);
          }
        });
  }

  /**
   * Lets no new branches in; {@code idle} is called when nothing is left: immediately, or later.
   */
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

  // --- members that must be decided before anything runs ---

  /** A listener that is told how a member has ended. */
  @FunctionalInterface
  public interface Decided {
    /**
     * Hears how a member has ended.
     *
     * @param decisionLsn where the decision stands in the coordinator's log, if that is known
     * @param lsn of the record that it has committed
     * @param remembered the machine that must still be remembered, or null
     */
    void decided(
        PreparedBranch member,
        boolean commit,
        long decisionLsn,
        long lsn,
        @Nullable Unfinished remembered);
  }

  /**
   * Lets these members find out how they ended, until all have.
   *
   * @param decided is told each, in a step of the service queue
   * @param done is called after the last, there
   */
  public void resolve(List<PreparedBranch> inDoubt, Decided decided, Runnable done) {
    resolved = done;
    for (PreparedBranch each : inDoubt) {
      resolving.put(
          each.key(),
          add(
              each,
              setting.service(),
              (member, commit, decision, lsn, remembered) -> {
                decided.decided(member, commit, decision, lsn, remembered);
                resolved(member.key());
              }));
    }
    resolving.values().forEach(member -> setting.service().step(member::resume));
  }

  private void resolved(BranchKey key) {
    resolving.remove(key);
    Runnable done = resolved;
    if (resolving.isEmpty() && done != null) {
      resolved = null;
      done.run();
    }
  }

  /** Returns the nodes that the start waits for, in words. */
  public String resolvingWith() {
    return String.join(
        ", ",
        resolving.keySet().stream()
            .map(key -> key + " of " + peers.name(key.id().coordinator()))
            .sorted()
            .toList());
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
      known.restarted(node, it.keepsNothing());
      serve().restarted(node);
    }
    String refusal = judgement.refusal();
    if (refusal != null) {
      meetings.refused(node, refusal);
    }
    return refusal;
  }

  @Override
  public void refused(int node, String why) {
    meetings.refused(node, "it refuses this node: " + why);
    if (why.startsWith(Acquaintances.STALE)) {
      serve().refused(peers.name(node) + " refuses this node: " + why);
    }
  }

  @Override
  public void connected(int node) {
    LOG.info("{} is connected", peers.name(node));
    meetings.met(node);
    machines.connected(node);
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
    received(node, peers.read(bytes, offset, length));
  }

  private void received(int node, PeerMessage message) {
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
      case PeerMessage.Commit it -> committing(node, it);
      case PeerMessage.Chase(Probe probe) -> chase(it -> it.received(probe));
      case PeerMessage.Stop(StopVictim stop) -> chase(it -> it.received(stop));
      case PeerMessage.Request(long number, var question) ->
          serve().answer(node, question, answer -> respond(node, number, answer));
      case PeerMessage.Response it -> calls.answered(node, it);
    }
  }

  /** Answers the node that has asked, immediately; a long answer is replaced by a short one. */
  private void respond(int node, long number, PeerMessage.Answer answer) {
    try {
      peers.send(node, new PeerMessage.Response(number, answer, serve().answersSoFar()));
    } catch (IllegalArgumentException tooLong) {
      LOG.warn("{} cannot be answered: {}", peers.name(node), tooLong.getMessage());
      PeerMessage.Answer instead = TooLong.instead(answer, peers.ownName(), tooLong);
      peers.send(node, new PeerMessage.Response(number, instead, serve().answersSoFar()));
    }
  }

  private void committing(int from, PeerMessage.Commit message) {
    if (machines.received(from, message)) {
      return;
    }
    Branches known = branches;
    boolean here = message.key().id().coordinator() == setting.self();
    boolean heard =
        here
            ? coordinations.received(from, message)
            : known != null && known.received(from, message);
    if (!heard) {
      peers.answerUnknown(ground.self(), from, message);
    }
  }

  // --- for checkpoints ---

  @Override
  public void prepared(long before, Consumer<Prepared> sink) {
    machines.prepared(sink);
    coordinations.prepared(sink);
    Branches known = branches;
    if (known != null) {
      known.prepared(sink);
    }
  }

  @Override
  public void unfinished(Consumer<Unfinished> sink) {
    machines.unfinished(sink);
    coordinations.unfinished(sink);
    Branches known = branches;
    if (known != null) {
      known.unfinished(sink);
    }
  }

  // --- for people ---

  /** Gives the machines that are in progress here, oldest first, and all resolutions by hand. */
  public void progress(@Nullable TransactionId only, Consumer<PeerMessage.Answer.Progress> done) {
    Look look = new Look(new Views(ground));
    Branches known = branches;
    for (Coordinated each : coordinations.all()) {
      if (isWanted(only, each.key())) {
        look.at(each.queue(), each::view);
      }
    }
    for (Branch each : known == null ? List.<Branch>of() : known.all()) {
      if (isWanted(only, each.key())) {
        look.at(each.queue(), each::view);
      }
    }
    for (Kept each : machines.all()) {
      if (isWanted(only, each.key())) {
        look.at(each.queue, each::view);
      }
    }
    look.go(
        setting.scheduler(),
        setting.service(),
        underway ->
            done.accept(
                new PeerMessage.Answer.Progress(
                    underway,
                    ground.resolutions().all().stream()
                        .filter(each -> isWanted(only, each.key()))
                        .map(Resolution::forPeople)
                        .toList())));
  }

  private static boolean isWanted(@Nullable TransactionId only, BranchKey key) {
    return only == null || only.equals(key.id());
  }

  /** Ends this node's part of a transaction in doubt as a person says. */
  public void resolve(TransactionId id, Order order, Consumer<PeerMessage.Answer> done) {
    new ByHand(ground, machines, coordinations).resolve(id, order, branches, done);
  }

  /** Returns how many machines are in each phase; from any thread, without waiting for any. */
  public Map<PhaseCount.Of, Integer> phases() {
    PhaseCount count = new PhaseCount();
    String usual = ground.protocol().name();
    coordinations.all().forEach(each -> count.add(usual, Role.COORDINATOR, each.commitment()));
    Branches known = branches;
    if (known != null) {
      known.all().forEach(each -> count.add(usual, Role.PARTICIPANT, each.commitment()));
    }
    machines
        .all()
        .forEach(each -> count.add(each.protocol().name(), each.role(), each.commitment()));
    return count.all();
  }

  /** Returns for how long the oldest part in doubt has been so since this start, in nanoseconds. */
  public long oldestDoubtNanos() {
    long now = setting.scheduler().nanos();
    long oldest = now;
    Branches known = branches;
    for (Branch each : known == null ? List.<Branch>of() : known.all()) {
      if (each.status() == Participant.Status.PREPARED) {
        oldest = Math.min(oldest, each.commitment().since());
      }
    }
    for (Coordinated each : coordinations.all()) {
      if (each.prepared() != null) {
        oldest = Math.min(oldest, each.commitment().since());
      }
    }
    for (Reinstated each : machines.inDoubt()) {
      oldest = Math.min(oldest, each.commitment().since());
    }
    return now - oldest;
  }

  /** Returns all resolutions by hand that were ever made on this node. */
  public List<Resolution> resolutions() {
    return ground.resolutions().all();
  }

  /** Returns a node's name in the deployment. */
  public String plainName(int node) {
    return peers.plainName(node);
  }

  /** Returns the nodes that a transaction that runs here waits for, in words, or null if none. */
  public @Nullable String waitsFor(TransactionId id) {
    return coordinations.waitsFor(id);
  }

  /**
   * Returns the members that have voted Yes here and do not know how they end: parts of other
   * nodes' transactions, and of its own under protocols in which other nodes may decide without it.
   */
  public List<Branches.InDoubt> inDoubt() {
    Branches known = branches;
    List<Branches.InDoubt> all = new ArrayList<>(known == null ? List.of() : known.inDoubt());
    for (Coordinated each : coordinations.all()) {
      InProgress.Prepared state = each.prepared();
      if (state != null) {
        all.add(new Branches.InDoubt(each.key(), peers.ownName(), Views.actors(state.claims())));
      }
    }
    for (Reinstated each : machines.inDoubt()) {
      String coordinator = peers.name(each.id().coordinator());
      all.add(new Branches.InDoubt(each.key(), coordinator, each.actors()));
    }
    return all;
  }

  /** Returns how often another node had started when it was met last; 0 if it was not met. */
  public long incarnationOf(int node) {
    return acquaintances.incarnationOf(node);
  }

  /**
   * Returns the nodes that this one waits for before it says that it is ready, in words, or null.
   */
  public @Nullable String awaited() {
    return meetings.awaited();
  }

  /** Returns the names of nodes with which there is no connection now. */
  public List<String> missing() {
    return meetings.missing();
  }

  /** Returns a node's name as people know it. */
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

  /**
   * Returns whether any transaction of an epoch up to this one, coordinated here, may be decided
   * and has not ended here.
   */
  public boolean anyUnsettledUpTo(long epoch) {
    return coordinations.anyUnsettledUpTo(epoch);
  }

  /**
   * Returns whether any member of an epoch up to this one has promised to commit, and does not know
   * its end.
   */
  public boolean anyInDoubtUpTo(long epoch) {
    Branches known = branches;
    return (known != null && known.anyInDoubtUpTo(epoch)) || !machines.inDoubt().isEmpty();
  }

  /** Returns how many transactions this node is a witness of: it remembers votes of other nodes. */
  public int witnesses() {
    return machines.witnesses();
  }

  /** Returns the number of transactions over several nodes that this node coordinates now. */
  public int coordinating() {
    return coordinations.size() + machines.size(true);
  }

  /** Returns the number of branches here of other nodes' transactions. */
  public int branchesNow() {
    Branches known = branches;
    return machines.size(false) + (known == null ? 0 : known.size());
  }

  /** Returns the number of victims of deadlocks over several nodes that were stopped here. */
  public long deadlocks() {
    Probes chasing = probes;
    return chasing == null ? 0 : chasing.found();
  }

  public TransportStatistics traffic() {
    return setting.transport().statistics();
  }
}
