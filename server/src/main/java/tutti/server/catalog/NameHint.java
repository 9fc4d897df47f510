package tutti.server.catalog;

import java.util.List;
import tutti.model.text.NearestName;

/** A hint that a message gives beside a name that is not known. */
public final class NameHint {
  private NameHint() {}

  /** A clause for a message: what was meant, or else what there is. */
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
