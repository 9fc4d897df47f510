package tutti.model.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.model.schema.Default;
import tutti.model.schema.Formerly;
import tutti.model.schema.Schema;

/**
 * The way in which records that were written under an older schema are read as records of today.
 * Components are found by name, or by a name that they had {@link Formerly}; new components have
 * their {@link Default}; components that today's record does not have are an obstacle unless it
 * declares them {@link tutti.model.schema.Dropped}; a type may become a wider one.
 *
 * @param obstacles the reasons why the records cannot be read, each with the place and a remedy;
 *     empty if they can be read
 * @param reader reads the records that were written under the older schema; unusable if there are
 *     obstacles
 * @param values reads their components, as today's constructor takes them; unusable if there are
 *     obstacles
 */
public record SchemaEvolution<R extends Record>(
    List<String> obstacles, Function<Decoder, R> reader, Function<Decoder, Object[]> values) {

  /**
   * @param place the name of the records in the obstacles: {@code Provider.orders}
   */
  public static <R extends Record> SchemaEvolution<R> of(
      Schema older, RecordCodec<R> today, String place) {
    List<String> obstacles = new ArrayList<>();
    Function<Decoder, Object[]> found =
        new RecordEvolution<>(older, today).reader(place, obstacles);
    Function<Decoder, Object[]> values =
        found != null
            ? found
            : in -> {
              throw new MalformedData("unreadable: " + String.join("; ", obstacles));
            };
    return new SchemaEvolution<>(
        List.copyOf(obstacles), in -> today.make(values.apply(in)), values);
  }

  /**
   * The name that each component of today had in the older schema, by position; null for a new
   * component.
   */
  public static @Nullable String[] formerNames(Schema older, RecordCodec<?> today) {
    int[] positions = new RecordEvolution<>(older, today).positions();
    @Nullable String[] names = new String[positions.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = positions[i] < 0 ? null : older.columns().get(positions[i]).name();
    }
    return names;
  }
}
