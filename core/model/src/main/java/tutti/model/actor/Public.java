package tutti.model.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A mark of a procedure that clients may call although the application calls it too. Clients may
 * call every procedure that is not {@link Internal}; the mark ends the warning of {@code tutti
 * check} that the author may have meant otherwise.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Public {}
