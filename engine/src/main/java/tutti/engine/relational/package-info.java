/**
 * Applications of relational actors (Reactors §2.2) in the engine's form of all applications:
 * types, actions, values as bytes; and their rows as one transaction sees them. Procedures are run
 * elsewhere.
 */
@NullMarked
package tutti.engine.relational;

import org.jspecify.annotations.NullMarked;
