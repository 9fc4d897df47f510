package tutti.simulator.explorer.search;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.explorer.world.Finding;

/**
 * The result of an exploration.
 *
 * @param states the number of states that were reached
 * @param transitions the number of steps between them
 * @param deepest the most steps from the start to a state
 * @param complete whether these are all states
 * @param agreed the most entries that were chosen in a state, or transactions that committed
 * @param finding the rule that does not hold; null if all hold
 * @param story the steps to it, a sentence each
 */
public record MachineExploration(
    long states,
    long transitions,
    int deepest,
    boolean complete,
    int agreed,
    @Nullable Finding finding,
    List<String> story) {

  /** Whether all states were seen, and every rule holds. */
  public boolean held() {
    return complete && finding == null;
  }
}
