package tutti.engine.node.replicated;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/**
 * The transport of one party: of a term, whose peers are the leaders of the other shards, or of a
 * host's front. To it each shard is a node, and each term a start of that node. Thread-safe.
 */
final class ShardTransport implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(ShardTransport.class);

  private final HostLinks links;
  private final int number;
  private final long term;
  private final Map<Integer, HostLinks.ShardLeader> met = new ConcurrentHashMap<>();
  private volatile @Nullable Receiver receiver;
  private volatile boolean over;

  /**
   * @param number of the shard, or of the front
   * @param term its number; 0 of a front
   */
  ShardTransport(HostLinks links, int number, long term) {
    this.links = links;
    this.number = number;
    this.term = term;
  }

  int number() {
    return number;
  }

  long term() {
    return term;
  }

  @Override
  public void start(Supplier<byte[]> greeting, Receiver listener) {
    receiver = listener;
    links.begin(this, greeting.get());
  }

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    return !over && links.send(this, node, met.get(node), bytes, offset, length);
  }

  @Override
  public void afterSent(int node, Runnable then) {
    if (!over) {
      links.afterSent(node, met.get(node), then);
    }
  }

  @Override
  public boolean connected(int node) {
    return !over && met.containsKey(node);
  }

  @Override
  public boolean congested() {
    return links.congested();
  }

  @Override
  public TransportStatistics statistics() {
    return links.statistics();
  }

  /** Ends this party's part: nothing is sent or received any more. */
  @Override
  public void close() {
    over = true;
    links.end(this);
  }

  // --- the links, one call at a time ---

  /** A leader of a shard is there. */
  void meets(int shard, HostLinks.ShardLeader leader) {
    Receiver listener = receiver;
    HostLinks.ShardLeader before = met.get(shard);
    if (listener == null || over || shard == number || leader.equals(before)) {
      return;
    }
    if (before != null) {
      lost(shard, "another term has begun");
    }
    String refusal = listener.greeted(shard, leader.greeting());
    if (refusal == null) {
      met.put(shard, leader);
      listener.connected(shard);
    } else {
      LOG.warn("the leader of shard {} is not let in: {}", shard, refusal);
    }
  }

  /** The leader of a shard is not there any more. */
  void lost(int shard, String why) {
    Receiver listener = receiver;
    if (met.remove(shard) != null && listener != null && !over) {
      listener.disconnected(shard, why);
    }
  }

  /** Takes a message of a party, unless it comes from a term that is not the present one. */
  void received(int from, long fromTerm, byte[] bytes, int offset, int length) {
    Receiver listener = receiver;
    HostLinks.ShardLeader leader = met.get(from);
    boolean known = links.isFront(from) || (leader != null && leader.term() == fromTerm);
    if (listener != null && known && !over) {
      listener.received(from, bytes, offset, length);
    }
  }
}
