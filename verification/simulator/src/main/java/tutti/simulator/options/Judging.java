package tutti.simulator.options;

import java.util.function.Consumer;
import tutti.simulator.history.RecordedHistory;

/**
 * The judging of runs.
 *
 * @param standard the standard by which each run is judged
 * @param histories is called with the history of each run that came to its end; by several threads
 * @param checked whether runs are judged; if not, nothing is noted, and a run ends with its clients
 */
public record Judging(Expectation standard, Consumer<RecordedHistory> histories, boolean checked) {

  /** All that the deployment claims. */
  static final Judging AS_CLAIMED = new Judging(Expectation.AS_CLAIMED, history -> {}, true);
}
