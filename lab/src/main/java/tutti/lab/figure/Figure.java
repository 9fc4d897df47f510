package tutti.lab.figure;

import java.util.List;
import java.util.Map;
import tutti.lab.measure.Machine;

/**
 * A measured figure.
 *
 * @param name the name of its files: {@code psac-6}
 * @param title for people
 * @param note notes on its measurement
 * @param parameters the parameters on which it depends
 * @param seed of everything random
 * @param commit of the code
 * @param machine the machine of the measurement
 * @param panels its plots
 * @param runs all of them
 */
public record Figure(
    String name,
    String title,
    String note,
    Map<String, Object> parameters,
    long seed,
    String commit,
    Machine machine,
    List<Panel> panels,
    Runs runs) {

  /** Returns whether every check of every run holds: not whether a result was found again. */
  public boolean good() {
    return runs.good();
  }
}
