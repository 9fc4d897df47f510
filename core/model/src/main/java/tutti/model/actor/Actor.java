package tutti.model.actor;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.codec.MissingValue;
import tutti.model.outside.Irrevocable;
import tutti.model.outside.OutsideAction;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Component;
import tutti.model.relation.Relation;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.RowStore;
import tutti.model.text.NameText;

/**
 * A type of actor (Reactors §2.2.1). An application extends it, and gives it relations as fields.
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
 * <p>An object of the class is a view of one actor for one transaction. An actor's data is in its
 * relations, and the class has no other fields. Only {@link Procedure}s get such objects.
 */
public abstract class Actor {
  private final ActorShape shape = ActorShape.of(getClass());
  private final Binding binding = new Binding(shape.name());
  private @Nullable ActorContext context;
  private int relations;

  /**
   * Defines a relation whose primary key is one component. Called by field initializers.
   *
   * @param name unique in this actor type; data is stored under this name
   * @param rows the class of the rows, a record
   * @param key names the component by method reference, as in {@code Order::id}
   */
  protected final <K, R extends Record> Relation<K, R> relation(
      String name, Class<R> rows, Component<R, K> key) {
    return new Relation<>(binding, shape.relation(relations++, name, rows, key));
  }

  /**
   * Defines a relation whose primary key is several components. Called by field initializers.
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

  /** The transaction's time, which is the same at every call. */
  public final Instant now() {
    return context().now();
  }

  /**
   * The caller of the transaction's request, the same at every call; {@link Caller#NOBODY} if the
   * request came without identity, which has no role.
   */
  public final Caller caller() {
    return context().caller();
  }

  /**
   * An actor of this application.
   *
   * @param key of 1 to {@value ActorId#MOST_KEY_BYTES} bytes in UTF-8, without half of a surrogate
   *     pair
   * @throws Abort with the code {@code not-a-key} if no actor can have that key; it ends the
   *     transaction, which then has no effect
   */
  public final <B extends Actor> Ref<B> actor(Class<B> type, String key) {
    String name = context().typeOf(given(type, "the class of an actor"));
    return new BoundRef<>(this, named(name, key));
  }

  /**
   * Starts an event of a Rebel specification's instance as part of this transaction.
   *
   * @param arguments in the order of the event's parameters: numbers, booleans, the times of {@code
   *     java.time}, sets, lists and maps; all other values in the form that requests have, {@code
   *     "EUR 50.00"}
   * @return a promise of the event's result, null for most
   */
  public final Promise<@Nullable Object> event(
      String specification, String key, String event, @Nullable Object... arguments) {
    ActorContext current = context();
    if (current.readOnly()) {
      throw queryCalls(current, specification + "[" + key + "]." + event);
    }
    ActorId target = named(given(specification, "the specification of an event"), key);
    List<@Nullable Object> values =
        Arrays.asList(given(arguments, "the list of arguments of an event").clone());
    return current.event(target, given(event, "the name of an event"), values);
  }

  /** Returns a value that a program must give; a null is the program's mistake, with its place. */
  private static <T> T given(@Nullable T value, String what) {
    if (value == null) {
      throw new MissingValue(what + " is null");
    }
    return value;
  }

  private static ActorId named(String type, String key) {
    String fault = ActorId.keyFault(given(key, "the key of a " + type));
    if (fault != null) {
      String shown = key.length() <= 60 ? key : key.substring(0, 60) + "…";
      throw new Abort(
          "not-a-key",
          "'%s' cannot be the key of a %s: a key %s"
              .formatted(NameText.readable(shown), type, fault));
    }
    return new ActorId(type, key);
  }

  /**
   * Has an operation done on the outside world that no abort takes back: a mail is sent, a card is
   * charged. The operation does not begin now, but when the transaction has executed and all else
   * of it is prepared; then the transaction commits if it has happened, and aborts if it has not.
   * The operation is done once at most, whatever crashes and however often the procedure runs.
   *
   * <p>A transaction has one such operation at most, and only the procedure that the client calls
   * first may say it.
   *
   * @param key the service's name for the operation, another one for each
   * @param action does the work; throws {@link tutti.model.outside.DidNotHappen} if it fails
   *     without an effect. It uses values of the procedure, and neither actors nor promises
   * @param check the class of the service, which the application names by {@link
   *     JavaApplication.Builder#outside}: its {@link OutsideService#happened} is asked if a crash
   *     or an exception leaves open whether the operation has happened
   */
  public final <S extends OutsideService> void irrevocable(
      String key, OutsideAction<S> action, Class<S> check) {
    ActorContext current = context();
    if (current.readOnly()) {
      throw new Abort(
          "query-writes",
          "a query on %s does an irrevocable operation: make it a Procedure instead of a Query"
              .formatted(current.self()));
    }
    current.irrevocable(Irrevocable.of(key, action, check));
  }

  /**
   * Makes the exception that ends the transaction: {@code throw abort("the limit is reached")}. The
   * transaction then has no effect, on any actor.
   *
   * @param reason for the caller, in a sentence
   */
  public final Abort abort(String reason) {
    return new Abort("abort", reason);
  }

  /**
   * Makes the exception that ends the transaction, as {@link #abort(String)} does, with a code for
   * programs.
   *
   * @param code in kebab case, as in {@code over-limit}, 100 characters at most; clients get it in
   *     problem documents
   * @param reason for the caller, in a sentence
   * @throws IllegalArgumentException if the code is not in kebab case, is longer, or is {@code
   *     internal-error}, which says that the program has failed: a procedure that has failed throws
   *     an exception that is no abort
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
    given(procedure, "the procedure that is called on " + target);
    if (current.readOnly() && !(procedure instanceof Query)) {
      throw queryCalls(current, target + "." + procedure.getClass().getSimpleName());
    }
    return current.<B, R>call(target, procedure);
  }

  void release(ActorId target) {
    context().release(target);
  }

  private static Abort queryCalls(ActorContext context, String callee) {
    return new Abort(
        "query-writes",
        ("a query may call queries only, but one on %s calls %s: make it a"
                + " Procedure instead of a Query")
            .formatted(context.self(), callee));
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

  /**
   * Returns a number that depends on the type alone: a number of the object would differ from run
   * to run.
   */
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
