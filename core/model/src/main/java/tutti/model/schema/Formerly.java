package tutti.model.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The former names of a record's component, an enum's constant, an actor's relation (at the field
 * that holds it), or an actor type (at its class). Data under an old name is then found under the
 * new name.
 *
 * <p>An older name has one successor, and a component, a relation or an actor type takes the data
 * of one older name; several constants may become one. Names that are taken from each other, as in
 * a swap, are refused, since they cannot be told from names that stay.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE})
public @interface Formerly {
  String[] value();
}
