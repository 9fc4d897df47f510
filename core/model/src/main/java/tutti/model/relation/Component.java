package tutti.model.relation;

import java.io.Serializable;
import java.util.function.Function;
import tutti.model.codec.RecordCodec;

/**
 * Names a component of a row in a type-safe way: {@code Order::wallet}. A component must be a
 * method reference to the record's accessor, because the name behind it decides which index serves
 * a selection; a lambda is refused with an error that says so.
 *
 * @param <R> the row
 * @param <T> the component's type
 */
@FunctionalInterface
public interface Component<R extends Record, T> extends Function<R, T>, Serializable {

  /**
   * Returns the component with this name, for programs that learn the name only when they run, such
   * as those that read queries.
   *
   * @throws IllegalArgumentException if the record has no such component
   */
  static <R extends Record> Component<R, Object> named(RecordCodec<R> record, String name) {
    int position = record.schema().position(name);
    if (position < 0) {
      throw new IllegalArgumentException(
          record.record().getSimpleName() + " has no component " + name);
    }
    return new NamedComponent<>(record, position, record.column(position));
  }
}
