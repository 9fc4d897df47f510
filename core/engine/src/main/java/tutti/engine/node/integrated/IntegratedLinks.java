package tutti.engine.node.integrated;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
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
import tutti.engine.runtime.Scheduler;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The sessions of a host with the others. What cannot be sent is lost: all that matters is asked
 * again. Thread-safe.
 */
final class IntegratedLinks implements Receiver, ReplicaReports.Link {
  private static final Logger LOG = LoggerFactory.getLogger(IntegratedLinks.class);

  private final ReplicaLayout layout;

  /** The hosts of each shard. */
  private final List<List<Integer>> groups;

  private final Transport wire;
  private final Greeting greeting;
  private final HostWorld world;
  private final LongSupplier durable;
  private final LogTelling logWords;
  private final Refusals refusals;
  private volatile @Nullable Takers takers;

  /** True once this host has been connected to a majority of the hosts of a shard. */
  private volatile boolean met;

  /** The parts of the host that take what other hosts say. */
  record Takers(
      ReplicaHost configurationLogs,
      ProtocolReplicas machines,
      HostQuestions questions,
      ReplicaReports reports,
      VersionAgreement versions,
      PassOvers passOvers) {}

  /**
   * @param wire between hosts, not started
   * @param greeting of this host, but for its folder and its world
   * @param durable gives the position up to which the host's log is durable
   */
  IntegratedLinks(
      ReplicaLayout layout,
      Transport wire,
      Scheduler scheduler,
      Greeting greeting,
      HostWorld world,
      LongSupplier durable) {
    this.layout = layout;
    this.groups = IntStream.range(0, layout.shards()).mapToObj(layout::hostsOf).toList();
    this.wire = wire;
    this.greeting = greeting;
    this.world = world;
    this.durable = durable;
    this.refusals = new Refusals(layout, greeting, world);
    this.logWords =
        new LogTelling(
            scheduler, scheduler.newStepQueue("links"), durable, this::tellAll, world::keepHeard);
  }

  /** Returns the hosts between which and this one there is a refusal, and why. */
  Refusals refusals() {
    return refusals;
  }

  /** Begins to talk. */
  void start(Takers to) {
    takers = to;
    // A host has a version of the application as soon as it has agreed on its data with others.
    world.begin(() -> to.versions.fingerprint() != 0);
    wire.start(() -> greeting.of(to.versions.fingerprint()).within(world.told()).write(), this);
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
      transmit(IntegratedMessages.LOG, host, new byte[0], 0);
    }
  }

  /** Returns the way of the configuration logs to other hosts. */
  ReplicaLink configurationLogs() {
    return (to, bytes, length) -> transmit(IntegratedMessages.CONFIGURATION_LOG, to, bytes, length);
  }

  /** Returns the way of the protocol's machines to other hosts. */
  ReplicaLink machines() {
    return new ReplicaLink() {
      @Override
      public void send(int to, byte[] bytes, int length) {
        transmit(IntegratedMessages.MACHINES, to, bytes, length);
      }

      @Override
      public boolean isConnected(int host) {
        return IntegratedLinks.this.isConnected(host);
      }
    };
  }

  /** Sends a question or an answer; false if it was surely not sent. */
  boolean question(int host, Encoder message) {
    return transmit(IntegratedMessages.QUESTION, host, message.array(), message.size());
  }

  /** Calls back as {@link Transport#afterSent} does. */
  void afterSent(int host, Runnable then) {
    wire.afterSent(host, then);
  }

  /** Sends a part of an order to pass over an entry; false if it was surely not sent. */
  boolean passOver(int host, Encoder part) {
    return transmit(IntegratedMessages.PASS_OVER, host, part.array(), part.size());
  }

  @Override
  public boolean report(int host, Encoder part) {
    return transmit(IntegratedMessages.REPORT, host, part.array(), part.size());
  }

  private boolean transmit(int kind, int host, byte[] bytes, int length) {
    if (world.isSilent()) {
      return false;
    }
    Encoder out = new Encoder(length + 32).putByte(kind).putRaw(bytes, 0, length);
    LogWord.put(out, greeting.start(), durable.getAsLong());
    return wire.send(host, out.array(), 0, out.size());
  }

  @Override
  public boolean isConnected(int host) {
    return host == layout.self() || wire.connected(host) && !world.isSilent();
  }

  /**
   * Returns whether this host has been connected to a majority of a shard's hosts, and is to none
   * now: no shard has a place for a transaction that begins here. Before that it may be soon.
   */
  boolean isCutOff() {
    boolean reaches = reachesAMajority();
    if (reaches && !met) {
      met = true;
    }
    return met && !reaches;
  }

  private boolean reachesAMajority() {
    for (List<Integer> hosts : groups) {
      int connected = 0;
      for (int host : hosts) {
        connected += isConnected(host) ? 1 : 0;
      }
      if (2 * connected > hosts.size()) {
        return true;
      }
    }
    return false;
  }

  boolean congested() {
    return wire.congested();
  }

  /** Returns the knowledge of the other hosts' data. */
  HostWorld world() {
    return world;
  }

  TransportStatistics statistics() {
    return wire.statistics();
  }

  void close() {
    logWords.end();
    wire.close();
    world.end();
  }

  // --- what other hosts send ---

  @Override
  public @Nullable String greeted(int host, byte[] bytes) {
    try {
      Greeting its = Greeting.read(bytes);
      String differs = refusals.greeted(host, its);
      Takers to = takers;
      if (differs == null && to != null) {
        to.versions.greeted(host, its.folder());
      }
      return differs;
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
    tell(host);
  }

  @Override
  public void disconnected(int host, String why) {
    world.keepHeard();
  }

  @Override
  public void received(int host, byte[] bytes, int offset, int length) {
    Decoder in = LogWord.open(bytes, offset, length);
    Takers to = takers;
    if (to == null || world.isSilent()) {
      return;
    }
    world.heard(host, LogWord.of(bytes, offset, length));
    int kind = in.getByte();
    switch (kind) {
      case IntegratedMessages.LOG -> {}
      case IntegratedMessages.CONFIGURATION_LOG -> to.configurationLogs.received(host, in);
      case IntegratedMessages.MACHINES -> to.machines.received(host, in);
      case IntegratedMessages.QUESTION -> to.questions.received(host, in.getRaw(in.remaining()));
      case IntegratedMessages.REPORT -> to.reports.received(host, in);
      case IntegratedMessages.PASS_OVER ->
          to.passOvers.received(host, new Decoder(in.getRaw(in.remaining())));
      default -> throw new MalformedData("no message between hosts is of kind " + kind);
    }
  }
}
