package tutti.simulator.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/**
 * A strictly serializable history: clients ask at the same time, and each operation happens at one
 * moment between its request and its answer. Some effects add up, and those that no operation
 * looked between have versions in another order than they happened in. Some operations are in
 * doubt, of which some happened; some abort. On demand an anomaly is planted in the middle.
 */
final class GeneratedHistory {
  private static final int CLIENTS = 20;

  private final Random random;
  private final int actors;
  private final Map<String, Long> versions = new TreeMap<>();

  /** The newest effect of each actor with which no later one commutes. */
  private final Map<String, Long> barriers = new TreeMap<>();

  final List<Operation> operations = new ArrayList<>();

  /** The moment of what happens now. */
  long now;

  private record Due(int number, String client, long invoked, long happens, long completed) {}

  GeneratedHistory(long seed, int actors) {
    random = new Random(seed);
    this.actors = actors;
  }

  static RecordedHistory good(long seed, int count, HistoryClaim claim) {
    GeneratedHistory made = new GeneratedHistory(seed, Math.max(4, count / 50));
    made.run(count, () -> {});
    return made.end(claim);
  }

  /** Lets so many operations happen, and in the middle something else. */
  void run(int count, Runnable inTheMiddle) {
    List<Due> due = due(count);
    for (int i = 0; i < due.size(); i++) {
      now = due.get(i).happens;
      if (i == count / 2) {
        inTheMiddle.run();
      }
      happen(due.get(i));
    }
  }

  RecordedHistory end(HistoryClaim claim) {
    return new RecordedHistory(claim, List.copyOf(operations), Map.copyOf(versions));
  }

  private List<Due> due(int count) {
    List<Due> due = new ArrayList<>();
    long[] free = new long[CLIENTS];
    for (int i = 0; i < count; i++) {
      int client = i % CLIENTS;
      long invoked = free[client] + random.nextInt(1_000);
      long happens = invoked + 1 + random.nextInt(10_000);
      long completed = happens + 1 + random.nextInt(10_000);
      // Some clients are told and ask again in the same nanosecond.
      free[client] = completed;
      due.add(new Due(i, "client " + client, invoked * 10, happens * 10, completed * 10));
    }
    due.sort(Comparator.comparingLong(Due::happens).thenComparingInt(Due::number));
    return due;
  }

  private void happen(Due due) {
    List<Read> reads = new ArrayList<>();
    List<Write> writes = new ArrayList<>();
    int kind = random.nextInt(100);
    boolean happens = kind >= 8;
    boolean told = kind >= 12;
    Outcome outcome = kind < 4 ? Outcome.ABORTED : kind < 12 ? Outcome.IN_DOUBT : Outcome.COMMITTED;
    int touched = 1 + random.nextInt(3);
    int first = random.nextInt(actors);
    for (int i = 0; i < touched; i++) {
      String actor = actor((first + i) % actors);
      if (random.nextInt(3) == 0) {
        reads.add(new Read(actor, version(actor)));
        barriers.put(actor, version(actor));
      } else if (happens) {
        writes.add(write(actor, random.nextBoolean()));
      } else if (outcome == Outcome.IN_DOUBT) {
        writes.add(Write.of(actor, version(actor) + 1));
      }
    }
    String key = random.nextBoolean() ? "key " + due.number : null;
    operations.add(
        new Operation(
            "t" + due.number,
            due.client,
            key,
            due.invoked,
            told ? due.completed : Operation.NEVER,
            outcome,
            reads,
            writes));
  }

  String actor(int number) {
    return "actor " + number;
  }

  long version(String actor) {
    return versions.getOrDefault(actor, 0L);
  }

  /** The next version of an actor, which from now on is there. */
  long next(String actor) {
    barriers.put(actor, version(actor) + 1);
    return versions.merge(actor, 1L, Long::sum);
  }

  private Write write(String actor, boolean adds) {
    long version = version(actor) + 1;
    versions.put(actor, version);
    if (!adds) {
      barriers.put(actor, version);
      return new Write(actor, version, version - 1, "set");
    }
    long barrier = barriers.getOrDefault(actor, 0L);
    Operation before = version - 1 > barrier ? maker(actor, version - 1) : null;
    if (before == null || random.nextBoolean()) {
      return new Write(actor, version, barrier, "add");
    }
    // The one before took place first, and gets the later number.
    before
        .writes()
        .replaceAll(w -> w.actor().equals(actor) ? new Write(actor, version, barrier, "add") : w);
    return new Write(actor, version - 1, barrier, "add");
  }

  private @org.jspecify.annotations.Nullable Operation maker(String actor, long version) {
    for (int i = operations.size() - 1; i >= Math.max(0, operations.size() - 50); i--) {
      for (Write write : operations.get(i).writes()) {
        if (write.actor().equals(actor) && write.version() == version) {
          return operations.get(i).outcome() == Outcome.COMMITTED ? operations.get(i) : null;
        }
      }
    }
    return null;
  }

  /** Adds an operation as it is, of a client of its own. */
  Planted plant(String id, long invoked, long completed) {
    return new Planted(id, now + invoked, now + completed);
  }

  final class Planted {
    private final HistoryBuilder builder = new HistoryBuilder(HistoryClaim.OBJECT);
    private final HistoryBuilder.One one;

    private Planted(String id, long invoked, long completed) {
      one = builder.operation(id, invoked, completed);
    }

    Planted saw(String actor, long version) {
      barriers.put(actor, version(actor));
      one.saw(actor, version);
      return this;
    }

    Planted made(String actor, long version) {
      one.made(actor, version);
      return this;
    }

    Planted key(String key) {
      one.key(key);
      return this;
    }

    void committed() {
      operations.addAll(one.committed().history().operations());
    }

    void aborted() {
      operations.addAll(one.aborted().history().operations());
    }

    void inDoubt() {
      operations.addAll(one.inDoubt().history().operations());
    }
  }
}
