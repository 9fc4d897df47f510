package tutti.engine.transaction.execution;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.Refusal;

/**
 * The refusal of an event that another event asked for. It contains the path from the client's
 * event, and the documentation of each sync on the path, before the documentation of the rule
 * itself.
 *
 * @param syncs the documentation of the syncs, the client's event's first; empty if there is none
 */
record PartnerRefusal(Refusal refusal, String path, String syncs) implements Refusal {
  @Override
  public String code() {
    return refusal.code();
  }

  @Override
  public String message() {
    return refusal.message();
  }

  @Override
  public @Nullable String documentation() {
    String rule = refusal.documentation();
    if (syncs.isEmpty()) {
      return rule;
    }
    return rule == null || rule.equals(syncs) ? syncs : syncs + " " + rule;
  }

  @Override
  public @Nullable String rule() {
    return refusal.rule();
  }

  @Override
  public Map<String, String> values() {
    return refusal.values();
  }

  @Override
  public long weight() {
    long own = (long) path.length() + syncs.length();
    long inner = refusal.weight();
    return inner > Long.MAX_VALUE - own ? Long.MAX_VALUE : inner + own;
  }
}
