package tutti.simulator.trace;

import java.util.List;
import tutti.model.Application;

/**
 * A whole run with what happened in it.
 *
 * @param seed of the run
 * @param replay the command that makes the run again
 * @param deployment what the run was deployed as, in words
 * @param nodes how many there were
 * @param findings what did not hold, each as {@code rule: text}
 * @param digest of the run
 * @param steps what happened, in order; only the newest if there were too many
 * @param forgotten how many came before those
 * @param application that the nodes ran
 */
public record Transcript(
    long seed,
    String replay,
    String deployment,
    int nodes,
    List<String> findings,
    String digest,
    List<Step> steps,
    long forgotten,
    Application application) {
  public Transcript {
    findings = List.copyOf(findings);
    steps = List.copyOf(steps);
  }
}
