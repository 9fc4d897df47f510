package tutti.model.codec;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.schema.Column;
import tutti.model.schema.Formerly;
import tutti.model.schema.Schema;
import tutti.model.schema.ValueType;

/** Reads records of an older schema as records of today. */
final class RecordEvolution<R extends Record> {
  private final Schema older;
  private final RecordCodec<R> today;
  private final RecordComponent[] components;

  RecordEvolution(Schema older, RecordCodec<R> today) {
    this.older = older;
    this.today = today;
    this.components = today.record().getRecordComponents();
  }

  /** The position of each of today's components in the older schema, or -1. */
  int[] positions() {
    return positions("", new ArrayList<>());
  }

  private int[] positions(String place, List<String> obstacles) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (RecordComponent component : components) {
      names.put(component.getName(), Renames.names(component.getAnnotation(Formerly.class)));
    }
    List<String> was = older.columns().stream().map(Column::name).toList();
    Map<String, String> found =
        new Renames(place, "component", was, names, Renames.dropped(today.record()), false)
            .find(
                older.equals(today.schema()),
                name ->
                    place
                        + "."
                        + name
                        + " is gone, and its values would be lost: say at its successor what it was"
                        + " called, with @Formerly(\""
                        + name
                        + "\"), or, if they may go, @Dropped(\""
                        + name
                        + "\") at the record "
                        + today.record().getSimpleName(),
                obstacles);
    int[] positions = new int[components.length];
    Arrays.fill(positions, -1);
    List<String> now = List.copyOf(names.keySet());
    found.forEach((before, name) -> positions[now.indexOf(name)] = was.indexOf(before));
    return positions;
  }

  /**
   * The reader of the components of older records, as the constructor takes them; null if there are
   * obstacles.
   */
  @Nullable Function<Decoder, Object[]> reader(String place, List<String> obstacles) {
    int before = obstacles.size();
    Reader[] readers = new Reader[older.columns().size()];
    Object[] defaults = new Object[components.length];
    int[] positions = positions(place, obstacles);
    for (int i = 0; i < positions.length; i++) {
      String at = place + "." + components[i].getName();
      TypeCodec<Object> codec = today.column(i).codec();
      if (positions[i] >= 0) {
        ValueType was = older.columns().get(positions[i]).type();
        Function<Decoder, Object> read = TypeEvolution.reader(was, codec, at, obstacles);
        readers[positions[i]] = new Reader(i, read == null ? codec::decode : read);
      } else {
        Object value = Defaults.of(components[i], codec);
        if (value == null) {
          obstacles.add(
              at
                  + " is new and must have a value, but what was written before has none, and type "
                  + codec.type()
                  + " has no usual one: give it a @Default(\"…\"), or make it an Optional");
        } else {
          defaults[i] = value;
        }
      }
    }
    for (int i = 0; i < readers.length; i++) {
      if (readers[i] == null) {
        Consumer<Decoder> dropper = TypeEvolution.dropper(older.columns().get(i).type());
        readers[i] =
            new Reader(
                -1,
                in -> {
                  dropper.accept(in);
                  return dropper;
                });
      }
    }
    return obstacles.size() > before ? null : in -> read(in, readers, defaults);
  }

  /**
   * Reads one older component.
   *
   * @param position the component's position today, or -1 if the component is dropped
   */
  private record Reader(int position, Function<Decoder, Object> read) {}

  private static Object[] read(Decoder in, Reader[] readers, Object[] defaults) {
    Object[] values = defaults.clone();
    for (Reader reader : readers) {
      Object value = reader.read.apply(in);
      if (reader.position >= 0) {
        values[reader.position] = value;
      }
    }
    return values;
  }
}
