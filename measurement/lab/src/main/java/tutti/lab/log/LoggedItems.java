package tutti.lab.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.integrated.ItemValues;
import tutti.engine.integrated.tapir.LoggedEntry;
import tutti.engine.integrated.tapir.LoggedEntry.End;
import tutti.engine.integrated.tapir.LoggedEntry.Stamp;
import tutti.engine.integrated.tapir.TapirLogReader;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;

/**
 * The transactions in the logs of all hosts of TAPIR: what each of them has read and written, and
 * its outcome. A transaction without an idempotency key has the name of its timestamp. Not
 * thread-safe.
 */
final class LoggedItems {
  private final Application application;
  private final Map<Integer, TapirLogReader> hosts = new HashMap<>();
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

  LoggedItems(Application application) {
    this.application = application;
  }

  /** Takes the next record of a host's log. */
  void add(int host, byte[] bytes) {
    hosts.computeIfAbsent(host, _ -> new TapirLogReader()).add(bytes).forEach(this::add);
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
          ItemVersions.anomaly(
              "ended-twice",
              entry.transaction().toString(),
              "the logs say that it committed, and aborted"));
    }
    of.end = entry.end();
    if (entry.end() == End.COMMITTED && entry.isKnown()) {
      of.committed.add(entry.shard());
    }
  }

  /**
   * Puts the read records together.
   *
   * @param over whether all hosts have ended in order after everything was settled: then every
   *     participant of a committed transaction must have committed it
   */
  LogSummary summary(boolean over) {
    List<Anomaly> all = new ArrayList<>(anomalies);
    ItemVersions versions = new ItemVersions(application);
    Map<ActorId, Map<Stamp, Long>> made = new TreeMap<>();
    found.forEach(
        (at, each) -> {
          // Clients tell what they read by itself.
          if (each.end != End.COMMITTED || each.writes.isEmpty()) {
            return;
          }
          if (over && !each.committed.equals(each.shards)) {
            all.add(
                ItemVersions.anomaly(
                    "half-committed",
                    at.toString(),
                    "its participants are shards " + each.shards,
                    "the logs have it as committed in " + each.committed));
          }
          // In the order of timestamps, so each version finds the one that it follows.
          String id = versions.name(at.toString(), each.writes);
          versions.add(at.toString(), versions(id, each.reads, made, all), each.writes);
          each.writes.forEach(
              (item, value) ->
                  made.computeIfAbsent(item, _ -> new TreeMap<>())
                      .put(at, ItemValues.isActor(item) ? ItemValues.version(value) : 0));
        });
    return versions.summary(all);
  }

  /** Returns the version numbers that a transaction has read of actors. */
  private static Map<ActorId, Long> versions(
      String by,
      Map<ActorId, Stamp> reads,
      Map<ActorId, Map<Stamp, Long>> made,
      List<Anomaly> all) {
    Map<ActorId, Long> versions = new TreeMap<>();
    reads.forEach(
        (item, read) -> {
          Long version = made.getOrDefault(item, new TreeMap<>()).get(read);
          if (version == null && !read.equals(Stamp.BLANK) && ItemValues.isActor(item)) {
            all.add(
                ItemVersions.anomaly(
                    "dirty-read",
                    by,
                    "it has read the version of " + item + " that " + read + " has made",
                    "no committed transaction before it has made that one"));
          }
          versions.put(item, version == null ? 0 : version);
        });
    return versions;
  }
}
