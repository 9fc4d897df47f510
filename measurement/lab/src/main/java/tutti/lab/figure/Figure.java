package tutti.lab.figure;

import java.util.List;
import java.util.Map;
import tutti.lab.measure.Machine;

/**
 * A measured figure.
 *
 * @param name the name of its files: {@code psac-6}
 * @param title the title, for people
 * @param note notes on its measurement
 * @param parameters the parameters on which it depends
 * @param seed the seed of everything random
 * @param commit the commit of the code
 * @param machine the machine of the measurement
 * @param panels its plots
 * @param runs all its runs
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

  /** The verdict of a panel on the paper's result. */
  public enum Verdict {
    FOUND("found again"),
    NOT_FOUND("NOT found again"),
    /** A run is outstanding or has failed: what is there decides nothing. */
    NOT_MEASURED("not measured");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    /** Returns the verdict in words. */
    public String text() {
      return text;
    }
  }

  /**
   * Returns whether a panel's result was found again. A figure that was cut off has no verdict: for
   * example, with 2 of 16 runs every panel is not measured.
   */
  public Verdict verdict(Panel panel) {
    if (!runs.complete()) {
      return Verdict.NOT_MEASURED;
    }
    return panel.found() ? Verdict.FOUND : Verdict.NOT_FOUND;
  }

  /** Returns whether every check of every run holds: not whether a result was found again. */
  public boolean good() {
    return runs.good();
  }
}
