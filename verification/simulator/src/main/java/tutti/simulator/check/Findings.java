package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;

/** The faults that the checkers found in a run. */
public final class Findings {
  private static final int MOST = 20;
  private final List<String> texts = new ArrayList<>();

  /**
   * @param rule the invariant that does not hold, by its name in the paper card
   */
  public void add(String rule, String text) {
    if (texts.size() < MOST) {
      texts.add(rule + ": " + text);
    }
  }

  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /** The first faults, at most twenty. */
  public List<String> texts() {
    return List.copyOf(texts);
  }
}
