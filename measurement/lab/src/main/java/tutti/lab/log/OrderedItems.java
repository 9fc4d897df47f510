package tutti.lab.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemValues;
import tutti.engine.integrated.janus.JanusLogReader;
import tutti.engine.integrated.janus.LoggedStep;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;

/**
 * The transactions in the logs of all hosts of Janus. Every replica executes every transaction of
 * its shard, and writes the result. So the logs of a shard's hosts must agree about each
 * transaction, and the state in a replica's images, or at the end, must follow from its log. A
 * transaction reads all items that its request names, in the versions that the replica has when it
 * executes the transaction. An abandoned transaction has no place in the order: each replica skips
 * it when it learns that it is abandoned, and reads nothing. A transaction without an idempotency
 * key is identified by the id that its coordinator drew. Not thread-safe.
 */
final class OrderedItems {
  private final Application application;
  private final Map<Integer, JanusLogReader> hosts = new HashMap<>();
  private final SortedMap<Integer, SortedMap<Integer, ReplicaItems>> shards = new TreeMap<>();
  private final Map<String, Found> found = new LinkedHashMap<>();
  private final List<Anomaly> anomalies = new ArrayList<>();

  /** The records of one transaction so far. */
  private static final class Found {
    final SortedSet<Integer> shards = new TreeSet<>();

    /** The items of each shard that it may read or write. */
    final Map<Integer, SortedSet<ActorId>> items = new HashMap<>();

    /** The first execution at a replica of each shard: all others must agree with it. */
    final SortedMap<Integer, Execution> executions = new TreeMap<>();

    @Nullable Boolean abandoned;

    boolean isAbandoned() {
      return abandoned != null && abandoned;
    }
  }

  /**
   * An execution at a replica.
   *
   * @param reads the versions of the shard's items before it; empty if the transaction was skipped
   */
  private record Execution(
      int host, boolean refused, Map<ActorId, Long> reads, SortedMap<ActorId, byte[]> writes) {

    boolean agrees(Execution other) {
      return refused == other.refused
          && reads.equals(other.reads)
          && ReplicaItems.areEqual(writes, other.writes);
    }

    @Override
    public String toString() {
      if (refused) {
        return "it was refused, having read " + reads;
      }
      SortedMap<ActorId, Long> made = new TreeMap<>();
      writes.forEach(
          (item, value) -> {
            if (ItemValues.isActor(item)) {
              made.put(item, ItemValues.version(value));
            }
          });
      return "it has read " + reads + " and made " + made;
    }
  }

  /** The items of a replica, as its log has led to them. */
  private static final class ReplicaItems {
    SortedMap<ActorId, byte[]> items = new TreeMap<>();

    /** The items of the image that is being written, which are changed with the others. */
    @Nullable SortedMap<ActorId, byte[]> imaged;

    SortedMap<ActorId, byte[]> come = new TreeMap<>();

    void write(SortedMap<ActorId, byte[]> writes) {
      put(writes, items);
      if (imaged != null) {
        put(writes, imaged);
      }
    }

    /** No bytes stand for an item that is not there. */
    private static void put(SortedMap<ActorId, byte[]> values, SortedMap<ActorId, byte[]> to) {
      values.forEach(
          (item, value) -> {
            if (value.length == 0) {
              to.remove(item);
            } else {
              to.put(item, value);
            }
          });
    }

    static boolean areEqual(SortedMap<ActorId, byte[]> one, SortedMap<ActorId, byte[]> other) {
      return one.keySet().equals(other.keySet())
          && one.entrySet().stream()
              .allMatch(each -> Arrays.equals(each.getValue(), other.get(each.getKey())));
    }
  }

  OrderedItems(Application application) {
    this.application = application;
  }

  /** Takes the next record of a host's log. */
  void add(int host, byte[] bytes) {
    JanusLogReader log = hosts.computeIfAbsent(host, _ -> new JanusLogReader());
    for (LoggedStep step : log.add(bytes)) {
      ReplicaItems replica =
          shards
              .computeIfAbsent(step.shard(), _ -> new TreeMap<>())
              .computeIfAbsent(host, _ -> new ReplicaItems());
      add(host, replica, step);
    }
  }

  /** A host has lost its log. */
  void lost(int host) {
    hosts.remove(host);
    shards.values().forEach(each -> each.remove(host));
  }

  private Found found(String transaction) {
    return found.computeIfAbsent(transaction, _ -> new Found());
  }

  private void add(int host, ReplicaItems replica, LoggedStep step) {
    switch (step) {
      case LoggedStep.Requested(int shard, String transaction, var its, var items) -> {
        found(transaction).shards.addAll(its);
        found(transaction).items.putIfAbsent(shard, items);
      }
      case LoggedStep.Decided decided -> decided(decided);
      case LoggedStep.Executed executed -> executed(host, replica, executed);
      case LoggedStep.ImageBegun _ -> replica.imaged = new TreeMap<>();
      case LoggedStep.Imaged(int _, var items) -> {
        if (replica.imaged != null) {
          replica.imaged.putAll(items);
        }
      }
      case LoggedStep.ImageComplete(int shard) -> imaged(host, shard, replica);
      case LoggedStep.Coming _ -> replica.come = new TreeMap<>();
      case LoggedStep.Come(int _, var items) -> ReplicaItems.put(items, replica.come);
      case LoggedStep.Taken _ -> {
        replica.items = replica.come;
        replica.come = new TreeMap<>();
        replica.imaged = null;
      }
    }
  }

  private void decided(LoggedStep.Decided step) {
    Found of = found(step.transaction());
    if (of.abandoned != null && of.abandoned != step.abandoned()) {
      anomalies.add(
          ItemVersions.anomaly(
              "ended-twice",
              step.transaction(),
              "the logs say that it was decided, and that it was abandoned"));
    }
    of.abandoned = step.abandoned();
  }

  private void executed(int host, ReplicaItems replica, LoggedStep.Executed step) {
    Found of = found(step.transaction());
    Map<ActorId, Long> reads = of.isAbandoned() ? Map.of() : reads(of, replica, step.shard());
    Execution its = new Execution(host, step.refused(), reads, step.writes());
    replica.write(step.writes());
    Execution other = of.executions.putIfAbsent(step.shard(), its);
    if (other != null && !its.agrees(other)) {
      anomalies.add(
          ItemVersions.anomaly(
              "replicas-differ",
              step.transaction(),
              "on host " + other.host() + " " + other,
              "on host " + host + " " + its));
    }
  }

  private static Map<ActorId, Long> reads(Found of, ReplicaItems replica, int shard) {
    Map<ActorId, Long> reads = new TreeMap<>();
    for (ActorId item : of.items.getOrDefault(shard, new TreeSet<>())) {
      if (ItemValues.isActor(item)) {
        byte[] value = replica.items.get(item);
        reads.put(item, value == null ? 0 : ItemValues.version(value));
      }
    }
    return reads;
  }

  private void imaged(int host, int shard, ReplicaItems replica) {
    SortedMap<ActorId, byte[]> imaged = replica.imaged;
    if (imaged == null) {
      return;
    }
    if (replica.items.isEmpty()) {
      // A backup was restored: the log begins with its items.
      replica.items = imaged;
    } else if (!ReplicaItems.areEqual(imaged, replica.items)) {
      anomalies.add(
          new Anomaly(
              "image-differs",
              List.of(),
              List.of(
                  "an image of shard %s on host %s has %s items, and its log has led to %s, or to others"
                      .formatted(shard, host, imaged.size(), replica.items.size()))));
    }
    replica.imaged = null;
  }

  /**
   * Puts the read records together.
   *
   * @param over whether all hosts have ended in order after everything was forgotten: then every
   *     participant of a transaction must have executed it, and all replicas of a shard must have
   *     the same items
   */
  LogSummary summary(boolean over) {
    List<Anomaly> all = new ArrayList<>(anomalies);
    ItemVersions versions = new ItemVersions(application);
    found.forEach((name, each) -> add(name, each, over, versions, all));
    if (over) {
      shards.forEach((shard, replicas) -> compare(shard, replicas, all));
    }
    return versions.summary(all);
  }

  private static void add(
      String name, Found of, boolean over, ItemVersions versions, List<Anomaly> all) {
    Map<ActorId, Long> reads = new TreeMap<>();
    SortedMap<ActorId, byte[]> writes = new TreeMap<>();
    SortedSet<Integer> committed = new TreeSet<>();
    boolean abandoned = of.isAbandoned();
    of.executions.forEach(
        (shard, execution) -> {
          if (!execution.refused() && !abandoned) {
            committed.add(shard);
          }
          reads.putAll(execution.reads());
          writes.putAll(execution.writes());
        });
    boolean refused = of.executions.values().stream().anyMatch(Execution::refused);
    boolean half =
        !committed.isEmpty() && (refused || over && !committed.equals(of.shards))
            || committed.isEmpty() && !writes.isEmpty();
    if (half) {
      all.add(
          ItemVersions.anomaly(
              "half-committed",
              name,
              "its participants are shards " + of.shards,
              "the logs have it as executed in "
                  + committed
                  + (refused ? ", and as refused" : "")
                  + (abandoned ? ", and as abandoned" : "")));
    }
    // Clients tell what they read by itself.
    if (!writes.isEmpty()) {
      versions.add(name, reads, writes);
    }
  }

  private static void compare(
      int shard, SortedMap<Integer, ReplicaItems> replicas, List<Anomaly> all) {
    Map.Entry<Integer, ReplicaItems> first = null;
    for (Map.Entry<Integer, ReplicaItems> each : replicas.entrySet()) {
      if (first == null) {
        first = each;
        continue;
      }
      SortedMap<ActorId, byte[]> one = first.getValue().items;
      SortedMap<ActorId, byte[]> other = each.getValue().items;
      if (!ReplicaItems.areEqual(one, other)) {
        SortedSet<ActorId> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        names.removeIf(item -> Arrays.equals(one.get(item), other.get(item)));
        all.add(
            new Anomaly(
                "replicas-differ",
                List.of(),
                List.of(
                    "at the end the replicas of shard %s on hosts %s and %s differ in %s"
                        .formatted(shard, first.getKey(), each.getKey(), names))));
      }
    }
  }
}
