package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Interpretation;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.UnclearRead;

/**
 * A history with observations that have several readings: that a key had no row may be said of the
 * time before its first row, or of the time between two. Such a history is as claimed if one of its
 * readings is.
 */
public final class Readings {
  private final HistoryClaim claim;
  private final List<Operation> operations = new ArrayList<>();
  private final List<UnclearRead> unclear = new ArrayList<>();
  private final Map<String, Long> last;

  Readings(HistoryClaim claim, Map<String, Long> last) {
    this.claim = claim;
    this.last = last;
  }

  /**
   * Adds an operation.
   *
   * @param also the other observations of the operation, each with its possible readings, ascending
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

  /**
   * The history in its likeliest reading: every unclear observation saw the newest possible
   * version.
   */
  public RecordedHistory history() {
    return Interpretation.newest(clear(), unclear);
  }

  /** The anomalies that are there in every reading. */
  public List<Anomaly> check() {
    return Interpretation.check(clear(), unclear);
  }
}
