package tutti.model.relation;

import java.io.Serializable;
import java.util.function.Function;

/**
 * Names a component of a row in a type-safe way: {@code Order::wallet}. It must be a method
 * reference to the record's accessor, because the name behind it decides which index serves a
 * selection; a lambda is refused with an error that says so.
 *
 * @param <R> the row
 * @param <T> the component's type
 */
@FunctionalInterface
public interface Component<R extends Record, T> extends Function<R, T>, Serializable {}
