/**
 * Relational actors (Reactors §2): the types that a user extends and implements to write an
 * application in Java, the application that is made of them, and the interface to the engine that
 * runs it.
 *
 * <p>Begin with {@link tutti.model.actor.Actor}, which users extend, and {@link
 * tutti.model.actor.JavaApplication}, which names all actors and procedures. {@link
 * tutti.model.actor.Accesses} declares the footprint of a procedure.
 */
@NullMarked
package tutti.model.actor;

import org.jspecify.annotations.NullMarked;
