/**
 * Relational actors (Reactors §2): what a user extends and implements to write an application in
 * Java, the application that is made of it, and the seam to the engine that runs it.
 */
@NullMarked
package tutti.model.actor;

import org.jspecify.annotations.NullMarked;
