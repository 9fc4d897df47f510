package tutti.model.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import tutti.model.footprint.Bound;

/**
 * A declaration of the actors that a procedure calls, directly or through others: the footprint of
 * its calls, together with the actor it runs on. A procedure that declares an access declares all
 * of them, so that an actor that is not declared is not called.
 *
 * <pre>{@code
 * @Accesses(actor = Stock.class, key = "article", most = 1)
 * @Accesses(actor = Account.class, readsOnly = true)
 * public record Order(String article, int count) implements Procedure<Shop, Void> { … }
 * }</pre>
 *
 * <p>A procedure that calls no actor says {@code @Accesses.Only({})}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Accesses.Only.class)
public @interface Accesses {

  /** The class of the actors; either this or {@link #specification} is given. */
  Class<? extends Actor> actor() default Actor.class;

  /** The Rebel specification of the instances; either this or {@link #actor} is given. */
  String specification() default "";

  /**
   * The component of the procedure that has the actor's key, a String, or the keys of several, a
   * List or Set of String. Without it the actors are some of their type, and it is not known which.
   */
  String key() default "";

  /**
   * The number of calls of each actor, or without {@link #key} of all of them together, that is
   * never exceeded.
   */
  long most() default Bound.INFINITY;

  /** Whether all these calls are queries. */
  boolean readsOnly() default false;

  /** All declarations of a procedure; none for one that calls no actor. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Only {

    /** The declarations. */
    Accesses[] value();
  }
}
