package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * Walks of two shards of three or five replicas in virtual time: messages are lost, doubled, late
 * and out of order, coordinators die at any step, replicas crash between any two records, disks are
 * lost, and views change. Each step is checked against I5 and I6, and the history against the
 * claim; once nothing goes wrong any more everything ends, and the replicas of a shard are equal.
 */
class TapirWalkTest {
  private static final int MOST_WALKS = 500;
  private static final long MILLI = SimulatedShards.MILLI;
  private static final int SHARDS = 2;
  private static final int ITEMS = 3;

  private int committed;
  private int refused;
  private int takeovers;
  private int givenUp;
  private int views;
  private int lostDisks;
  private int imagesMade;
  private int imagesTaken;
  private int gone;

  @Test
  void keepsItsInvariantsUnderAllFaults() {
    for (int seed = 0; seed < Effort.of(MOST_WALKS); seed++) {
      walk(seed);
    }
    assertThat(committed).isGreaterThan(Effort.of(MOST_WALKS) * 5);
    assertThat(refused).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(takeovers).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(givenUp).isGreaterThan(Effort.of(MOST_WALKS) / 4);
    assertThat(views).isGreaterThan(Effort.of(MOST_WALKS) * 3);
    assertThat(lostDisks).isGreaterThan(Effort.of(MOST_WALKS) / 4);
    assertThat(imagesMade).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(imagesTaken).isGreaterThan(Effort.of(MOST_WALKS) / 4);
    assertThat(gone).isGreaterThan(Effort.of(MOST_WALKS) / 4);
  }

  @Test
  void keepsItsInvariantsFromOtherSeeds() {
    Effort.seeds(MOST_WALKS, this::walk);
  }

  private void walk(int seed) {
    boolean strict = seed % 3 != 2;
    Settings settings =
        new Settings(
            strict, 4 * MILLI, 15 * MILLI, 60 * MILLI, 20, 1 << 20, seed % 2 == 0 ? 1000 : 2);
    SimulatedShards shards = new SimulatedShards(seed, SHARDS, seed % 5 == 4 ? 5 : 3, settings);
    Walk walk = new Walk(shards, strict);
    try {
      walk.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ":\n" + shards.story(), e);
    }
    committed += walk.history.size();
    refused += walk.refused;
    takeovers += shards.takeovers;
    givenUp += shards.givenUp;
    views += shards.views;
    lostDisks += walk.lostDisks;
    imagesMade += walk.images.made;
    imagesTaken += walk.images.taken;
    gone += walk.gone;
  }

  /** One walk: faults for a while, then none. */
  private static final class Walk {
    /** A transaction that was begun. */
    private record Begun(Map<Integer, Part> parts, long begun, int host) {}

    private final SimulatedShards shards;
    private final boolean strict;
    private final SortedMap<Timestamp, Begun> begun = new TreeMap<>();
    private final SortedMap<Timestamp, Long> told = new TreeMap<>();
    private final List<Clock> clocks = new ArrayList<>();
    private final SimulatedImages images;
    final History history = new History();
    int refused;
    int lostDisks;
    int gone;

    Walk(SimulatedShards shards, boolean strict) {
      this.shards = shards;
      this.strict = strict;
      this.images = new SimulatedImages(shards);
      shards.hosts.forEach(host -> clocks.add(new Clock(host + 1)));
      shards.client(this::ended);
    }

    void run() {
      shards.replicas().forEach(shards::start);
      shards.shards.forEach(each -> shards.lead(each.getFirst()));
      shards.run(20 * MILLI);
      shards.disturb();
      long until = shards.now() + shards.random.nextLong(1500 * MILLI);
      while (shards.now() < until) {
        shards.run(shards.random.nextLong(12 * MILLI));
        step();
        for (int each = shards.random.nextInt(6); each > 0; each--) {
          images.step(any());
        }
      }
      calm();
    }

    private SimulatedReplica any() {
      List<SimulatedReplica> all = shards.replicas();
      return all.get(shards.random.nextInt(all.size()));
    }

    private SimulatedShards.Running anyCoordinator() {
      return shards.coordinators.get(shards.random.nextInt(shards.coordinators.size()));
    }

    private void step() {
      int kind = shards.random.nextInt(100);
      SimulatedReplica replica = any();
      if (kind < 60) {
        begin(shards.random.nextInt(shards.hosts.size()), Timestamp.NONE);
      } else if (kind < 68 && !shards.coordinators.isEmpty()) {
        shards.kill(anyCoordinator());
      } else if (kind < 72 && !shards.coordinators.isEmpty()) {
        shards.giveUp(anyCoordinator());
      } else if (kind < 77) {
        shards.shards.get(replica.shard).stream()
            .filter(SimulatedReplica::isUp)
            .findAny()
            .ifPresent(_ -> end(replica));
      } else if (kind < 84 && replica.isUp() && !replica.isBehind) {
        shards.lead(replica);
      } else if (kind < 90 && mayFail(replica)) {
        shards.crash(replica);
      } else if (kind < 92 && mayFail(replica)) {
        shards.crash(replica);
        replica.loseDisk();
        lostDisks++;
      } else if (!replica.isUp()) {
        shards.start(replica, shards.random.nextBoolean());
      }
    }

    /** Only f replicas of a shard are away, or without their past, at a time. */
    private boolean mayFail(SimulatedReplica replica) {
      List<SimulatedReplica> all = shards.shards.get(replica.shard);
      long away = all.stream().filter(each -> !each.isUp() || lacks(each)).count();
      return replica.isUp() && !lacks(replica) && away < all.size() / 2;
    }

    private static boolean lacks(SimulatedReplica replica) {
      return !replica.disk().isMember();
    }

    /** The leader of a shard's configuration log is asked to end the view. */
    private void end(SimulatedReplica replica) {
      if (replica.isUp()) {
        long view = replica.up().memory().view();
        shards.on(
            replica,
            new Event.Received<>(
                new Address.Replica(0, replica.shard), new Message.RequestViewChange(view)));
      }
    }

    /** The item that is used, and then forgotten, and then used again. */
    private static ActorId key(int shard) {
      return new ActorId("Key", shard + "");
    }

    private static ActorId item(int shard, int number) {
      return new ActorId("Item", shard + "-" + number);
    }

    private void begin(int host, Timestamp above) {
      Map<Integer, Part> parts = new HashMap<>();
      int first = shards.random.nextInt(SHARDS);
      int many = 1 + shards.random.nextInt(SHARDS);
      List<Integer> participants = new ArrayList<>();
      for (int each = 0; each < many; each++) {
        int shard = (first + each) % SHARDS;
        Part part = part(shard);
        if (part.isKnown()) {
          participants.add(shard);
          parts.put(shard, part);
        }
      }
      if (!participants.isEmpty()) {
        begin(host, above, participants, parts, shards.now());
      }
    }

    private void begin(
        int host,
        Timestamp above,
        List<Integer> participants,
        Map<Integer, Part> parts,
        long since) {
      long skew = host * 3 * MILLI;
      Timestamp id = clocks.get(host).next(shards.now() + skew, above);
      begun.put(id, new Begun(parts, since, host));
      Transaction transaction = new Transaction(id, participants);
      shards.begin(host, transaction, parts);
    }

    /** Reads at some replica, and writes: blindly, or what was read. */
    private Part part(int shard) {
      SimulatedReplica from =
          shards.shards.get(shard).get(shards.random.nextInt(shards.hosts.size()));
      SortedMap<ActorId, Timestamp> reads = new TreeMap<>();
      SortedMap<ActorId, Part.Value> writes = new TreeMap<>();
      for (int each = 0; each < 1 + shards.random.nextInt(2); each++) {
        ActorId item = item(shard, shards.random.nextInt(ITEMS));
        int kind = shards.random.nextInt(4);
        if (kind < 3 && from.acts()) {
          reads.put(item, from.up().memory().committed(item).version());
        }
        if (kind > 0) {
          writes.put(item, new Part.Value(new byte[] {(byte) shards.random.nextInt(100)}));
        }
      }
      if (from.acts() && shards.random.nextInt(3) == 0) {
        Message.Version seen = from.up().memory().committed(key(shard));
        reads.put(seen.item(), seen.version());
        boolean isUsed = seen.value().bytes().length > 0;
        writes.put(seen.item(), new Part.Value(isUsed ? new byte[0] : new byte[] {1}));
      }
      return new Part(reads, writes);
    }

    private void ended(Coordinator.Output.Ended end) {
      Timestamp id = end.transaction().id();
      told.putIfAbsent(id, shards.now());
      if (end.outcome() == Outcome.ABORTED) {
        refused++;
        Begun its = begun.get(id);
        if (end.refusal().verdict() == Vote.Verdict.RETRY && shards.now() % 2 == 0) {
          List<Integer> participants = end.transaction().shards();
          shards.after(
              MILLI,
              () -> begin(its.host(), end.refusal().met(), participants, its.parts(), its.begun()));
        }
      }
    }

    /** From now on nothing goes wrong: everything ends, and all replicas agree. */
    private void calm() {
      shards.heal();
      images.heal();
      shards.replicas().stream().filter(each -> !each.isUp()).forEach(shards::start);
      shards.shards.forEach(each -> shards.lead(each.getLast()));
      shards.run(3000 * MILLI);
      for (SimulatedReplica replica : shards.replicas()) {
        SimulatedShards.require(replica.acts(), "I7: replica %s does not act", replica.host());
      }
      for (var shard : shards.shards) {
        end(shard.getLast());
      }
      shards.run(500 * MILLI);
      SimulatedShards.require(
          shards.coordinators.isEmpty(), "I7: %s coordinators left", shards.coordinators.size());
      check();
    }

    private void check() {
      shards.outcomes.forEach(
          (id, outcome) -> {
            if (outcome == Outcome.COMMITTED) {
              Begun its = begun.get(id);
              SortedMap<ActorId, Timestamp> reads = new TreeMap<>();
              SortedMap<ActorId, Part.Value> writes = new TreeMap<>();
              its.parts().values().forEach(part -> reads.putAll(part.reads()));
              its.parts().values().forEach(part -> writes.putAll(part.writes()));
              reads.computeIfPresent(key(0), (key, read) -> found(key, read, id));
              reads.computeIfPresent(key(1), (key, read) -> found(key, read, id));
              history.add(
                  new History.Committed(
                      id,
                      new Part(reads, writes),
                      its.begun(),
                      told.getOrDefault(id, Long.MAX_VALUE)));
            }
          });
      assertThat(history.cycle(strict)).as("transactions each before the next").isEmpty();
      for (SimulatedReplica replica : shards.replicas()) {
        DurableState kept = replica.up().memory();
        for (int number = 0; number < ITEMS; number++) {
          ActorId item = item(replica.shard, number);
          assertThat(kept.version(item))
              .as("I4: %s at %s.%s", item, replica.shard, replica.host())
              .isEqualTo(history.newest(item));
        }
        ActorId key = key(replica.shard);
        Timestamp newest = history.newest(key);
        boolean isGone = kept.version(key).equals(Timestamp.NONE) && isForgotten(key, newest);
        gone += isGone && !newest.equals(Timestamp.NONE) ? 1 : 0;
        assertThat(isGone ? newest : kept.version(key))
            .as("I4: %s at %s.%s", key, replica.shard, replica.host())
            .isEqualTo(newest);
        assertThat(kept.record()).as("I7: what is not settled").allMatch(this::isSettled);
      }
      assertThat(new TreeSet<>(begun.keySet())).containsAll(shards.outcomes.keySet());
    }

    /** The version of a key that a transaction has found: a removal may have been let go. */
    private Timestamp found(ActorId key, Timestamp read, Timestamp by) {
      Timestamp newest = history.newest(key);
      return read.equals(Timestamp.NONE) && isForgotten(key, newest) ? newest : read;
    }

    private boolean isForgotten(ActorId key, Timestamp version) {
      Begun by = begun.get(version);
      return by == null
          || by.parts().values().stream()
              .map(part -> part.writes().get(key))
              .anyMatch(value -> value != null && value.bytes().length == 0);
    }

    private boolean isSettled(Entry entry) {
      return entry.stage() == Entry.Stage.SETTLED || !entry.isKnown();
    }
  }
}
