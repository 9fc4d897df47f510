package tutti.simulator.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Claim;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;

/**
 * A history in which not everything that was seen can be told from something else: that there was
 * no row of a key may be said of the time before its first, or of that between two. Such a history
 * is as claimed if it is in one of its readings.
 */
public final class Readings {
  /** So many are tried of one that is not as claimed. */
  private static final int MOST = 100;

  private final Claim claim;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, Long> last;

  /** What is not clear, by the operation that saw it. */
  private final Map<String, List<Unclear>> unclear = new HashMap<>();

  private int tried;

  /**
   * One thing that was seen.
   *
   * @param operation the place of who saw it
   */
  private record Unclear(int operation, List<Operation.@Nullable Read> readings) {}

  /** Which reading is taken of each that is not clear; the first, if nothing is said. */
  private record Choice(Map<Unclear, Integer> taken) {
    int of(Unclear what) {
      return taken.getOrDefault(what, 0);
    }

    Choice with(Unclear what, int reading) {
      Map<Unclear, Integer> more = new HashMap<>(taken);
      more.put(what, reading);
      return new Choice(more);
    }
  }

  Readings(Claim claim, Map<String, Long> last) {
    this.claim = claim;
    this.last = last;
  }

  /**
   * Adds an operation.
   *
   * @param also what it saw beside what stands in it, each in one way or another
   */
  void add(Operation operation, List<List<Operation.@Nullable Read>> also) {
    List<Operation.Read> clear = new ArrayList<>(operation.reads());
    for (List<Operation.@Nullable Read> readings : also) {
      Operation.Read first = readings.getFirst();
      if (readings.size() > 1) {
        unclear
            .computeIfAbsent(operation.id(), none -> new ArrayList<>())
            .add(new Unclear(operations.size(), readings));
      } else if (first != null) {
        clear.add(first);
      }
    }
    operations.add(with(operation, clear));
  }

  private static Operation with(Operation operation, List<Operation.Read> reads) {
    return new Operation(
        operation.id(),
        operation.client(),
        operation.key(),
        operation.invoked(),
        operation.completed(),
        operation.outcome(),
        reads,
        operation.writes());
  }

  /** In its likeliest reading. */
  public RecordedHistory history() {
    return history(new Choice(Map.of()));
  }

  private RecordedHistory history(Choice choice) {
    List<Operation> read = new ArrayList<>(operations);
    for (List<Unclear> each : unclear.values()) {
      int operation = each.getFirst().operation();
      List<Operation.Read> reads = new ArrayList<>(read.get(operation).reads());
      for (Unclear what : each) {
        Operation.Read taken = what.readings().get(choice.of(what));
        if (taken != null) {
          reads.add(taken);
        }
      }
      read.set(operation, with(read.get(operation), reads));
    }
    return new RecordedHistory(claim, read, last);
  }

  /** What is not as claimed in any reading, as the likeliest one has it. */
  public List<Anomaly> check() {
    Choice first = new Choice(Map.of());
    List<Anomaly> anomalies = HistoryChecker.check(history(first));
    tried = 1;
    return anomalies.isEmpty() || explained(first, anomalies, new HashSet<>())
        ? List.of()
        : anomalies;
  }

  /** Whether another reading of what the first anomaly is about, and so on, has none. */
  private boolean explained(Choice choice, List<Anomaly> anomalies, Set<Unclear> fixed) {
    for (String operation : anomalies.getFirst().operations()) {
      for (Unclear what : unclear.getOrDefault(operation, List.of())) {
        if (!fixed.add(what)) {
          continue;
        }
        for (int i = 0; i < what.readings().size() && tried < MOST; i++) {
          if (i != choice.of(what)) {
            Choice other = choice.with(what, i);
            List<Anomaly> left = HistoryChecker.check(history(other));
            tried++;
            if (left.isEmpty() || explained(other, left, fixed)) {
              return true;
            }
          }
        }
        fixed.remove(what);
      }
    }
    return false;
  }
}
