package tutti.embedded;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.Refusal;

/**
 * A transaction that the application itself refused, by an {@link tutti.model.Abort} or by a rule
 * of a specification. The transaction has no effect, and the same request is refused again as long
 * as the data does not change.
 */
public final class RefusedException extends TransactionException {
  private static final long serialVersionUID = 1L;

  private final String actor;
  private final String action;
  private final @Nullable String documentation;
  private final @Nullable String rule;
  private final @Nullable String path;
  private final LinkedHashMap<String, String> values;

  RefusedException(String transaction, String code, String actor, String action, Refusal refusal) {
    super(transaction, code, refusal.message());
    this.actor = actor;
    this.action = action;
    this.documentation = refusal.documentation();
    this.rule = refusal.rule();
    this.path = refusal.path();
    this.values = new LinkedHashMap<>(refusal.values());
  }

  /** The actor that refused, as in {@code Account[alice]}. */
  public String actor() {
    return actor;
  }

  /** The procedure or event of that actor that refused. */
  public String action() {
    return action;
  }

  /**
   * The words of the specification's author at the syncs that led to the rule, and at the rule
   * itself, to be shown to people. Empty if there are none.
   */
  public Optional<String> documentation() {
    return Optional.ofNullable(documentation);
  }

  /**
   * The rule that does not hold, as its author wrote it; empty if the refusal has no rule as text.
   */
  public Optional<String> rule() {
    return Optional.ofNullable(rule);
  }

  /** Values that the rule looked at, by the expression that names each. */
  public Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * Returns the path of events and calls from the request's own event or call to the one that asked
   * for what is refused, as in {@code Loan[5].start → Member[9].borrow}; empty if the request
   * itself asked for it.
   */
  public Optional<String> path() {
    return Optional.ofNullable(path);
  }

  @Override
  public boolean retryable() {
    return false;
  }
}
