package tutti.lab.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemValues;
import tutti.engine.integrated.tapir.LoggedEntry;
import tutti.engine.integrated.tapir.LoggedEntry.End;
import tutti.engine.integrated.tapir.LoggedEntry.Stamp;
import tutti.lab.log.LogSummary.Logged;
import tutti.lab.log.LogSummary.Newest;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Operation;

/**
 * The transactions in the logs of all hosts of TAPIR: what each of them has read and written, and
 * its outcome. A log has the values of items and no events; a transaction has the name that its
 * idempotency key says, so one without a key has the name of its timestamp alone. Not thread-safe.
 */
final class LoggedItems {
  private final ItemValues values;
  private final Map<Stamp, Found> found = new TreeMap<>();
  private final List<Anomaly> anomalies = new ArrayList<>();

  /** The records of one transaction so far. */
  private static final class Found {
    final Set<Integer> shards = new TreeSet<>();

    /** The shards in which it is known to have committed, with what it does there. */
    final Set<Integer> committed = new TreeSet<>();

    final Map<ActorId, Stamp> reads = new TreeMap<>();
    final Map<ActorId, byte[]> writes = new TreeMap<>();
    End end = End.UNKNOWN;
  }

  /** A version of an actor that a committed transaction has made. */
  private record Version(String by, Stamp at, ItemValues.Written value) {}

  LoggedItems(Application application) {
    this.values = new ItemValues(application);
  }

  /** Takes the next record of a host's log. */
  void add(byte[] bytes) {
    LoggedEntry.of(bytes).forEach(this::add);
  }

  private void add(LoggedEntry entry) {
    Found of = found.computeIfAbsent(entry.transaction(), _ -> new Found());
    of.shards.addAll(entry.shards());
    of.reads.putAll(entry.reads());
    of.writes.putAll(entry.writes());
    if (entry.end() == End.UNKNOWN) {
      return;
    }
    if (of.end != End.UNKNOWN && of.end != entry.end()) {
      anomalies.add(
          anomaly(
              "ended-twice",
              entry.transaction().toString(),
              "the logs say that it committed, and aborted"));
    }
    of.end = entry.end();
    if (entry.end() == End.COMMITTED && entry.isKnown()) {
      of.committed.add(entry.shard());
    }
  }

  private static Anomaly anomaly(String name, String transaction, String... story) {
    return new Anomaly(name, List.of(transaction), List.of(story));
  }

  /**
   * Puts the read records together.
   *
   * @param over whether all hosts have ended in order after everything was settled: then every
   *     participant of a committed transaction must have committed it
   */
  LogSummary summary(boolean over) {
    List<Anomaly> all = new ArrayList<>(anomalies);
    Map<String, Logged> transactions = new LinkedHashMap<>();
    Map<ActorId, TreeMap<Stamp, Version>> actors = new TreeMap<>();
    found.forEach(
        (at, each) -> {
          // Clients tell what they read by itself.
          if (each.end != End.COMMITTED || each.writes.isEmpty()) {
            return;
          }
          if (over && !each.committed.equals(each.shards)) {
            all.add(
                anomaly(
                    "half-committed",
                    at.toString(),
                    "its participants are shards " + each.shards,
                    "the logs have it as committed in " + each.committed));
          }
          // In the order of timestamps, so each version finds the one that it follows.
          Logged logged = logged(at, each, actors, all);
          if (transactions.put(logged.id(), logged) != null) {
            all.add(anomaly("key-used-twice", logged.id(), "two transactions have its key"));
          }
        });
    Map<ActorId, Newest> newest = new LinkedHashMap<>();
    actors.forEach(
        (actor, versions) -> {
          Version last = versions.lastEntry().getValue();
          newest.put(actor, new Newest(last.by(), last.value().version(), last.value().state()));
        });
    return new LogSummary(transactions, newest, all);
  }

  private Logged logged(
      Stamp at, Found of, Map<ActorId, TreeMap<Stamp, Version>> actors, List<Anomaly> all) {
    String id = at.toString();
    String key = null;
    for (Map.Entry<ActorId, byte[]> write : of.writes.entrySet()) {
      if (ItemValues.isKey(write.getKey())) {
        key = write.getKey().key();
        id = values.user(write.getValue()).map(Object::toString).orElse(id);
      }
    }
    List<Operation.Read> reads = new ArrayList<>();
    Map<ActorId, Long> before = new HashMap<>();
    for (Map.Entry<ActorId, Stamp> read : of.reads.entrySet()) {
      ActorId item = read.getKey();
      if (!ItemValues.isKey(item)) {
        long version = version(id, item, read.getValue(), actors, all);
        before.put(item, version);
        if (!of.writes.containsKey(item)) {
          reads.add(new Operation.Read(item.toString(), version));
        }
      }
    }
    List<Operation.Write> writes = new ArrayList<>();
    for (Map.Entry<ActorId, byte[]> write : of.writes.entrySet()) {
      ActorId item = write.getKey();
      if (!ItemValues.isKey(item)) {
        TreeMap<Stamp, Version> versions = actors.computeIfAbsent(item, _ -> new TreeMap<>());
        Version made = new Version(id, at, values.actor(item, write.getValue()));
        long first = follows(made, item, before.get(item), versions.lastEntry(), all);
        versions.put(at, made);
        for (long version = first + 1; version <= made.value().version(); version++) {
          writes.add(Operation.Write.of(item.toString(), version));
        }
      }
    }
    return new Logged(id, key, reads, writes);
  }

  /** Returns the version number that a transaction has read of an actor. */
  private static long version(
      String by,
      ActorId item,
      Stamp read,
      Map<ActorId, TreeMap<Stamp, Version>> actors,
      List<Anomaly> all) {
    if (read.equals(Stamp.BLANK)) {
      return 0;
    }
    Version known = actors.getOrDefault(item, new TreeMap<>()).get(read);
    if (known == null) {
      all.add(
          anomaly(
              "dirty-read",
              by,
              "it has read the version of " + item + " that " + read + " has made",
              "no committed transaction before it has made that one"));
      return 0;
    }
    return known.value().version();
  }

  /** Returns the version of an actor that was there before one that was made. */
  private static long follows(
      Version made,
      ActorId item,
      @Nullable Long read,
      Map.@Nullable Entry<Stamp, Version> former,
      List<Anomaly> all) {
    long before = former == null ? 0 : former.getValue().value().version();
    if (!Objects.equals(read, before) || made.value().version() <= before) {
      all.add(
          anomaly(
              "lost-write",
              made.by(),
              "it has made version " + made.value().version() + " of " + item,
              "it had read version " + read + ", and version " + before + " was there"));
    }
    return before;
  }
}
