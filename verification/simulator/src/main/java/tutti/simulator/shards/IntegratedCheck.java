package tutti.simulator.shards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.janus.JanusHost;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.integrated.JanusMachines;
import tutti.engine.node.integrated.TapirMachines;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.Promise;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.simulator.check.Findings;

/**
 * The check of all hosts of an integrated protocol at rest: their replicas are members, nothing is
 * open in their records, a version has the same value on all of them, and a majority has the newest
 * one of each item.
 *
 * @param hosts those that run, by their numbers
 */
public record IntegratedCheck(Map<Integer, IntegratedShards> hosts, Findings findings) {
  private static final String AGREE = "replicas-agree";
  private static final Part.Value BLANK = new Part.Value(new byte[0]);

  /**
   * The transactions of one shard of TAPIR that some replica has not forgotten, and those that some
   * replica may forget. A replica that is told so as a view ends comes into the next one without
   * it, and is told by the others when that ends.
   */
  private record Settlement(SortedMap<Timestamp, List<String>> kept, SortedSet<Timestamp> settled) {
    void look(String where, DurableState memory) {
      for (Entry entry : memory.record()) {
        // A promise alone is over with its view.
        boolean known =
            entry.standing() != Entry.Standing.NONE || entry.outcome() != Entry.Outcome.UNKNOWN;
        if (entry.stage() == Entry.Stage.SETTLED) {
          settled.add(entry.transaction().id());
        } else if (known) {
          kept.computeIfAbsent(entry.transaction().id(), _ -> new ArrayList<>())
              .add(where + " has " + entry);
        }
      }
    }

    /** Returns where transactions are that no replica may forget. */
    List<String> open() {
      return kept.entrySet().stream()
          .filter(each -> !settled.contains(each.getKey()))
          .flatMap(each -> each.getValue().stream())
          .toList();
    }
  }

  /** The newest version of an item, and how many replicas have it. */
  private record Newest(Timestamp version, Part.Value value, int replicas) {}

  /** Lets hosts forget no keys of requests while they are looked at, or lets them go on. */
  public void holdKeys(boolean on) {
    for (IntegratedShards host : hosts.values()) {
      switch (host.machines()) {
        case TapirMachines tapir -> tapir.host().holdKeys(on);
        case JanusMachines janus -> janus.host().holdKeys(on);
      }
    }
  }

  /**
   * Returns whether nothing is on its way to its end: a coordinator of Janus that was cut off comes
   * back late, and so does a replica that lacks its memory; and keys may just be forgotten.
   */
  public boolean isLevel() {
    return hosts.values().stream()
        .allMatch(
            host ->
                switch (host.machines()) {
                  case TapirMachines tapir -> tapir.coordinating() == 0 && tapir.leftOut() == 0;
                  case JanusMachines janus ->
                      isIdle(janus.host())
                          && host.replicas().values().stream().allMatch(ReplicaStatus::votes);
                });
  }

  private static boolean isIdle(JanusHost host) {
    return host.coordinating() == 0 && host.openNow() == 0;
  }

  /** Looks at all replicas. In a task only. */
  public void check() {
    Map<Integer, List<Integer>> places = new TreeMap<>();
    hosts.forEach(
        (number, host) ->
            host.replicas()
                .forEach(
                    (shard, state) -> {
                      member(number, shard, state, host.machines().status(shard));
                      places.computeIfAbsent(shard, _ -> new ArrayList<>()).add(number);
                    }));
    hosts.forEach(this::leftOut);
    places.forEach(this::check);
  }

  private void member(
      int number, int shard, ReplicaStatus state, @Nullable ItemReplicaStatus status) {
    if (!state.votes() || status == null || !status.acts()) {
      findings.add(
          "rejoined",
          "at rest the replica of " + at(shard, number) + " is " + state + " with " + status);
    }
  }

  /** A replica that was cut off comes by itself to what it lacks. */
  private void leftOut(int number, IntegratedShards host) {
    if (host.machines().leftOut() > 0) {
      findings.add(
          "left-out",
          "at rest %s replicas lack what was settled without them, as host %s knows"
              .formatted(host.machines().leftOut(), number));
    }
  }

  private static String at(int shard, int host) {
    return "shard " + shard + " on host " + host;
  }

  private void check(int shard, List<Integer> places) {
    if (places.stream().anyMatch(each -> janus(each) != null)) {
      checkOrdered(shard, places);
      return;
    }
    Map<ActorId, Newest> all = new HashMap<>();
    Settlement settlement = new Settlement(new TreeMap<>(), new TreeSet<>());
    for (int number : places) {
      IntegratedShards host = hosts.get(number);
      Promise<Boolean> seen = new Promise<>();
      if (host != null && host.machines() instanceof TapirMachines tapir) {
        tapir
            .host()
            .look(
                shard,
                memory -> {
                  settlement.look(at(shard, number), memory);
                  look(at(shard, number), memory, all);
                  seen.complete(true);
                });
        seen.await();
      }
    }
    settlement.open().forEach(where -> findings.add("settled", "at rest " + where));
    all.forEach(
        (item, newest) -> {
          // Replicas that are in a later view let go of what has no bytes.
          boolean isThere = newest.value.bytes().length > 0;
          if (isThere && newest.replicas <= places.size() / 2) {
            findings.add(
                AGREE,
                "at rest version %s of %s is on %s replicas of shard %s alone"
                    .formatted(newest.version, item, newest.replicas, shard));
          } else if (isThere && newest.replicas < places.size()) {
            findings.add(
                "left-out",
                "at rest version %s of %s is on %s replicas of shard %s, of %s that run"
                    .formatted(newest.version, item, newest.replicas, shard, places.size()));
          }
        });
  }

  private @Nullable JanusHost janus(int number) {
    IntegratedShards host = hosts.get(number);
    return host != null && host.machines() instanceof JanusMachines machines
        ? machines.host()
        : null;
  }

  /** All replicas of Janus have executed everything, and forgotten it. */
  private void checkOrdered(int shard, List<Integer> places) {
    Map<ActorId, byte[]> first = null;
    for (int number : places) {
      JanusHost host = janus(number);
      if (host == null) {
        continue;
      }
      ItemReplicaStatus status = host.status(shard);
      if (status != null && status.open() > 0) {
        findings.add(
            "settled", "at rest " + at(shard, number) + " has not forgotten " + status.open());
      }
      Promise<Map<ActorId, byte[]>> seen = new Promise<>();
      host.look(shard, seen::complete);
      Map<ActorId, byte[]> items = seen.await();
      if (first == null) {
        first = items;
      } else {
        compare(at(shard, number), first, items);
      }
    }
  }

  private void compare(String where, Map<ActorId, byte[]> one, Map<ActorId, byte[]> other) {
    Set<ActorId> all = new TreeSet<>(one.keySet());
    all.addAll(other.keySet());
    for (ActorId item : all) {
      if (!Arrays.equals(one.get(item), other.get(item))) {
        findings.add(AGREE, "at rest " + where + " has another value of " + item);
      }
    }
  }

  private void look(String where, DurableState memory, Map<ActorId, Newest> all) {
    ActorId last = null;
    while (true) {
      List<Record.Item> items = memory.items(last, Integer.MAX_VALUE);
      if (items.isEmpty()) {
        return;
      }
      items.forEach(item -> look(where, item, all));
      last = items.getLast().name();
    }
  }

  private void look(String where, Record.Item item, Map<ActorId, Newest> all) {
    if (item.versions().isEmpty()) {
      return;
    }
    Timestamp version = item.versions().lastKey();
    Part.@Nullable Value value = item.versions().get(version);
    Newest known = all.getOrDefault(item.name(), new Newest(Timestamp.NONE, BLANK, 0));
    if (value == null || version.isBelow(known.version)) {
      return;
    }
    boolean same = known.version.equals(version);
    if (same && !known.value.equals(value)) {
      findings.add(
          AGREE,
          "at rest %s has another value of %s in version %s"
              .formatted(where, item.name(), version));
    }
    all.put(item.name(), new Newest(version, value, same ? known.replicas + 1 : 1));
  }
}
