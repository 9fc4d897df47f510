package tutti.engine.node.replicated;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.peer.LogTelling;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.Refusals;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transport.Lane;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The sessions of a host with the others, which all its replicas, terms and its front share; and
 * the knowledge which host leads which shard. Thread-safe.
 *
 * <p>A leader says that it leads at its begin, at the begin of each session, and again and again,
 * since a message may be lost. A message for a term that is not here is dropped: all that matters
 * is asked again.
 */
final class HostLinks implements Receiver, ReplicaLink, ReplicaReports.Link {
  private static final Logger LOG = LoggerFactory.getLogger(HostLinks.class);

  /** The repeats of silence after which a host's word of a stopped shard does not count. */
  private static final int STOPPED_FOR = 4;

  private final ReplicaLayout layout;
  private final Transport wire;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final LoopbackQueue<Envelope> mail;

  /** Long letters: their reading delays no others. */
  private final LoopbackQueue<Envelope> longMail;

  private final Greeting greeting;
  private final HostWorld world;
  private final LongSupplier durable;
  private final LogTelling logWords;
  private final long againNanos;
  private final Map<Integer, ShardLeader> leaders = new TreeMap<>();
  private final Map<Integer, ShardTransport> parties = new ConcurrentHashMap<>();
  private final Map<Integer, byte[]> greetings = new TreeMap<>();

  /** The position up to which the leader of each shard has said that the log is chosen. */
  private final Map<Integer, Long> chosen = new ConcurrentHashMap<>();

  private final Refusals refusals;

  /** The shards that are stopped on this host. */
  private final Map<Integer, StoppedShard> stoppedHere = new ConcurrentHashMap<>();

  /** The shards that are stopped on hosts, also on this one, by shard and host. */
  private final Map<Integer, Map<Integer, Said>> stopped = new ConcurrentHashMap<>();

  private volatile IntConsumer onStopped = shard -> {};
  private volatile Runnable onSessions = () -> {};
  private volatile @Nullable PassOvers passOvers;

  /** A host's word about a shard that is stopped there, and when it came. */
  private record Said(StoppedShard what, long nanos) {}

  private volatile @Nullable ReplicaHost replicas;
  private volatile @Nullable ReplicaReports reports;
  private volatile Map<Integer, ShardReplica> transfers = Map.of();
  private volatile LeaderListener onLeader = (shard, host) -> {};
  private volatile boolean closed;

  /** A listener to the hosts that lead. */
  @FunctionalInterface
  interface LeaderListener {
    void leads(int shard, int host);
  }

  /** A message of one party of this host to another one here. */
  private record Envelope(int from, long fromTerm, int to, long term, ByteBuffer bytes) {}

  /** The open term of a shard, as far as this host knows. */
  record ShardLeader(int host, long term, byte[] greeting) {
    @Override
    public boolean equals(Object other) {
      return other instanceof ShardLeader it && it.host == host && it.term == term;
    }

    @Override
    public int hashCode() {
      return Objects.hash(host, term);
    }
  }

  /**
   * @param wire between hosts, not started
   * @param greeting of this host, but for its world
   * @param durable gives the position up to which the host's log is durable
   * @param againNanos how often a leader says that it leads
   */
  HostLinks(
      ReplicaLayout layout,
      Transport wire,
      Scheduler scheduler,
      Greeting greeting,
      HostWorld world,
      LongSupplier durable,
      long againNanos) {
    this.layout = layout;
    this.refusals = new Refusals(layout, greeting, world);
    this.wire = wire;
    this.scheduler = scheduler;
    this.queue = scheduler.newStepQueue("links");
    this.mail = new LoopbackQueue<>(queue, this::deliver);
    this.longMail = new LoopbackQueue<>(scheduler.newStepQueue("long-mail"), this::deliver);
    this.greeting = greeting;
    this.world = world;
    this.durable = durable;
    this.logWords = new LogTelling(scheduler, queue, durable, this::tellAll, world::keepHeard);
    this.againNanos = againNanos;
  }

  /**
   * Begins to talk.
   *
   * @param to takes what replicas on other hosts say
   * @param own the replicas of this host, by shard
   * @param telling answers what other hosts ask for people
   */
  void start(ReplicaHost to, Map<Integer, ShardReplica> own, ReplicaReports telling) {
    transfers = Map.copyOf(own);
    replicas = to;
    reports = telling;
    wire.start(() -> greeting.within(world.told()).write(), this);
    again();
    logWords.begin();
  }

  /** Says to all hosts how far the log is durable here. */
  private void tellAll() {
    for (int host = 0; host < layout.hosts(); host++) {
      tell(host);
    }
  }

  private void tell(int host) {
    if (host != layout.self()) {
      transmit(host, new Encoder().putByte(HostMessage.LOG));
    }
  }

  private void again() {
    scheduler.after(
        againNanos,
        queue,
        () -> {
          if (!closed) {
            announce();
            again();
          }
        });
  }

  private synchronized void announce() {
    for (int host = 0; host < layout.hosts(); host++) {
      announceTo(host);
    }
  }

  private synchronized void announceTo(int host) {
    if (host != layout.self()) {
      stoppedHere.forEach(
          (shard, what) -> {
            Encoder out = new Encoder().putByte(HostMessage.STOPPED).putVarLong(shard);
            transmit(host, out.putLong(what.entry()).putString(what.why()));
          });
      greetings.forEach(
          (shard, bytes) -> {
            ShardTransport party = parties.get(shard);
            if (party != null) {
              Encoder out = new Encoder().putByte(HostMessage.LEADS).putVarLong(shard);
              out.putVarLong(party.term()).putBytes(bytes);
              transmit(host, out.putVarLong(chosenHere(shard)));
            }
          });
    }
  }

  // --- shards that are stopped

  /** A shard is stopped on this host, or goes on again (null). */
  void stoppedHere(int shard, @Nullable StoppedShard at) {
    if (at == null) {
      stoppedHere.remove(shard);
      stopped.getOrDefault(shard, Map.of()).remove(layout.self());
    } else {
      stoppedHere.put(shard, at);
      said(layout.self(), at);
      announce();
    }
  }

  private void said(int host, StoppedShard at) {
    stopped
        .computeIfAbsent(at.shard(), _ -> new ConcurrentHashMap<>())
        .put(host, new Said(at, scheduler.nanos()));
    onStopped.accept(at.shard());
  }

  /**
   * Returns what a host has said, a moment ago, of a shard that is stopped there; null if none has,
   * and for a shard of which this host knows a leader that it reaches.
   */
  @Nullable StoppedShard stopped(int shard) {
    StoppedShard here = stoppedHere.get(shard);
    if (here != null) {
      return here;
    }
    for (Said each : stopped.getOrDefault(shard, Map.of()).values()) {
      if (isRecent(each)) {
        return each.what();
      }
    }
    return null;
  }

  /**
   * Returns another host of a shard that is connected and has not said that it is stopped there.
   */
  OptionalInt another(int shard) {
    Map<Integer, Said> all = stopped.getOrDefault(shard, Map.of());
    return layout.hostsOf(shard).stream()
        .mapToInt(Integer::intValue)
        .filter(host -> host != layout.self() && isConnected(host) && !isRecent(all.get(host)))
        .findFirst();
  }

  private boolean isRecent(@Nullable Said said) {
    return said != null && scheduler.nanos() - said.nanos() < STOPPED_FOR * againNanos;
  }

  /** Calls back whenever a host says that a shard is stopped there; must be short. */
  void onStopped(IntConsumer listener) {
    onStopped = listener;
  }

  /** Calls back whenever a session with another host has begun or has ended; must be short. */
  void onSessions(Runnable listener) {
    onSessions = listener;
  }

  /** Sends a part of what {@link PassOvers} says; false if it was surely not sent. */
  boolean passOver(int host, Encoder part) {
    Encoder out = new Encoder(part.size() + 8).putByte(HostMessage.PASS_OVER);
    return transmit(host, out.putRaw(part.array(), 0, part.size()));
  }

  /** Sets what takes the messages of {@link PassOvers} of other hosts. */
  void passOvers(PassOvers to) {
    passOvers = to;
  }

  private long chosenHere(int shard) {
    ReplicaHost here = replicas;
    ReplicaStatus view = here == null ? null : here.view(shard);
    return view == null ? 0 : view.chosen();
  }

  /** Returns the position up to which the leader of a shard has said that the log is chosen. */
  long chosenAtLeader(int shard) {
    return chosen.getOrDefault(shard, 0L);
  }

  private boolean transmit(int host, Encoder out) {
    if (world.isSilent()) {
      return false;
    }
    LogWord.put(out, greeting.start(), durable.getAsLong());
    return wire.send(host, out.array(), 0, out.size());
  }

  /** Returns the leader of a shard, as far as this host knows. */
  synchronized @Nullable ShardLeader leader(int shard) {
    return leaders.get(shard);
  }

  /** Calls back whenever a leader says that it leads; must be short. */
  void onLeader(LeaderListener listener) {
    onLeader = listener;
  }

  boolean isFront(int party) {
    return party >= layout.shards();
  }

  boolean congested() {
    return wire.congested() || mail.congested();
  }

  @Override
  public boolean isConnected(int host) {
    return host == layout.self() || wire.connected(host) && !world.isSilent();
  }

  /** Returns the hosts between which and this one there is a refusal, and why. */
  Refusals refusals() {
    return refusals;
  }

  /** Returns the knowledge of the other hosts' data. */
  HostWorld world() {
    return world;
  }

  TransportStatistics statistics() {
    return wire.statistics();
  }

  void close() {
    closed = true;
    logWords.end();
    wire.close();
    world.end();
  }

  // --- parties of this host ---

  /** A party begins to talk; a term is told to all hosts. */
  synchronized void begin(ShardTransport party, byte[] ownGreeting) {
    parties.put(party.number(), party);
    leaders.forEach(party::meets);
    if (!isFront(party.number())) {
      greetings.put(party.number(), ownGreeting);
      leads(party.number(), new ShardLeader(layout.self(), party.term(), ownGreeting));
      announce();
    }
  }

  /** A party has ended. */
  synchronized void end(ShardTransport party) {
    if (parties.remove(party.number(), party)) {
      greetings.remove(party.number());
      ShardLeader known = leaders.get(party.number());
      if (known != null && known.host == layout.self() && known.term == party.term()) {
        leaders.remove(party.number());
        parties.values().forEach(each -> each.lost(party.number(), "its term is over"));
      }
    }
  }

  private synchronized void leads(int shard, ShardLeader leader) {
    ShardLeader known = leaders.get(shard);
    if (known != null && known.term > leader.term) {
      return;
    }
    leaders.put(shard, leader);
    parties.values().forEach(party -> party.meets(shard, leader));
    onLeader.leads(shard, leader.host);
  }

  /** Sends a message of a party; false if it was surely not sent. */
  boolean send(
      ShardTransport from,
      int to,
      @Nullable ShardLeader leader,
      byte[] bytes,
      int offset,
      int length) {
    if (!isFront(to) && leader == null) {
      return false;
    }
    int host = leader == null ? to - layout.shards() : leader.host;
    long term = leader == null ? 0 : leader.term;
    if (host == layout.self()) {
      byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
      LoopbackQueue<Envelope> way = Lane.of(length) == Lane.BULK ? longMail : mail;
      way.send(new Envelope(from.number(), from.term(), to, term, ByteBuffer.wrap(copy)));
      return true;
    }
    Encoder out = new Encoder(length + 32).putByte(HostMessage.PARTY).putVarLong(from.number());
    out.putVarLong(from.term()).putVarLong(to).putVarLong(term);
    out.putVarLong(length).putRaw(bytes, offset, length);
    return transmit(host, out);
  }

  /** Calls back as {@link Transport#afterSent} does, for messages of a party. */
  void afterSent(int to, @Nullable ShardLeader leader, Runnable then) {
    boolean unknown = leader == null && !isFront(to);
    int host = leader == null ? to - layout.shards() : leader.host;
    if (unknown || host == layout.self()) {
      then.run();
    } else {
      wire.afterSent(host, then);
    }
  }

  private void deliver(Envelope letter) {
    byte[] bytes = letter.bytes().array();
    deliver(letter.from(), letter.fromTerm(), letter.to(), letter.term(), bytes, 0, bytes.length);
  }

  private void deliver(
      int from, long fromTerm, int to, long term, byte[] bytes, int offset, int length) {
    ShardTransport party = parties.get(to);
    if (party != null && party.term() == term) {
      party.received(from, fromTerm, bytes, offset, length);
    }
  }

  // --- replicas of this host ---

  @Override
  public void send(int host, byte[] bytes, int length) {
    transmit(
        host, new Encoder(length + 8).putByte(HostMessage.REPLICATION).putRaw(bytes, 0, length));
  }

  /** Sends a part of a transfer; it may be lost. */
  void transfer(int shard, int host, Encoder part) {
    Encoder out = new Encoder(part.size() + 16).putByte(HostMessage.TRANSFER).putVarLong(shard);
    transmit(host, out.putRaw(part.array(), 0, part.size()));
  }

  @Override
  public boolean report(int host, Encoder part) {
    Encoder out = new Encoder(part.size() + 8).putByte(HostMessage.REPORT);
    return transmit(host, out.putRaw(part.array(), 0, part.size()));
  }

  // --- what other hosts send ---

  @Override
  public @Nullable String greeted(int host, byte[] bytes) {
    try {
      return refusals.greeted(host, Greeting.read(bytes));
    } catch (MalformedData malformed) {
      return "its greeting cannot be read: " + malformed.getMessage();
    }
  }

  @Override
  public void refused(int host, String why) {
    LOG.warn("host {} refuses this host: {}", host, why);
    refusals.refused(host, why);
  }

  @Override
  public void connected(int host) {
    refusals.connected(host);
    onSessions.run();
    tell(host);
    announceTo(host);
  }

  @Override
  public void disconnected(int host, String why) {
    world.keepHeard();
    onSessions.run();
    synchronized (this) {
      leaders.forEach(
          (shard, leader) -> {
            if (leader.host == host) {
              parties.values().forEach(party -> party.lost(shard, why));
            }
          });
    }
  }

  @Override
  public void received(int host, byte[] bytes, int offset, int length) {
    Decoder in = LogWord.open(bytes, offset, length);
    if (world.isSilent()) {
      return;
    }
    world.heard(host, LogWord.of(bytes, offset, length));
    int kind = in.getByte();
    switch (kind) {
      case HostMessage.LOG -> {}
      case HostMessage.REPLICATION -> {
        ReplicaHost to = replicas;
        if (to != null) {
          to.received(host, in);
        }
      }
      case HostMessage.LEADS -> {
        int shard = in.getCount(Integer.MAX_VALUE);
        leads(shard, new ShardLeader(host, in.getVarLong(), in.getBytes()));
        chosen.put(shard, in.getVarLong());
      }
      case HostMessage.PARTY -> {
        int from = in.getCount(Integer.MAX_VALUE);
        long fromTerm = in.getVarLong();
        int to = in.getCount(Integer.MAX_VALUE);
        long term = in.getVarLong();
        byte[] message = in.getBytes();
        deliver(from, fromTerm, to, term, message, 0, message.length);
      }
      case HostMessage.TRANSFER -> {
        ShardReplica replica = transfers.get(in.getCount(Integer.MAX_VALUE));
        if (replica != null) {
          replica.transferred(host, new Decoder(in.getRaw(in.remaining())));
        }
      }
      case HostMessage.REPORT -> {
        ReplicaReports to = reports;
        if (to != null) {
          to.received(host, in);
        }
      }
      case HostMessage.STOPPED ->
          said(
              host,
              new StoppedShard(in.getCount(Integer.MAX_VALUE), in.getLong(), in.getString(), true));
      case HostMessage.PASS_OVER -> {
        PassOvers to = passOvers;
        if (to != null) {
          to.received(host, new Decoder(in.getRaw(in.remaining())));
        }
      }
      default -> throw new MalformedData("no message between hosts is of kind " + kind);
    }
  }
}
