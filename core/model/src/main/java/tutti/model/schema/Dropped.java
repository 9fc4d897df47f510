package tutti.model.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The names of what an earlier version had and this one has not, at the class that had it: the
 * components of a record, the constants of an enum, the relations of an actor. Without this, what
 * is gone stops a start, since its data would be lost.
 *
 * <p>The values of a dropped component and the rows of a dropped relation are gone after the first
 * start. A dropped constant may be in no data: a row that has it stops the start, and is named.
 *
 * <p>For example, items had a {@code weight}, and now have none:
 *
 * {@snippet :
 * @Dropped("weight")
 * public record Item(long id, String name) {}
 * }
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Dropped {
  String[] value();
}
