package tutti.model.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.Column;
import tutti.model.schema.Schema;

/** Reads record classes by reflection, and collects all components that cannot be stored. */
final class RecordReader {
  private final List<String> mistakes = new ArrayList<>();
  private final Deque<Class<?>> within = new ArrayDeque<>();

  <R extends Record> RecordCodec.Reading<R> read(Class<R> record) {
    RecordCodec<R> codec = record(record);
    return new RecordCodec.Reading<>(mistakes.isEmpty() ? codec : null, List.copyOf(mistakes));
  }

  /** Reads a type that is not a record: a result's, for instance. */
  static TypeReading type(Type type, String place) {
    RecordReader reader = new RecordReader();
    TypeCodec<?> codec = reader.codec(type, place);
    return new TypeReading(codec, List.copyOf(reader.mistakes));
  }

  record TypeReading(@Nullable TypeCodec<?> codec, List<String> mistakes) {}

  private <R extends Record> @Nullable RecordCodec<R> record(Class<R> record) {
    String name = nameOf(record);
    if (record.getTypeParameters().length > 0) {
      mistakes.add(name + " has type parameters, so its bytes have no one form: make it concrete");
      return null;
    }
    within.push(record);
    Accessors<R> accessors = Accessors.of(record);
    if (accessors == null) {
      mistakes.add(
          name
              + " cannot be seen: its module must open the package "
              + record.getPackageName()
              + " to Tutti");
      return null;
    }
    List<ColumnCodec<R>> columns = new ArrayList<>();
    List<Column> types = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      TypeCodec<Object> codec =
          any(codec(component.getGenericType(), name + "." + component.getName()));
      if (codec != null) {
        columns.add(accessors.column(component, codec));
        types.add(new Column(component.getName(), codec.type()));
        Defaults.check(component, codec, name + "." + component.getName(), mistakes);
      }
    }
    within.pop();
    return mistakes.isEmpty()
        ? new RecordCodec<>(record, new Schema(types), columns, accessors.constructor())
        : null;
  }

  /** The name of a class for the user: {@code Provider.Order}. */
  static String nameOf(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return outer == null ? type.getSimpleName() : nameOf(outer) + "." + type.getSimpleName();
  }

  private @Nullable TypeCodec<?> codec(Type type, String place) {
    if (type instanceof Class<?> plain) {
      return plain(plain, place);
    }
    if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
      return generic(raw, generic.getActualTypeArguments(), place);
    }
    mistakes.add(place + " has the type " + type.getTypeName() + ": " + "name a concrete type");
    return null;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // checked by isRecord and isEnum
  private @Nullable TypeCodec<?> plain(Class<?> type, String place) {
    TypeCodec<?> scalar = Scalars.of(type);
    if (scalar != null) {
      return scalar;
    }
    if (type.isEnum()) {
      return new EnumCodec(type);
    }
    if (type.isRecord()) {
      if (within.contains(type)) {
        mistakes.add(
            place + " makes " + nameOf(type) + " contain itself: refer to other rows by their key");
        return null;
      }
      return record((Class) type);
    }
    mistakes.add(
        place + " has the type " + type.getTypeName() + ", which cannot be kept: " + remedy(type));
    return null;
  }

  private @Nullable TypeCodec<?> generic(Class<?> raw, Type[] arguments, String place) {
    if (raw == Optional.class) {
      TypeCodec<Object> of = any(codec(arguments[0], place));
      return of == null ? null : new OptionalCodec<>(of);
    }
    if (raw == List.class) {
      TypeCodec<Object> of = any(codec(arguments[0], place));
      return of == null ? null : new CollectionCodec.OfList<>(of);
    }
    if (raw == Set.class) {
      TypeCodec<Object> of = sorted(codec(arguments[0], place), place, "the elements of a Set");
      return of == null ? null : new CollectionCodec.OfSet<>(of);
    }
    if (raw == Map.class) {
      TypeCodec<Object> key = sorted(codec(arguments[0], place), place, "the keys of a Map");
      TypeCodec<Object> value = any(codec(arguments[1], place));
      return key == null || value == null ? null : new MapCodec<>(key, value);
    }
    mistakes.add(
        place + " has the type " + raw.getTypeName() + ", which cannot be kept: " + remedy(raw));
    return null;
  }

  private @Nullable TypeCodec<Object> sorted(
      @Nullable TypeCodec<?> codec, String place, String what) {
    if (codec != null && codec.unordered() != null) {
      mistakes.add(
          "%s: %s are kept in order, but %s %s"
              .formatted(place, what, codec.type(), codec.unordered()));
      return null;
    }
    return any(codec);
  }

  /** Returns the codec for values of any type; every value that reaches it is of its type. */
  @SuppressWarnings("unchecked")
  static @Nullable TypeCodec<Object> any(@Nullable TypeCodec<?> codec) {
    return (TypeCodec<Object>) codec;
  }

  private static String remedy(Class<?> type) {
    return switch (type.getName()) {
      case "java.util.Date", "java.time.ZonedDateTime", "java.time.OffsetDateTime" -> "use Instant";
      case "java.util.Calendar", "java.sql.Timestamp", "java.sql.Date" -> "use Instant";
      case "java.time.LocalTime", "java.time.Year", "java.time.YearMonth", "java.time.Period" ->
          "use LocalDate, LocalDateTime or Duration";
      case "java.util.Optional", "java.util.List", "java.util.Set", "java.util.Map" ->
          "say of what, as in List<String>";
      case "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble" ->
          "use Optional";
      default -> {
        if (type.isArray() || java.util.Collection.class.isAssignableFrom(type)) {
          yield "use List or Set";
        }
        yield Map.class.isAssignableFrom(type)
            ? "use Map"
            : "use a record, an enum, a number, a text, a time, or Optional, List, Set or Map of"
                + " these";
      }
    };
  }
}
