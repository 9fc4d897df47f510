package tutti.server.catalog;

import java.util.List;
import tutti.model.text.NearestName;

/** The hint in a message about an unknown name. */
public final class NameHint {
  private NameHint() {}

  /** Returns a clause for a message: the most similar name, or else the known names. */
  public static String of(String name, List<String> candidates) {
    return NearestName.among(candidates, name)
        .map(nearest -> "did you mean '" + nearest + "'?")
        .orElse(
            candidates.isEmpty()
                ? "there is none"
                : "there is "
                    + String.join(", ", candidates.subList(0, Math.min(20, candidates.size()))));
  }
}
