package tutti.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;

/** A request that happened: its transaction's name, and what its parts gave. */
public final class Committed {
  private final String transaction;
  private final List<@Nullable Object> results;
  private final @Nullable Duration age;

  Committed(String transaction, List<@Nullable Object> results, @Nullable Duration age) {
    this.transaction = transaction;
    this.results = results;
    this.age = age;
  }

  /** As {@link Client#ask} and logs have it. */
  public String transaction() {
    return transaction;
  }

  /**
   * At most so old was the {@linkplain Client#snapshot snapshot} that it has read, when it was
   * answered; empty if it has read none.
   */
  public Optional<Duration> age() {
    return Optional.ofNullable(age);
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
