package tutti.model.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a new component in rows that were written before the component existed. Without this
 * annotation, numbers are 0, texts and collections empty, booleans false and Optionals empty.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {

  /**
   * The value as text: {@code "12.50"}, {@code "OPEN"}, {@code "2026-01-31"}, {@code "PT5M"}, as
   * the type's {@code toString} writes it.
   */
  String value();
}
