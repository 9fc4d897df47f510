package tutti.engine.distribution.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.Transport;
import tutti.model.Encoder;

/** The other nodes, as this node sends messages to them. Thread-safe. */
public final class Peers {
  private final Transport transport;
  private final MessageFormat format;
  private final List<String> names;
  private final int fronts;
  private final int self;
  private final PeerIncarnations incarnations;
  private volatile Consumer<PeerMessage> loop = message -> {};

  /** Drawn by this node's start. */
  private long start;

  /**
   * Returns the position up to which this node's log is durable; null where messages do not report
   * it.
   */
  private volatile @Nullable LongSupplier durable;

  /**
   * @param names of all nodes, in the order of their numbers
   * @param fronts how many there are behind the nodes that only take requests of clients
   */
  public Peers(
      Transport transport,
      MessageFormat format,
      List<String> names,
      int fronts,
      int self,
      PeerIncarnations incarnations) {
    this.transport = transport;
    this.format = format;
    this.names = names;
    this.fronts = fronts;
    this.self = self;
    this.incarnations = incarnations;
  }

  /**
   * Sends a message; returns false if it was surely not sent. A message of this node to itself does
   * not go over the network.
   */
  public boolean send(int node, PeerMessage message) {
    if (node == self) {
      loop.accept(message);
      return true;
    }
    LongSupplier own = durable;
    Encoder out =
        own == null ? format.write(message) : format.write(message, start, own.getAsLong());
    return transport.send(node, out.array(), 0, out.size());
  }

  /**
   * Calls {@code then} once, on any thread, when the end of this process can no longer take back
   * what was sent to {@code nodes} so far, as {@link Transport#afterSent} describes.
   */
  public void afterSent(Set<Integer> nodes, Runnable then) {
    AtomicInteger left = new AtomicInteger(1);
    Runnable one =
        () -> {
          if (left.decrementAndGet() == 0) {
            then.run();
          }
        };
    for (int node : nodes) {
      if (node != self) {
        left.incrementAndGet();
        transport.afterSent(node, one);
      }
    }
    one.run();
  }

  /**
   * Adds to each message how far this node's log is durable.
   *
   * @param drawn the number that this node's start has drawn
   * @param position returns the position up to which the log is durable
   */
  public void tell(long drawn, LongSupplier position) {
    start = drawn;
    durable = position;
  }

  /** Returns the format of the messages. */
  public MessageFormat format() {
    return format;
  }

  /** Sets the receiver of messages that this node sends to itself. */
  public void loop(Consumer<PeerMessage> to) {
    loop = to;
  }

  /** Returns the knowledge of the other nodes' starts. */
  public PeerIncarnations incarnations() {
    return incarnations;
  }

  /** Returns how often another node had started when it was met last; 0 if it was not met. */
  public long incarnationOf(int node) {
    return incarnations.incarnationOf(node);
  }

  /**
   * Returns whether the other nodes are shards with replicas: a shard that has lost its leader gets
   * another leader, which is worth waiting for.
   */
  public boolean areShards() {
    return fronts > 0;
  }

  public boolean connected(int node) {
    return transport.connected(node);
  }

  public boolean congested() {
    return transport.congested();
  }

  public int count() {
    return names.size();
  }

  public int self() {
    return self;
  }

  /** Returns whether there is another node of that number. */
  public boolean has(int node) {
    return node >= 0 && node < names.size() && node != self;
  }

  /** Returns whether another node, or a front, of that number gives names to transactions. */
  public boolean names(int node) {
    return node >= 0 && node < names.size() + fronts && node != self;
  }

  /** Returns this node's name, as people know it. */
  public String ownName() {
    return name(self);
  }

  /** Returns a node's name, as people know it. */
  public String name(int node) {
    return node >= 0 && node < names.size() ? "node " + names.get(node) : "node number " + node;
  }

  /** Returns a node's name in the deployment. */
  public String plainName(int node) {
    return node >= 0 && node < names.size() ? names.get(node) : Integer.toString(node);
  }

  /** Returns the reason why a request that needs that node cannot run now. */
  public Reason unreachable(int node) {
    return new Reason.Unavailable(
        "node-unavailable", name(node) + " cannot be reached, and the transaction needs it");
  }

  /** Returns the names of nodes with which there is no connection now. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (int node = 0; node < count(); node++) {
      if (has(node) && !connected(node)) {
        missing.add(plainName(node));
      }
    }
    return missing;
  }
}
