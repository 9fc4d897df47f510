package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Claim;
import tutti.simulator.history.Interpretation;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.UnclearRead;

/**
 * A history in which not everything that was seen can be told from something else: that there was
 * no row of a key may be said of the time before its first, or of that between two. Such a history
 * is as claimed if it is so in one of its readings.
 */
public final class Readings {
  private final Claim claim;
  private final List<Operation> operations = new ArrayList<>();
  private final List<UnclearRead> unclear = new ArrayList<>();
  private final Map<String, Long> last;

  Readings(Claim claim, Map<String, Long> last) {
    this.claim = claim;
    this.last = last;
  }

  /**
   * Adds an operation.
   *
   * @param also what it saw beside what stands in it, each in one way or another, ascending
   */
  void add(Operation operation, List<List<Operation.Read>> also) {
    List<Operation.Read> clear = new ArrayList<>(operation.reads());
    for (List<Operation.Read> readings : also) {
      if (readings.size() > 1) {
        unclear.add(new UnclearRead(operations.size(), readings));
      } else {
        clear.addAll(readings);
      }
    }
    operations.add(operation.with(clear));
  }

  private RecordedHistory clear() {
    return new RecordedHistory(claim, List.copyOf(operations), last);
  }

  /** In its likeliest reading: what was unclear was the newest that it can have been. */
  public RecordedHistory history() {
    return Interpretation.newest(clear(), unclear);
  }

  /** What is not as claimed in any reading. */
  public List<Anomaly> check() {
    return Interpretation.check(clear(), unclear);
  }
}
