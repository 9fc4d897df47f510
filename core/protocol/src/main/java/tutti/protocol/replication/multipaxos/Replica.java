package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.AfterFlush;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;

/**
 * The machine of one replica: what all its {@link Role}s share. The parts of an acceptor, which a
 * replica plays in every role, are in {@link Acceptor}.
 */
final class Replica implements ReplicaMachine {
  final Group group;
  final Timing timing;
  final Log log;
  private GroupIdentity identity;

  /** The identity that the records have, durable or not; a summary repeats it. */
  private GroupIdentity written;

  /** The disks that answers must come from to count; also those that were heard of in passing. */
  private CrashVector disks;

  /** The highest ballot that was promised, perhaps not durably yet. */
  private Ballot promised;

  /** The highest ballot whose promise is durable. */
  private Ballot forced;

  private long chosen;

  /** The length of the longest lease that this replica may have granted, in nanoseconds. */
  private long grantNanos;

  /** Whether the record of {@link #grantNanos} is durable; nothing is granted before. */
  private boolean grantsAreForced = true;

  /** The random number that names this start. */
  private long nonce;

  private final Acceptor acceptor = new Acceptor();
  private final AfterFlush<DurableReply> afterFlush = new AfterFlush<>();
  private Role role;
  private List<Effect<Output>> effects = new ArrayList<>();

  Replica(Group group, Timing timing, DurableState kept) {
    this.group = group;
    this.timing = timing;
    this.log = kept.log();
    this.identity = kept.identity();
    this.written = identity;
    this.disks = identity.disks();
    this.promised = kept.promised();
    this.forced = promised;
    this.chosen = Math.max(kept.chosen(), log.start().position());
    this.grantNanos = kept.grantNanos();
    this.role = new GroupFormation();
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Started(long nonce) -> start(nonce);
      case Event.Received(Address from, ProtocolMessage message) ->
          received(from.host(), (ShardMessage) message);
      case Event.Persisted(int records) -> afterFlush.persisted(records, this::persisted);
      case Event.TimerFired(TimerName timer) -> fired((Timer) timer);
      case Event.Input(Input input) -> wanted(input);
      case Event.Halted() -> become(new Halted());
    }
    return effects;
  }

  private void wanted(Input input) {
    switch (input) {
      case Input.Propose(Ballot term, var commands) -> role.propose(this, term, commands);
      case Input.Confirm(Ballot term, long ticket) -> role.confirm(this, term, ticket);
      case Input.HandOver(int to) -> role.handOver(this, to);
      case Input.Released(long position) -> release(position);
      case Input.Renew _ -> renew();
      case Input.Installed(LogMark mark, long terms) -> install(mark, terms);
    }
  }

  private void start(long name) {
    nonce = name;
    if (chosen > log.start().position()) {
      output(new Output.Chosen(chosen, log.between(log.start().position(), chosen)));
    }
    if (identity.votes()) {
      acceptor.mayHaveGranted(this, grantNanos);
    }
    role =
        switch (identity.standing()) {
          case BLANK -> new GroupFormation();
          case REJOINING -> new ReplicaRecovery();
          case VOTING -> new Follower();
        };
    if (role instanceof ReplicaRecovery rejoining) {
      rejoining.name(nonce);
    } else if (role instanceof GroupFormation forming) {
      forming.name(nonce);
    }
    role.begin(this);
  }

  private void received(int from, ShardMessage received) {
    long sendersShard = received.shard();
    Message message = (Message) received.message();
    if (!group.contains(from) || from == group.self() || role instanceof Halted) {
      return;
    }
    if (role instanceof GroupFormation forming) {
      forming.received(this, from, sendersShard, message);
    } else if (message instanceof Message.Form) {
      send(from, new Message.Formed(identity.members()));
    } else if (sendersShard == identity.shard() && !acceptor.received(this, from, message)) {
      role.received(this, from, message);
    }
  }

  private void persisted(DurableReply what) {
    switch (what) {
      case DurableReply.Promised(Ballot ballot, long _) -> forced = max(forced, ballot);
      case DurableReply.Learned(Ballot ballot) -> forced = max(forced, ballot);
      case DurableReply.Grants() -> grantsAreForced = true;
      case DurableReply.Accepted(Ballot ballot, LogMark mark, long _) -> {
        forced = max(forced, ballot);
        log.forced(mark);
      }
      default -> {}
    }
    acceptor.forced(this, what);
    role.forced(this, what);
  }

  private void fired(Timer timer) {
    if (timer == Timer.GRANT) {
      acceptor.grantIsOver();
      if (grantNanos > timing.leaseNanos()) {
        grantNanos = timing.leaseNanos();
        persist(new Record.Grants(grantNanos));
      }
    } else {
      role.fired(this, timer);
    }
  }

  private void release(long position) {
    long before = log.start().position();
    log.release(Math.min(position, chosen));
    if (log.start().position() > before) {
      persist(summary());
    }
  }

  /** Writes all facts behind the log's start anew, so that no older record is needed. */
  private void renew() {
    log.between(log.start().position(), log.end().position())
        .forEach(entry -> persist(new Record.Stored(entry)));
    persist(summary());
  }

  private Record summary() {
    return new Record.Summary(
        written, promised, log.start(), log.termsAtStart(), chosen, grantNanos);
  }

  private void install(LogMark mark, long terms) {
    if (mark.position() <= chosen || role instanceof Proposer || role instanceof GroupFormation) {
      return;
    }
    log.install(mark, terms);
    chosen = mark.position();
    persist(new Record.Installed(mark, terms), new DurableReply.Accepted(promised, log.end(), 0));
    acceptor.installed(this);
    if (role instanceof LeaderElection) {
      become(new Follower());
    }
  }

  /** Ends the role, and begins another. */
  void become(Role next) {
    Role before = role;
    role = next;
    before.end(this);
    next.begin(this);
  }

  Role role() {
    return role;
  }

  Acceptor acceptor() {
    return acceptor;
  }

  GroupIdentity identity() {
    return identity;
  }

  void identity(GroupIdentity next) {
    identity = next;
    written = next;
    disks = disks.and(next.disks());
  }

  /** Writes that the replica will vote; it does when that is durable. */
  void join() {
    written = identity.joined();
    persist(new Record.Joined(), new DurableReply.Joined());
  }

  CrashVector disks() {
    return disks;
  }

  /**
   * Learns of newer disks from an answer. A replica whose host has had a newer disk than this one
   * has to rejoin: nobody counts its answers, and it does not know what it has said since. That
   * ends the role.
   *
   * @return whether the answer counts: its sender has lost no disk since
   */
  boolean heeds(int from, CrashVector heard) {
    CrashVector before = disks;
    disks = disks.and(heard);
    for (int host : group.hosts()) {
      if (disks.of(host) > before.of(host)) {
        role.lost(this, host);
      }
    }
    if (identity.votes() && disks.of(group.self()) > identity.disks().of(group.self())) {
      identity(identity.rejoining(identity.shard(), identity.members()));
      persist(new Record.Rejoining(identity.shard(), identity.members()));
      // A leader that was heard before may be below what the others have promised since.
      acceptor.hearsNothing();
      ReplicaRecovery rejoining = new ReplicaRecovery();
      rejoining.name(nonce);
      become(rejoining);
    }
    return heard.of(from) == disks.of(from);
  }

  /** Promises a ballot, not durably yet. */
  void promise(Ballot ballot) {
    promised = ballot;
  }

  /** Whether the newest promise is durable, and the length of the leases that come with it. */
  boolean promiseIsForced() {
    return forced.equals(promised) && grantsAreForced;
  }

  /**
   * Gives the length of the leases that this replica grants, and keeps it durably: a replica that
   * starts again knows for how long it must promise nobody else.
   */
  long granting() {
    if (grantNanos < timing.leaseNanos()) {
      grantNanos = timing.leaseNanos();
      grantsAreForced = false;
      persist(new Record.Grants(grantNanos), new DurableReply.Grants());
    }
    return grantNanos;
  }

  /** All up to that position is chosen, if it is more than was known. */
  void choose(long position) {
    if (position > chosen) {
      List<LogEntry> entries = log.between(chosen, position);
      chosen = position;
      output(new Output.Chosen(position, entries));
      persist(new Record.ChosenTo(position));
    }
  }

  void send(int to, Message message) {
    effects.add(
        new Effect.Send<>(new Address.Peer(to), new ShardMessage(identity.shard(), message)));
  }

  /** Sends a message to all others. */
  void send(Message message) {
    group.others().forEach(to -> send(to, message));
  }

  /** Writes a record that nothing waits for. */
  void persist(Record fact) {
    effects.add(new Effect.Persist<>(fact, Effect.Flush.UNTOLD));
  }

  /** Writes a record, and does what waits for it once it is durable. */
  void persist(Record fact, DurableReply then) {
    effects.add(afterFlush.persist(fact, Effect.Flush.FORCED, then));
  }

  /** Removes what waits for an entry behind {@code position}, since these entries were replaced. */
  void forgetPendingBehind(long position) {
    afterFlush.replaceAll(
        what ->
            what instanceof DurableReply.Accepted(Ballot ballot, LogMark mark, long round)
                    && mark.position() > position
                ? new DurableReply.Accepted(ballot, LogMark.START, round)
                : what);
  }

  void setTimer(Timer timer, long nanos) {
    effects.add(new Effect.SetTimer<>(timer, nanos));
  }

  void cancelTimer(Timer timer) {
    effects.add(new Effect.CancelTimer<>(timer));
  }

  void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }

  static Ballot max(Ballot one, Ballot other) {
    return one.isBelow(other) ? other : one;
  }

  @Override
  public String phase() {
    return role.phase();
  }

  @Override
  public boolean votes() {
    return identity.votes() && !(role instanceof Halted);
  }

  @Override
  public int disk() {
    return identity.disks().of(group.self());
  }

  @Override
  public long shard() {
    return identity.standing() == GroupIdentity.Standing.BLANK ? 0 : identity.shard();
  }

  @Override
  public Ballot promised() {
    return promised;
  }

  @Override
  public long chosen() {
    return chosen;
  }

  @Override
  public long forced() {
    return log.durable();
  }

  @Override
  public LogMark end() {
    return log.end();
  }

  @Override
  public LogMark start() {
    return log.start();
  }
}
