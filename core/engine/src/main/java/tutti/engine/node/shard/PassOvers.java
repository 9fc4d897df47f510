package tutti.engine.node.shard;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * An operator's order to pass over an entry at which a shard is stopped: any host takes it, looks
 * at all replicas, and lets the one that leads write it into the shard's log. It is refused where
 * no majority can be reached, and where the shard's replicas cannot pass over the entry without
 * another end than some replica has come to. Thread-safe.
 */
public final class PassOvers {
  /** The answer of a host that does not lead. */
  public static final String NOT_LEADING = "this host does not lead the shard";

  private static final long ANSWER_NANOS = 5_000_000_000L;

  private static final int ORDER = 0;
  private static final int DONE = 1;

  private final ReplicaLayout layout;
  private final Link link;
  private final ReplicaReports reports;
  private final Replicas replicas;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Open> open = new ConcurrentHashMap<>();

  /**
   * The order of a person.
   *
   * @param subject the transaction that is passed over, where the entry's number does not say so
   */
  public record Order(int shard, long entry, byte[] subject, String by, String reason) {}

  /** An order that was given on this host and is not answered. */
  private record Open(Order order, Consumer<PassedOver> done) {}

  /** The way to other hosts. */
  @FunctionalInterface
  public interface Link {
    /** Sends a part of an order; false if it was surely not sent. */
    boolean passOver(int host, Encoder part);
  }

  /** The replicas of this host, and the rule by which those of a shard pass over an entry. */
  public interface Replicas {
    /**
     * Returns why the replicas of a shard cannot pass over an entry; null if they can.
     *
     * @param told the states of those that are reached, a majority, by their hosts' names
     */
    @Nullable PassedOver refusal(int shard, long entry, SortedMap<String, ReplicaStatus> told);

    /** Returns what all replicas do once an order is durable, in words for a person. */
    default String deed(long entry) {
      return "all replicas pass over the entry";
    }

    /** Finds the subject of an order; none, if this host does not have it. Tells it once. */
    void subject(int shard, long entry, Consumer<Optional<byte[]>> found);

    /**
     * Carries an order out, if this host leads.
     *
     * @param done is told null once the order is durable, or why it was not written
     */
    void carryOut(Order order, Consumer<@Nullable String> done);
  }

  /** Takes orders for the replicas of a host. */
  public PassOvers(
      ReplicaLayout layout,
      Link link,
      ReplicaReports reports,
      Replicas replicas,
      Scheduler scheduler,
      StepQueue queue) {
    this.layout = layout;
    this.link = link;
    this.reports = reports;
    this.replicas = replicas;
    this.scheduler = scheduler;
    this.queue = queue;
  }

  /** Takes an order; {@code done} is told once. */
  public void order(int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    reports.gather(
        all -> {
          PassedOver refusal = refusal(shard, entry, all);
          if (refusal != null) {
            done.accept(refusal);
            return;
          }
          replicas.subject(
              shard,
              entry,
              found ->
                  found.ifPresentOrElse(
                      subject -> send(new Order(shard, entry, subject, by, reason), done),
                      () ->
                          done.accept(
                              new PassedOver(
                                  "not-stopped",
                                  "shard %s is not stopped at entry %s on this node, or cannot pass over it: order it on one of %s"
                                      .formatted(shard, entry, stopped(shard, entry, all))))));
        });
  }

  /** Returns the names of the hosts on which a shard is stopped at an entry. */
  private static List<String> stopped(int shard, long entry, List<HostReplicas> all) {
    return all.stream()
        .filter(
            host -> {
              ReplicaStatus state = host.replicas().get(shard);
              return state != null && state.isStopped() && state.applied() == entry;
            })
        .map(HostReplicas::host)
        .toList();
  }

  private @Nullable PassedOver refusal(int shard, long entry, List<HostReplicas> all) {
    if (shard < 0 || shard >= layout.shards()) {
      return new PassedOver("unknown-shard", "there is no shard " + shard);
    }
    SortedMap<String, ReplicaStatus> told = new TreeMap<>();
    for (int host : layout.hostsOf(shard)) {
      ReplicaStatus state = all.get(host).replicas().get(shard);
      if (state != null) {
        told.put(layout.name(host), state);
      }
    }
    int replicasOf = layout.hostsOf(shard).size();
    if (2 * told.size() <= replicasOf) {
      String reached = String.join(", ", told.keySet());
      return new PassedOver(
          "node-unavailable",
          "%s of %s replicas of shard %s can be reached (%s), and a majority is needed"
              .formatted(told.size(), replicasOf, shard, reached));
    }
    boolean any =
        told.values().stream().anyMatch(each -> each.isStopped() && each.applied() == entry);
    return any
        ? replicas.refusal(shard, entry, told)
        : new PassedOver(
            "not-stopped", "shard %s is stopped at entry %s on no node".formatted(shard, entry));
  }

  private void send(Order order, Consumer<PassedOver> done) {
    long number = numbers.incrementAndGet();
    open.put(number, new Open(order, done));
    scheduler.after(
        ANSWER_NANOS,
        queue,
        () ->
            answered(
                number,
                new PassedOver(
                    "node-unavailable",
                    "no node that leads shard " + order.shard() + " has answered: try again")));
    for (int host : layout.hostsOf(order.shard())) {
      if (host == layout.self()) {
        replicas.carryOut(order, why -> answeredBy(number, why));
      } else {
        Encoder out = new Encoder().putByte(ORDER).putVarLong(number).putVarLong(order.shard());
        out.putLong(order.entry()).putBytes(order.subject());
        link.passOver(host, out.putString(order.by()).putString(order.reason()));
      }
    }
  }

  /** A replica has answered; only that of the leader counts. */
  private void answeredBy(long number, @Nullable String why) {
    if (why == null) {
      @Nullable Open of = open.get(number);
      if (of != null) {
        answered(number, new PassedOver(null, replicas.deed(of.order().entry())));
      }
    } else if (!why.equals(NOT_LEADING)) {
      answered(number, new PassedOver("not-passed-over", why));
    }
  }

  private void answered(long number, PassedOver how) {
    @Nullable Open of = open.remove(number);
    if (of != null) {
      of.done().accept(how);
    }
  }

  /** Takes an order, or the answer to one, of another host. */
  public void received(int host, Decoder in) {
    int kind = in.getByte();
    long number = in.getVarLong();
    if (kind == ORDER) {
      Order order =
          new Order(
              in.getCount(Integer.MAX_VALUE),
              in.getLong(),
              in.getBytes(),
              in.getString(),
              in.getString());
      replicas.carryOut(order, why -> answer(host, number, why));
    } else {
      String why = in.getString();
      answeredBy(number, why.isEmpty() ? null : why);
    }
  }

  private void answer(int host, long number, @Nullable String why) {
    String words = Objects.requireNonNullElse(why, "");
    link.passOver(host, new Encoder().putByte(DONE).putVarLong(number).putString(words));
  }
}
