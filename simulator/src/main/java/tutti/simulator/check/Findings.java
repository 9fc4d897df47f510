package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a run. */
public final class Findings {
  private static final int MOST = 20;
  private final List<String> texts = new ArrayList<>();

  /**
   * @param rule the invariant that does not hold, as the paper card names it
   */
  public void add(String rule, String text) {
    if (texts.size() < MOST) {
      texts.add(rule + ": " + text);
    }
  }

  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /** At most twenty, the first ones. */
  public List<String> texts() {
    return List.copyOf(texts);
  }
}
