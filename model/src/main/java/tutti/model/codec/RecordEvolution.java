package tutti.model.codec;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
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

  /**
   * The position of each of today's components in the older schema, or -1. Components that the
   * older schema does not have under their own name go first, because the old name of one may be
   * the name of another today.
   */
  int[] positions() {
    int[] positions = new int[components.length];
    boolean[] taken = new boolean[older.columns().size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = -1;
      Formerly formerly = components[i].getAnnotation(Formerly.class);
      if (formerly != null && older.position(components[i].getName()) < 0) {
        for (String name : formerly.value()) {
          int position = older.position(name);
          if (position >= 0 && !taken[position]) {
            positions[i] = position;
            taken[position] = true;
            break;
          }
        }
      }
    }
    for (int i = 0; i < positions.length; i++) {
      int position = older.position(components[i].getName());
      if (positions[i] < 0 && position >= 0 && !taken[position]) {
        positions[i] = position;
        taken[position] = true;
      }
    }
    return positions;
  }

  /** The reader of older records; null if there are obstacles. */
  @Nullable Function<Decoder, R> reader(String place, List<String> obstacles) {
    int before = obstacles.size();
    Reader[] readers = new Reader[older.columns().size()];
    Object[] defaults = new Object[components.length];
    int[] positions = positions();
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

  private R read(Decoder in, Reader[] readers, Object[] defaults) {
    Object[] values = defaults.clone();
    for (Reader reader : readers) {
      Object value = reader.read.apply(in);
      if (reader.position >= 0) {
        values[reader.position] = value;
      }
    }
    return today.make(values);
  }
}
