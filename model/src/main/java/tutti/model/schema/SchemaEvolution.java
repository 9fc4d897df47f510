package tutti.model.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.MalformedData;

/**
 * How records that were written under an older schema are read as those of today. Components are
 * found by name, or by a name that they had {@link Formerly}; new ones have their {@link Default};
 * what is not there any more is dropped; a type may become a wider one.
 *
 * @param obstacles why it is not possible, each with the place and what to do; empty if it is
 * @param reader reads what was written under the older schema; of no use if there are obstacles
 */
public record SchemaEvolution<R extends Record>(
    List<String> obstacles, Function<Decoder, R> reader) {

  /**
   * @param place what the records are, for the obstacles: {@code Provider.orders}
   */
  public static <R extends Record> SchemaEvolution<R> of(
      Schema older, RecordCodec<R> today, String place) {
    List<String> obstacles = new ArrayList<>();
    Function<Decoder, R> reader = new RecordEvolution<>(older, today).reader(place, obstacles);
    return new SchemaEvolution<>(
        List.copyOf(obstacles),
        reader != null
            ? reader
            : in -> {
              throw new MalformedData("unreadable: " + String.join("; ", obstacles));
            });
  }

  /**
   * The name that each component of today had in the older schema, by position; null for one that
   * is new.
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
