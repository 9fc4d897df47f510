package tutti.embedded;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;

/** A request that happened: its transaction's name, and what its parts gave. */
public final class Committed {
  private final String transaction;
  private final List<@Nullable Object> results;

  Committed(String transaction, List<@Nullable Object> results) {
    this.transaction = transaction;
    this.results = results;
  }

  /** As {@link Client#ask} and logs have it. */
  public String transaction() {
    return transaction;
  }

  /**
   * What a part gave; null where a procedure or event gives none.
   *
   * @param part of the request that this came of
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // the part's own procedure made it
  public <R extends @Nullable Object> R of(Part<R> part) {
    Object result = results.get(part.index());
    return (R) (result instanceof ProcedureResult of ? of.value() : result);
  }
}
