package tutti.simulator.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Operation.Read;

/**
 * The search for an explanation of the unclear reads of a history.
 *
 * <p>The readings of one read follow each other in the order of an actor's versions, so the
 * readings that are still possible are all from one to another. The read is certainly between the
 * ends of these, and the graph of dependencies has that. A reading is ruled out if the graph then
 * says that its reader comes before the writer of the version that it saw, or after the writer that
 * overwrote it; that may rule out further readings. Reads that are still open then are tried by an
 * order of all operations that fits the graph: a reader has its place there, and sees the version
 * at that place. If that version is none of its readings, the reader must be moved before the
 * version, or behind it, and each is tried in turn. (The general problem, acyclicity of a
 * polygraph, is NP-complete: Papadimitriou, The serializability of concurrent database updates,
 * JACM 1979. The histories of systems are seldom hard.)
 */
public final class Interpretation {
  /** The most graphs that are made for one history, before it is left undecided. */
  private static final int MOST_GRAPHS = 2_000;

  private final RecordedHistory clear;
  private final List<UnclearRead> unclear;
  private final Map<Integer, List<Integer>> ofOperation = new HashMap<>();
  private int[] low;
  private int[] high;
  private int graphs;

  private Interpretation(RecordedHistory clear, List<UnclearRead> unclear) {
    this.clear = clear;
    this.unclear = unclear;
    for (int i = 0; i < unclear.size(); i++) {
      ofOperation.computeIfAbsent(unclear.get(i).operation(), none -> new ArrayList<>()).add(i);
    }
    low = new int[unclear.size()];
    high = unclear.stream().mapToInt(read -> read.readings().size() - 1).toArray();
  }

  /** A history in which every unclear read saw the newest version that it can have seen. */
  public static RecordedHistory newest(RecordedHistory clear, List<UnclearRead> unclear) {
    Interpretation newest = new Interpretation(clear, unclear);
    newest.low = newest.high;
    return newest.history();
  }

  /**
   * The anomalies that are there whatever the unclear reads saw.
   *
   * @param clear the history without these reads
   */
  public static List<Anomaly> check(RecordedHistory clear, List<UnclearRead> unclear) {
    List<Anomaly> anomalies = HistoryChecker.check(newest(clear, unclear));
    return anomalies.isEmpty() || unclear.isEmpty()
        ? anomalies
        : new Interpretation(clear, unclear).judge();
  }

  private List<Anomaly> judge() {
    if (narrow()) {
      int[] highest = high;
      if (!explain()) {
        if (graphs >= MOST_GRAPHS) {
          return List.of(undecided());
        }
        // Every choice of readings has an anomaly; the story is told of one choice.
        low = highest;
        high = highest;
      }
    }
    return HistoryChecker.check(history());
  }

  private static Anomaly undecided() {
    return new Anomaly(
        "undecided",
        List.of(),
        List.of("In " + MOST_GRAPHS + " steps nothing was found that explains what was seen."));
  }

  /** The history with the facts that are certain by the remaining readings. */
  private RecordedHistory history() {
    List<Operation> operations = new ArrayList<>(clear.operations());
    ofOperation.forEach(
        (number, reads) -> {
          Operation operation = operations.get(number);
          List<Read> all = new ArrayList<>(operation.reads());
          reads.forEach(read -> all.add(unclear.get(read).between(low[read], high[read])));
          operations.set(number, operation.with(all));
        });
    return new RecordedHistory(clear.claim(), operations, clear.last());
  }

  /** Rules out impossible readings until all that are left are possible; false if none can be. */
  private boolean narrow() {
    for (boolean changed = true; changed; ) {
      graphs++;
      changed = false;
      Presence presence = new Presence(history());
      for (OperationOrder order : orders(presence)) {
        if (order.isCyclic()) {
          return false;
        }
        for (int i = 0; i < unclear.size(); i++) {
          changed |= order.knows(actor(i)) && narrow(i, order);
        }
      }
    }
    return true;
  }

  private boolean narrow(int which, OperationOrder order) {
    int reader = unclear.get(which).operation();
    String actor = actor(which);
    boolean changed = false;
    while (low[which] < high[which]) {
      if (order.before(reader, order.maker(actor, reading(which, high[which]).follows()))) {
        high[which]--;
      } else if (order.before(order.maker(actor, reading(which, low[which]).until() + 1), reader)) {
        low[which]++;
      } else {
        return changed;
      }
      changed = true;
    }
    return changed;
  }

  /** The orders to judge by; the claim says whether actors are judged together. */
  private List<OperationOrder> orders(Presence presence) {
    if (clear.claim() != HistoryClaim.OBJECT) {
      boolean realTime = clear.claim() == HistoryClaim.STRICT_SERIALIZABLE;
      return List.of(new OperationOrder(presence, presence.actors, realTime));
    }
    Set<String> names =
        unclear.stream()
            .map(read -> read.readings().getFirst().actor())
            .collect(Collectors.toSet());
    return presence.actors.stream()
        .filter(actor -> names.contains(actor.actor))
        .map(actor -> new OperationOrder(presence, List.of(actor), true))
        .toList();
  }

  private String actor(int which) {
    return reading(which, 0).actor();
  }

  private Read reading(int which, int number) {
    return unclear.get(which).readings().get(number);
  }

  /** A reader that is, in an order, after one of its readings has ended and before the next. */
  private record Astray(int which, int reading) {}

  /** Takes a reading of each read; false if there is no way to do so, or none was found in time. */
  private boolean explain() {
    Astray astray = place();
    if (astray == null) {
      return true;
    }
    int[] lowest = low;
    int[] highest = high;
    for (boolean later : new boolean[] {true, false}) {
      low = lowest.clone();
      high = highest.clone();
      if (later) {
        low[astray.which] = astray.reading + 1;
      } else {
        high[astray.which] = astray.reading;
      }
      if (graphs < MOST_GRAPHS && narrow() && explain()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes the reading that each reader sees at its place in an order that fits the graph; or finds
   * a reader astray.
   */
  private @Nullable Astray place() {
    Presence presence = new Presence(history());
    int[] taken = high.clone();
    for (OperationOrder order : orders(presence)) {
      for (int i = 0; i < unclear.size(); i++) {
        if (order.knows(actor(i))) {
          int reader = unclear.get(i).operation();
          while (taken[i] > low[i]
              && !order.placed(order.maker(actor(i), reading(i, taken[i]).follows()), reader)) {
            taken[i]--;
          }
          if (taken[i] < high[i]
              && order.placed(order.maker(actor(i), reading(i, taken[i]).until() + 1), reader)) {
            return new Astray(i, taken[i]);
          }
        }
      }
    }
    low = taken;
    high = taken;
    return null;
  }
}
