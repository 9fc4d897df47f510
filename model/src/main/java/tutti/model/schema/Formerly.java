package tutti.model.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The names that something had before: a record's component, an enum's constant, an actor's
 * relation (at the field that holds it), or an actor type (at its class). What data says under an
 * old name is then found under the new one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE})
public @interface Formerly {
  String[] value();
}
