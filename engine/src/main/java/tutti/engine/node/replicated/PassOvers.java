package tutti.engine.node.replicated;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node.PassedOver;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.Layout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.node.shard.ReplicaState;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * An operator's order to pass over an entry at which a shard is stopped: any host takes it, looks
 * at all replicas, and lets the one that leads write it into the shard's log. It is refused where a
 * replica that can be reached has applied the entry, for then it can be had from that one, and
 * where no majority can be reached. Thread-safe.
 */
final class PassOvers {
  private static final long ANSWER_NANOS = 5_000_000_000L;

  private static final int ORDER = 0;
  private static final int DONE = 1;

  private final Layout layout;
  private final HostLinks links;
  private final ReplicaReports reports;
  private final Map<Integer, ShardReplica> replicas;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Open> open = new ConcurrentHashMap<>();

  /** The order of a person. */
  private record Order(int shard, long entry, String by, String reason) {}

  /** An order that was given on this host and is not answered. */
  private record Open(Order order, Consumer<PassedOver> done) {}

  PassOvers(
      Layout layout,
      HostLinks links,
      ReplicaReports reports,
      Map<Integer, ShardReplica> replicas,
      Scheduler scheduler,
      StepQueue queue) {
    this.layout = layout;
    this.links = links;
    this.reports = reports;
    this.replicas = replicas;
    this.scheduler = scheduler;
    this.queue = queue;
  }

  /** Takes an order; {@code done} is told once. */
  void order(int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    reports.gather(
        all -> {
          PassedOver refusal = refusal(shard, entry, all);
          if (refusal != null) {
            done.accept(refusal);
          } else {
            send(new Order(shard, entry, by, reason), done);
          }
        });
  }

  private @Nullable PassedOver refusal(int shard, long entry, List<HostReplicas> all) {
    if (shard < 0 || shard >= layout.shards()) {
      return new PassedOver("unknown-shard", "there is no shard " + shard);
    }
    Map<String, ReplicaState> told = new TreeMap<>();
    for (int host : layout.hostsOf(shard)) {
      ReplicaState state = all.get(host).replicas().get(shard);
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
    for (Map.Entry<String, ReplicaState> each : told.entrySet()) {
      boolean isStopped = each.getValue().phase().equals(ReplicaState.STOPPED);
      if (!isStopped && each.getValue().applied() > entry) {
        return new PassedOver(
            "already-applied",
            "node %s has applied entry %s: start the others with an empty folder, one after the"
                    .formatted(each.getKey(), entry)
                + " other, and they take the shard from it");
      }
    }
    boolean any =
        told.values().stream()
            .anyMatch(each -> each.phase().equals(ReplicaState.STOPPED) && each.applied() == entry);
    return any
        ? null
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
        carryOut(order, why -> answeredBy(number, why));
      } else {
        Encoder out = new Encoder().putByte(ORDER).putVarLong(number).putVarLong(order.shard());
        links.passOver(
            host, out.putLong(order.entry()).putString(order.by()).putString(order.reason()));
      }
    }
  }

  private void carryOut(Order order, Consumer<@Nullable String> done) {
    ShardReplica replica = replicas.get(order.shard());
    if (replica != null) {
      replica.passOver(order.entry(), order.by(), order.reason(), done);
    }
  }

  /** A replica has answered; only that of the leader counts. */
  private void answeredBy(long number, @Nullable String why) {
    if (why == null) {
      answered(number, new PassedOver(null, "all replicas pass over the entry"));
    } else if (!why.equals(ShardReplica.NOT_LEADING)) {
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
  void received(int host, Decoder in) {
    int kind = in.getByte();
    long number = in.getVarLong();
    if (kind == ORDER) {
      Order order =
          new Order(in.getCount(Integer.MAX_VALUE), in.getLong(), in.getString(), in.getString());
      carryOut(order, why -> answer(host, number, why));
    } else {
      String why = in.getString();
      answeredBy(number, why.isEmpty() ? null : why);
    }
  }

  private void answer(int host, long number, @Nullable String why) {
    String words = Objects.requireNonNullElse(why, "");
    links.passOver(host, new Encoder().putByte(DONE).putVarLong(number).putString(words));
  }
}
