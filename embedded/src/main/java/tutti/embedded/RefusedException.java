package tutti.embedded;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.Refusal;

/**
 * The application itself said no, by an {@link tutti.model.Abort} or by a rule of a specification.
 * Nothing happened, and the same request is refused again as long as nothing else changes.
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

  /** Which actor refused, as in {@code Account[alice]}. */
  public String actor() {
    return actor;
  }

  /** Which of its procedures or events did. */
  public String action() {
    return action;
  }

  /**
   * The words of the specification's author at the syncs that led to the rule, and at the rule
   * itself: made to be shown to people. Empty if there are none.
   */
  public Optional<String> documentation() {
    return Optional.ofNullable(documentation);
  }

  /** The rule that does not hold, as its author wrote it; empty where no text stands behind it. */
  public Optional<String> rule() {
    return Optional.ofNullable(rule);
  }

  /** Values that the rule looked at, by the expression that names each. */
  public Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * Which event asked for the refused one, from the request's own event on, as in {@code
   * Loan[5].start → Member[9].borrow}; empty if the request did.
   */
  public Optional<String> path() {
    return Optional.ofNullable(path);
  }

  @Override
  public boolean retryable() {
    return false;
  }
}
