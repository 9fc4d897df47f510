package tutti.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.FormerResult;
import tutti.engine.relational.ProcedureResult;
import tutti.model.Call;

/** A request that has committed: the name of its transaction, and the results of its parts. */
public final class Committed {
  private final List<Call> calls;
  private final String transaction;
  private final List<@Nullable Object> results;
  private final @Nullable Duration age;

  Committed(
      List<Call> calls,
      String transaction,
      List<@Nullable Object> results,
      @Nullable Duration age) {
    this.calls = calls;
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
   * Returns the result of a part; null if its procedure or event returns none.
   *
   * @param part a part of the request that has committed
   * @throws UnreadableResultException if an older version of the application has computed the
   *     result, for a request under this {@linkplain Client#once idempotency key}, and this
   *     version's procedure returns a value of another type; the request has committed nevertheless
   * @throws IllegalArgumentException if the part belongs to another request
   */
  @SuppressWarnings({
    "unchecked",
    "NullAway",
    "ReferenceEquality"
  }) // the part's own procedure made it
  public <R extends @Nullable Object> R of(Part<R> part) {
    int index = Objects.requireNonNull(part, "the part is null").index();
    // An equal call of another request is another part.
    if (index >= calls.size() || calls.get(index) != part.call()) {
      throw new IllegalArgumentException("the part is one of another request than this committed");
    }
    Object result = results.get(index);
    if (result instanceof ProcedureResult(_, String procedure, FormerResult former)) {
      throw new UnreadableResultException(
          transaction, procedure, "cannot be read: it is " + former, null);
    }
    return (R) (result instanceof ProcedureResult of ? of.value() : result);
  }
}
