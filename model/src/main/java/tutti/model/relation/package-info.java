/**
 * The relations that an actor encapsulates (Reactors §2.2.1) — rows are records, found by primary
 * key, by indexes and by declarative selections — and the interface through which an engine
 * provides their rows. The package does not depend on actors and calls.
 */
@NullMarked
package tutti.model.relation;

import org.jspecify.annotations.NullMarked;
