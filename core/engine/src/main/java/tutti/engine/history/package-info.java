/**
 * A hook for checkers that is told of each event. It costs nothing when it is off. Of shards with
 * replicas each term has a history of its own.
 */
@NullMarked
package tutti.engine.history;

import org.jspecify.annotations.NullMarked;
