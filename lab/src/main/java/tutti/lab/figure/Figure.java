package tutti.lab.figure;

import java.util.List;
import java.util.Map;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;

/**
 * A measured figure.
 *
 * @param name what its files are called: {@code psac-6}
 * @param title for people
 * @param note what to know about how it was measured
 * @param parameters all that it depends on
 * @param seed that everything random came from
 * @param commit of the code
 * @param machine where it was measured
 * @param panels its plots
 * @param runs all of them, in the order in which they were made; their labels say what each was
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
    List<RunResult> runs) {

  /** Whether every check of every run holds: not whether anything was found again. */
  public boolean good() {
    return runs.stream().allMatch(RunResult::good);
  }
}
