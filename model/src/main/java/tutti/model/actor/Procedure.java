package tutti.model.actor;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work on one actor (Reactors §2.2.2): called from outside it is a transaction, called
 * by another procedure a sub-transaction. Implemented by records, whose components are the
 * arguments, so that a call is plain data that can travel and be kept.
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
 * <p>It may be run again from the beginning when the transaction met another one: everything that
 * it does must be done through its actor. What it does may follow only from its components, the
 * rows it reads, the results of its calls and {@link Actor#now}: then it has one result, wherever
 * it runs (Reactors §2.2.4).
 *
 * @param <A> the actor type that it runs on
 * @param <R> the result, of a type that a row's component could have, a record, or Void
 */
@FunctionalInterface
public interface Procedure<A extends Actor, R extends @Nullable Object> {

  /** Does the work. {@code actor} is of use until this returns, and to this thread alone. */
  R run(A actor);
}
