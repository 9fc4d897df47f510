package tutti.model.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The author's word that a procedure, and all that it calls, does nothing but read and write
 * actors: the procedure may be run once more without effect, to find the actors that it uses. Of a
 * procedure whose code shows that by itself no word is needed ({@code tutti explain} says {@code
 * not pure} of others, and why).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Pure {}
