/**
 * Relational actors (Reactors §2): the types that a user extends and implements to write an
 * application in Java, the application that is made of them, and the interface to the engine that
 * runs it.
 */
@NullMarked
package tutti.model.actor;

import org.jspecify.annotations.NullMarked;
