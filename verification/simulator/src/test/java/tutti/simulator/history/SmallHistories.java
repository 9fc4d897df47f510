package tutti.simulator.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/** Draws histories of a few operations, about as many good as bad, that a person would not. */
final class SmallHistories {
  private static final List<String> ACTORS = List.of("a", "b", "c");

  private final Random random;

  SmallHistories(long seed) {
    random = new Random(seed);
  }

  RecordedHistory draw() {
    int count = 2 + random.nextInt(4);
    int actors = 1 + random.nextInt(3);
    boolean commuting = random.nextBoolean();
    boolean trouble = random.nextInt(4) == 0;
    List<List<Read>> reads = new ArrayList<>();
    List<List<Write>> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      reads.add(new ArrayList<>());
      writes.add(new ArrayList<>());
    }
    Map<String, Long> last = new TreeMap<>();
    for (String actor : ACTORS.subList(0, actors)) {
      long versions = versions(actor, writes, commuting, trouble);
      reads(actor, reads, versions + (trouble && random.nextInt(8) == 0 ? 1 : 0));
      switch (random.nextInt(trouble ? 8 : 2)) {
        case 0 -> last.put(actor, versions);
        case 2 -> last.put(actor, Math.max(0, versions - 1));
        case 3 -> last.put(actor, versions + 1);
        default -> {}
      }
    }
    List<Operation> operations = new ArrayList<>();
    boolean serialTimes = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      operations.add(operation(i, serialTimes, trouble, reads.get(i), writes.get(i)));
    }
    HistoryClaim[] claims = HistoryClaim.values();
    return new RecordedHistory(
        claims[random.nextInt(claims.length)], List.copyOf(operations), Map.copyOf(last));
  }

  private long versions(
      String actor, List<List<Write>> writes, boolean commuting, boolean trouble) {
    List<Integer> writers = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      if (random.nextInt(2) == 0) {
        writers.add(i);
        if (random.nextInt(12) == 0) {
          writers.add(i);
        }
      }
    }
    // Mostly in an order near to that of the times, or hardly a history would be good.
    if (random.nextInt(3) == 0) {
      Collections.shuffle(writers, random);
    }
    long version = 0;
    for (int writer : writers) {
      if (!(trouble && random.nextInt(12) == 0)) {
        version++;
      }
      long made = Math.max(1, version + (trouble && random.nextInt(16) == 0 ? 1 : 0));
      long follows = commuting ? made - 1 - random.nextLong(Math.min(made, 3)) : made - 1;
      List<Write> mine = writes.get(writer);
      if (mine.stream().noneMatch(w -> w.actor().equals(actor) && w.version() == made)) {
        mine.add(new Write(actor, made, follows, null));
      }
      version = Math.max(version, made);
    }
    return version;
  }

  private void reads(String actor, List<List<Read>> reads, long versions) {
    for (int i = 0; i < reads.size(); i++) {
      if (random.nextInt(3) == 0) {
        long usual = versions * (i + 1) / (reads.size() + 1);
        long version = random.nextBoolean() ? usual : random.nextLong(versions + 1);
        boolean part = random.nextInt(6) == 0;
        long follows = part ? random.nextLong(version + 1) : version;
        long until = part ? version + random.nextInt(3) : version;
        reads.get(i).add(new Read(actor, version, follows, until));
        if (random.nextInt(12) == 0) {
          reads.get(i).add(new Read(actor, random.nextLong(versions + 1)));
        }
      }
    }
  }

  private Operation operation(
      int number, boolean serialTimes, boolean trouble, List<Read> reads, List<Write> writes) {
    long invoked = serialTimes ? number * 4L + random.nextInt(4) : random.nextInt(12);
    long completed = invoked + random.nextInt(8);
    Outcome outcome =
        switch (random.nextInt(trouble ? 8 : 20)) {
          case 0 -> Outcome.ABORTED;
          case 1, 2 -> Outcome.IN_DOUBT;
          default -> Outcome.COMMITTED;
        };
    if (outcome == Outcome.IN_DOUBT || random.nextInt(10) == 0) {
      completed = random.nextBoolean() ? completed : Operation.NEVER;
    }
    String key = random.nextInt(10) == 0 ? "k" + random.nextInt(2) : null;
    return new Operation(
        "t" + number,
        "client " + number,
        key,
        invoked,
        completed,
        outcome,
        List.copyOf(reads),
        List.copyOf(writes));
  }
}
