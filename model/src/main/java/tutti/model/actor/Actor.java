package tutti.model.actor;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.relation.Binding;
import tutti.model.relation.Component;
import tutti.model.relation.Relation;
import tutti.model.relation.RowStore;

/**
 * A type of actor (Reactors §2.2.1): extend it, and give it relations as fields.
 *
 * <pre>{@code
 * public final class Provider extends Actor {
 *   public record Order(long id, long wallet, BigDecimal value, boolean settled) {}
 *
 *   public final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);
 *   public final Index<Long, Order> byWallet = orders.index(Order::wallet);
 * }
 * }</pre>
 *
 * <p>An object of the class is a view of one actor for one transaction; what an actor remembers is
 * in its relations, and it has no other fields. Only {@link Procedure}s get to see it.
 */
public abstract class Actor {
  private final ActorShape shape = ActorShape.of(getClass());
  private final Binding binding = new Binding(shape.name());
  private @Nullable ActorContext context;
  private int relations;

  /**
   * Defines a relation whose primary key is one component. For field initializers.
   *
   * @param name unique in this actor type; data is kept under it
   * @param rows the record that a row is
   * @param key names the component by method reference, as in {@code Order::id}
   */
  protected final <K, R extends Record> Relation<K, R> relation(
      String name, Class<R> rows, Component<R, K> key) {
    return new Relation<>(binding, shape.relation(relations++, name, rows, key));
  }

  /**
   * Defines a relation whose primary key is several components. For field initializers.
   *
   * @param key a record whose components are components of the row, by name and type
   */
  protected final <K extends Record, R extends Record> Relation<K, R> relation(
      String name, Class<R> rows, Class<K> key) {
    return new Relation<>(binding, shape.relation(relations++, name, rows, key));
  }

  /** The name of this actor among those of its type. */
  public final String key() {
    return context().self().key();
  }

  /** The transaction's time: the same however often it is asked for. */
  public final Instant now() {
    return context().now();
  }

  /** An actor of this application. */
  public final <B extends Actor> Ref<B> actor(Class<B> type, String key) {
    return new BoundRef<>(this, new ActorId(context().typeOf(type), key));
  }

  /**
   * Makes an event of a Rebel specification's instance happen in this transaction.
   *
   * @param arguments in the order of the event's parameters: numbers, booleans, the times of {@code
   *     java.time}, sets, lists and maps; everything else as requests have it, {@code "EUR 50.00"}
   * @return a promise of the event's result, null for most
   */
  public final Promise<@Nullable Object> event(
      String specification, String key, String event, @Nullable Object... arguments) {
    ActorContext current = context();
    if (current.readOnly()) {
      throw queryCalls(current, specification + "[" + key + "]." + event);
    }
    return current.event(new ActorId(specification, key), event, Arrays.asList(arguments.clone()));
  }

  /**
   * Makes the exception that ends the transaction: {@code throw abort("the limit is reached")}.
   * Nothing of it happens, on no actor.
   *
   * @param reason for the caller, in a sentence
   */
  public final Abort abort(String reason) {
    return new Abort("abort", reason);
  }

  /**
   * As {@link #abort(String)}, with a code that programs can tell apart.
   *
   * @param code in kebab case, as in {@code over-limit}; clients get it in problem documents
   * @param reason for the caller, in a sentence
   * @throws IllegalArgumentException if it is no such code, or {@code internal-error}, which says
   *     that the program has failed: then throw what is no abort
   */
  public final Abort abort(String code, String reason) {
    if (code.equals("internal-error")) {
      throw new IllegalArgumentException(
          "the code internal-error is for what a program did not foresee: throw another exception");
    }
    return new Abort(code, reason);
  }

  <B extends Actor, R extends @Nullable Object> Promise<R> call(
      ActorId target, Procedure<? super B, R> procedure) {
    ActorContext current = context();
    if (current.readOnly() && !(procedure instanceof Query)) {
      throw queryCalls(current, target + "." + procedure.getClass().getSimpleName());
    }
    return current.<B, R>call(target, procedure);
  }

  private static Abort queryCalls(ActorContext context, String callee) {
    return new Abort(
        "query-writes",
        "a query may call queries only, but one on "
            + context.self()
            + " calls "
            + callee
            + ": make it a Procedure instead of a Query");
  }

  private ActorContext context() {
    binding.rows();
    ActorContext current = context;
    if (current == null) {
      throw new IllegalStateException(shape.name() + " is bound to rows, but to no transaction");
    }
    return current;
  }

  /**
   * The actor's type and key, as in {@code Provider[visa]}; the type alone outside a transaction.
   */
  @Override
  public String toString() {
    ActorContext current = context;
    return current == null ? shape.name() : current.self().toString();
  }

  /** One number for each type: a number of the object would differ from run to run. */
  @Override
  public int hashCode() {
    return shape.name().hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  RowStore rows() {
    return binding.rows();
  }

  ActorShape shape() {
    return shape;
  }

  void bind(ActorContext transaction) {
    context = transaction;
    binding.bind(transaction);
  }

  void unbind() {
    context = null;
    binding.unbind();
  }
}
