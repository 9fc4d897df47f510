package tutti.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;

/** A request that has committed: the name of its transaction, and the results of its parts. */
public final class Committed {
  private final String transaction;
  private final List<@Nullable Object> results;
  private final @Nullable Duration age;

  Committed(String transaction, List<@Nullable Object> results, @Nullable Duration age) {
    this.transaction = transaction;
    this.results = results;
    this.age = age;
  }

  /** The transaction's name, as {@link Client#ask} and logs have it. */
  public String transaction() {
    return transaction;
  }

  /**
   * The greatest age that the {@linkplain Client#snapshot snapshot} that the request read can have
   * had when the request was answered; empty if the request read no snapshot.
   */
  public Optional<Duration> age() {
    return Optional.ofNullable(age);
  }

  /**
   * The result of a part; null if its procedure or event returns none.
   *
   * @param part of the request that has committed
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // the part's own procedure made it
  public <R extends @Nullable Object> R of(Part<R> part) {
    Object result = results.get(part.index());
    return (R) (result instanceof ProcedureResult of ? of.value() : result);
  }
}
