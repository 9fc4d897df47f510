package tutti.lab.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemValues;
import tutti.lab.log.LogSummary.Logged;
import tutti.lab.log.LogSummary.Newest;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Operation;

/**
 * The versions of items (actors and idempotency keys) that committed transactions have made, in the
 * logs of hosts of integrated protocols. A log has the values of items and no events. A transaction
 * is identified by its idempotency key; a transaction without a key, by the id that the protocol
 * has drawn. The rule: each version of an item must be made by a transaction that has read the
 * version before it (0 before the first one). Used once, and not thread-safe.
 */
final class ItemVersions {
  private final ItemValues values;
  private final Map<String, Work> works = new LinkedHashMap<>();
  private final Map<ActorId, NavigableMap<Long, Version>> actors = new TreeMap<>();
  private final List<Anomaly> anomalies = new ArrayList<>();

  /** The versions of items that a transaction has seen, and those that it has made. */
  private record Work(@Nullable String key, Map<ActorId, Long> reads, Map<ActorId, Long> writes) {}

  /**
   * A version of an actor that a committed transaction has made.
   *
   * @param read the version of the actor that it had read; null for none
   */
  private record Version(String by, @Nullable Long read, ActorState state) {}

  ItemVersions(Application application) {
    this.values = new ItemValues(application);
  }

  /**
   * Returns the name of a transaction.
   *
   * @param name that its protocol gives it
   */
  String name(String name, Map<ActorId, byte[]> writes) {
    return writes.entrySet().stream()
        .filter(each -> ItemValues.isKey(each.getKey()))
        .flatMap(each -> values.user(each.getValue()).stream())
        .map(Object::toString)
        .findFirst()
        .orElse(name);
  }

  /**
   * Adds a transaction that has committed.
   *
   * @param name the id that its protocol has drawn
   * @param reads the versions that the transaction saw, including those of items that it writes
   * @param writes the new values
   */
  void add(String name, Map<ActorId, Long> reads, Map<ActorId, byte[]> writes) {
    String id = name(name, writes);
    String key = null;
    Map<ActorId, Long> made = new TreeMap<>();
    for (Map.Entry<ActorId, byte[]> write : writes.entrySet()) {
      ActorId item = write.getKey();
      if (ItemValues.isKey(item)) {
        // A key that gets no bytes is not used, or is forgotten.
        key = write.getValue().length > 0 ? item.key() : key;
        continue;
      }
      if (!ItemValues.isActor(item)) {
        continue;
      }
      ItemValues.Written written = values.actor(item, write.getValue());
      made.put(item, written.version());
      Version version = new Version(id, reads.get(item), written.state());
      Version other =
          actors
              .computeIfAbsent(item, _ -> new TreeMap<>())
              .putIfAbsent(written.version(), version);
      if (other != null) {
        lost(id, item, written.version(), other.by() + " has made that version, too");
      }
    }
    if (works.put(id, new Work(key, new TreeMap<>(reads), made)) != null) {
      anomalies.add(anomaly("key-used-twice", id, "two transactions have its key"));
    }
  }

  static Anomaly anomaly(String name, String transaction, String... story) {
    return new Anomaly(name, List.of(transaction), List.of(story));
  }

  private void lost(String by, ActorId item, long version, String why) {
    anomalies.add(anomaly("lost-write", by, "it has made version " + version + " of " + item, why));
  }

  /**
   * Puts together what was added.
   *
   * @param others contradictions that were found before
   */
  LogSummary summary(List<Anomaly> others) {
    Map<ActorId, Newest> newest = new LinkedHashMap<>();
    actors.forEach(
        (actor, versions) -> {
          long before = 0;
          for (Map.Entry<Long, Version> each : versions.entrySet()) {
            Version made = each.getValue();
            if (!Objects.equals(made.read(), before)) {
              String why =
                  "it had read version " + made.read() + ", and version " + before + " was there";
              lost(made.by(), actor, each.getKey(), why);
            }
            before = each.getKey();
          }
          Version last = versions.lastEntry().getValue();
          newest.put(actor, new Newest(last.by(), before, last.state()));
        });
    Map<String, Logged> transactions = new LinkedHashMap<>();
    works.forEach((id, work) -> transactions.put(id, logged(id, work)));
    List<Anomaly> all = new ArrayList<>(others);
    all.addAll(anomalies);
    return new LogSummary(transactions, newest, all);
  }

  private Logged logged(String id, Work work) {
    List<Operation.Read> reads = new ArrayList<>();
    work.reads()
        .forEach(
            (item, version) -> {
              if (ItemValues.isActor(item) && !work.writes().containsKey(item)) {
                reads.add(new Operation.Read(item.toString(), version));
              }
            });
    List<Operation.Write> writes = new ArrayList<>();
    work.writes()
        .forEach(
            (item, made) -> {
              Long before = actors.getOrDefault(item, new TreeMap<>()).lowerKey(made);
              for (long each = before == null ? 1 : before + 1; each <= made; each++) {
                writes.add(Operation.Write.of(item.toString(), each));
              }
            });
    return new Logged(id, work.key(), reads, writes);
  }
}
