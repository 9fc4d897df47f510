package tutti.model.actor;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work on one actor (Reactors §2.2.2). A procedure that is called from outside is a
 * transaction; a procedure that another procedure calls is a sub-transaction. Procedures are
 * records, whose components are the arguments, so that a call is plain data that can be sent and
 * stored.
 *
 * <pre>{@code
 * public record AddOrder(long id, BigDecimal value) implements Procedure<Provider, Long> {
 *   @Override
 *   public Long run(Provider provider) {
 *     provider.orders.insert(new Order(id, value, false));
 *     return id;
 *   }
 * }
 * }</pre>
 *
 * <p>A procedure may be run again from the beginning after a conflict with another transaction, so
 * it must do all its work through its actor. Its work may depend only on its components, the rows
 * it reads, the results of its calls and {@link Actor#now}: then a procedure has one result,
 * wherever it runs (Reactors §2.2.4).
 *
 * @param <A> the actor type that the procedure runs on
 * @param <R> the result, of a type that a row's component could have, a record, or Void
 */
@FunctionalInterface
public interface Procedure<A extends Actor, R extends @Nullable Object> {

  /** Does the work. {@code actor} can be used until this method returns, by this thread alone. */
  R run(A actor);
}
