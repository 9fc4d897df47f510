package tutti.model.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A mark of a procedure that only the application calls: other procedures, and events of Rebel that
 * sync with it. A client of the service may not: the answer is 403 with the code {@code internal},
 * and nothing happens. The program in whose process the node runs may call it as before.
 *
 * <p>The opposite is {@link Public}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Internal {}
