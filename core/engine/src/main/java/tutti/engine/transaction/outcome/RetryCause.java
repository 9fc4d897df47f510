package tutti.engine.transaction.outcome;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Reason;

/** The causes for which a transaction begins anew, each of which is counted apart. */
public enum RetryCause {
  /** The transaction was the victim of a deadlock. */
  DEADLOCK,
  /** The transaction met another that was first. */
  CONFLICT,
  /** The transaction had used changes of another that was rolled back. */
  CASCADE,
  /** The transaction needed an actor that its footprint does not name. */
  MOVED_KEY,
  /** The transaction used an actor more often than its footprint says. */
  SUPREMUM,
  /** A participant of its commitment did not vote Yes. */
  VOTE_NO;

  /**
   * Returns the cause for which a transaction begins anew after a failure; null if no later attempt
   * can have another end.
   */
  public static @Nullable RetryCause of(Reason failure) {
    return switch (failure) {
      case Reason.Deadlock _ -> DEADLOCK;
      case Reason.Conflict met ->
          switch (met.cause()) {
            case CONFLICT -> CONFLICT;
            case CASCADE -> CASCADE;
            case MOVED_KEY -> MOVED_KEY;
            case SUPREMUM -> SUPREMUM;
          };
      case Reason.Unavailable it when it.code().equals(Reason.Unavailable.VOTE_NO) -> VOTE_NO;
      default -> null;
    };
  }

  /** Returns the name for people: {@code moved-key}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
