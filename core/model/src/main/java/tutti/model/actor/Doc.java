package tutti.model.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The sentences that describe a procedure, an actor or a record to those who call the service: they
 * stand in its OpenAPI document and on its page. A class without them is described by its Javadoc
 * if Tutti compiles the sources; a jar has no Javadoc.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Doc {

  /** The text; its first line is the summary. */
  String value();
}
