package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * Walks of three shards of three or five replicas in virtual time: messages are lost, doubled, late
 * and out of order, coordinators die at any step, and replicas crash between any two records. Each
 * step is checked against I1, I6, I7, I8 and I9, and the history against strict serializability;
 * once nothing goes wrong any more everything ends and is forgotten, and the replicas of a shard
 * are equal.
 */
class JanusWalkTest {
  private static final int MOST_WALKS = 20;
  private static final long MILLI = SimulatedShards.MILLI;
  private static final int SHARDS = 3;
  private static final int ITEMS = 2;

  /** The front of reads. */
  private static final long READS = -1;

  private int committed;
  private int reads;
  private int overloaded;
  private int refused;
  private int abandoned;
  private int takeovers;
  private int components;
  private int lost;
  private int copies;
  private int missed;
  private int syncPoints;

  @Test
  void keepsItsInvariantsUnderAllFaults() {
    for (int seed = 0; seed < Effort.of(MOST_WALKS); seed++) {
      walk(seed, false);
    }
    assertThat(committed).isGreaterThan(Effort.of(MOST_WALKS) * 10);
    assertThat(refused).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(abandoned).isPositive();
    assertThat(overloaded).isPositive();
    assertThat(syncPoints).isPositive();
    assertThat(reads).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(takeovers).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(components).isGreaterThan(Effort.of(MOST_WALKS));
  }

  @Test
  void keepsItsInvariantsFromOtherSeeds() {
    Effort.seeds(MOST_WALKS, seed -> walk(seed, seed / 2 % 2 == 0));
  }

  /** Disks are lost, too: their replicas come back without a vote, and get all from another one. */
  @Tag("slow")
  @Test
  void keepsItsInvariantsWhenDisksAreLost() {
    for (int seed = 0; seed < Effort.of(MOST_WALKS); seed++) {
      walk(seed, true);
    }
    assertThat(lost).isGreaterThan(Effort.of(MOST_WALKS));
    assertThat(copies).isGreaterThanOrEqualTo(lost);
    assertThat(missed).as("commands that were let go").isPositive();
    assertThat(committed).isGreaterThan(Effort.of(MOST_WALKS) * 5);
    assertThat(takeovers).isGreaterThan(Effort.of(MOST_WALKS));
  }

  private void walk(int seed, boolean registered) {
    Settings settings =
        new Settings(
            4 * MILLI, 15 * MILLI, 60 * MILLI, seed % 2 == 0 ? 1000 : 2, seed % 3 == 1 ? 6 : 1000);
    SimulatedShards shards =
        new SimulatedShards(seed, SHARDS, seed % 5 == 4 ? 5 : 3, settings, registered);
    Walk walk = new Walk(shards);
    try {
      walk.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ":\n" + shards.story(), e);
    }
    committed += walk.committed;
    reads += walk.reads;
    overloaded += walk.overloaded;
    refused += walk.refused;
    abandoned += walk.abandoned;
    takeovers += shards.takeovers;
    lost += walk.lost;
    syncPoints += walk.syncPoints;
    shards.configurationLogs.forEach(each -> copies += each.copies);
    shards.configurationLogs.forEach(each -> missed += each.missed);
    components += shards.components;
  }

  /** One walk: faults for a while, then none. */
  private static final class Walk {
    private final SimulatedShards shards;
    private final SortedMap<TransactionId, Long> begun = new TreeMap<>();
    private final SortedMap<TransactionId, Long> told = new TreeMap<>();
    private final SerialOrder order = new SerialOrder();
    private final Map<TransactionId, SortedMap<Integer, Payload>> outputs = new HashMap<>();
    int committed;
    int reads;
    int overloaded;
    int refused;
    int abandoned;
    int lost;
    int syncPoints;

    Walk(SimulatedShards shards) {
      this.shards = shards;
      shards.client(this::ended);
    }

    void run() {
      shards.replicas().forEach(shards::start);
      if (!shards.configurationLogs.isEmpty()) {
        shards.run(100 * MILLI);
      }
      shards.disturb();
      long until = shards.now() + shards.random.nextLong(1000 * MILLI);
      while (shards.now() < until) {
        shards.run(shards.random.nextLong(6 * MILLI));
        step();
      }
      calm();
    }

    private SimulatedReplica any() {
      List<SimulatedReplica> all = shards.replicas();
      return all.get(shards.random.nextInt(all.size()));
    }

    private void step() {
      int kind = shards.random.nextInt(100);
      SimulatedReplica replica = any();
      if (kind < 4 && mayLose(replica)) {
        shards.crash(replica);
        replica.loseDisk();
        lost++;
      } else if (kind < 65) {
        begin(shards.random.nextInt(shards.hosts.size()));
      } else if (kind < 75) {
        beginAndDie(shards.random.nextInt(shards.hosts.size()));
      } else if (kind < 88 && !shards.coordinators.isEmpty()) {
        int which = shards.random.nextInt(shards.coordinators.size());
        shards.kill(shards.coordinators.get(which));
      } else if (kind < 91) {
        shards.read(shards.random.nextInt(shards.hosts.size()), replica.shard, item(replica.shard));
      } else if (kind < 94 && mayFail(replica)) {
        shards.crash(replica);
      } else if (kind >= 97 && !replica.isUp()) {
        shards.start(replica);
      }
    }

    private boolean mayLose(SimulatedReplica replica) {
      return !shards.configurationLogs.isEmpty() && mayFail(replica);
    }

    /** Only f replicas of a shard are away at a time. */
    private boolean mayFail(SimulatedReplica replica) {
      List<SimulatedReplica> all = shards.shards.get(replica.shard);
      long away = all.stream().filter(each -> !each.isUp() || !each.memory().executes()).count();
      return replica.isUp() && away < all.size() / 2;
    }

    /** Few replicas hear of a transaction before its coordinator dies. */
    private void beginAndDie(int host) {
      double before = shards.loss;
      shards.loss = 0.8;
      begin(host);
      shards.loss = before;
      shards.kill(shards.coordinators.getLast());
    }

    private void begin(int host) {
      SortedMap<Integer, Piece> pieces = new TreeMap<>();
      List<Integer> participants = new ArrayList<>();
      int first = shards.random.nextInt(SHARDS);
      int many = 1 + shards.random.nextInt(SHARDS);
      for (int each = 0; each < many; each++) {
        int shard = (first + each) % SHARDS;
        participants.add(shard);
        pieces.put(shard, piece(shard));
      }
      long now = shards.now();
      boolean exchanges = shards.random.nextInt(3) == 0;
      if (shards.random.nextInt(20) == 0) {
        exchanges = false;
        participants.clear();
        for (int shard = 0; shard < SHARDS; shard++) {
          participants.add(shard);
          pieces.put(shard, SerialOrder.everything(shard, ITEMS));
        }
        syncPoints++;
      }
      Transaction transaction = shards.begin(host, participants, new Request(pieces, exchanges));
      begun.put(transaction.id(), now);
    }

    private ActorId item(int shard) {
      return new ActorId("Item", shard + "-" + shards.random.nextInt(ITEMS));
    }

    private Piece piece(int shard) {
      SortedSet<ActorId> reads = new TreeSet<>();
      SortedSet<ActorId> writes = new TreeSet<>();
      for (int each = 0; each < 1 + shards.random.nextInt(2); each++) {
        ActorId item = item(shard);
        (shards.random.nextInt(3) == 0 ? reads : writes).add(item);
      }
      reads.removeAll(writes);
      byte rounds = (byte) (1 + shards.random.nextInt(2));
      byte refuses = (byte) shards.random.nextInt(4);
      return new Piece(reads, writes, new Payload(new byte[] {rounds, refuses}));
    }

    private void ended(Coordinator.Output.Ended end) {
      TransactionId id = end.transaction().id();
      overloaded += end.outcome() == Outcome.OVERLOADED ? 1 : 0;
      if (end.outcome() == Outcome.COMMITTED || end.outcome() == Outcome.REFUSED) {
        told.putIfAbsent(id, shards.now());
        SortedMap<Integer, Payload> first = outputs.putIfAbsent(id, end.outputs());
        SimulatedShards.require(
            first == null || agree(first, end.outputs()), "I9: %s has other outputs", id);
      }
    }

    /** A coordinator that comes late may have heard of some outputs alone. */
    private static boolean agree(SortedMap<Integer, Payload> one, SortedMap<Integer, Payload> two) {
      return one.entrySet().stream()
          .allMatch(
              each -> each.getValue().equals(two.getOrDefault(each.getKey(), each.getValue())));
    }

    /** From now on nothing goes wrong: everything ends, and all replicas agree. */
    private void calm() {
      shards.heal();
      shards.replicas().stream().filter(each -> !each.isUp()).forEach(shards::start);
      shards.run(12_000 * MILLI);
      SimulatedShards.require(
          shards.coordinators.isEmpty(), "I11: %s coordinators left", shards.coordinators.size());
      for (SimulatedReplica replica : shards.replicas()) {
        SimulatedShards.require(
            replica.memory().vertices().isEmpty(),
            "I11: %s left at %s.%s",
            replica.memory().vertices().stream().map(each -> each.transaction).toList(),
            replica.shard,
            replica.host());
        assertThat(replica.up().waiting()).as("I11: what waits").isZero();
        assertThat(replica.memory().membership().decides())
            .as("I11: replica %s.%s decides", replica.shard, replica.host())
            .isTrue();
      }
      check();
    }

    /** A read is as a transaction that writes nothing. */
    private void read(
        long number, SimulatedShards.Reading reading, Map<ActorId, List<TransactionId>> items) {
      Payload values = reading.values;
      if (values == null) {
        throw new AssertionError("I11: read " + number + " has no end");
      }
      TransactionId id = new TransactionId(number, READS);
      begun.put(id, reading.begun);
      told.put(id, reading.ended);
      int version = (int) new Decoder(values.bytes()).getVarLong();
      order.read(id, version, items.getOrDefault(reading.item, List.of()));
      reads++;
    }

    private void check() {
      Map<ActorId, List<TransactionId>> items = new HashMap<>();
      for (List<SimulatedReplica> shard : shards.shards) {
        for (SimulatedReplica each : shard) {
          assertThat(each.items)
              .as("I3: replica %s", each.host())
              .isEqualTo(shard.getFirst().items);
        }
        items.putAll(shard.getFirst().items);
      }
      shards.abandoned.forEach((_, isAbandoned) -> abandoned += isAbandoned ? 1 : 0);
      shards.refused.forEach((_, isRefused) -> refused += isRefused ? 1 : 0);
      committed = shards.abandoned.size() - abandoned - refused;
      items.values().forEach(order::written);
      outputs.forEach(
          (id, its) ->
              its.forEach(
                  (shard, output) ->
                      SerialOrder.versions(shards.requests.get(id).piece(shard), output)
                          .forEach(
                              (item, version) ->
                                  order.read(id, version, items.getOrDefault(item, List.of())))));
      shards.readings.forEach((number, reading) -> read(number, reading, items));
      order.told(begun, told);
      assertThat(order.cycle()).as("transactions each before the next").isEmpty();
    }
  }
}
