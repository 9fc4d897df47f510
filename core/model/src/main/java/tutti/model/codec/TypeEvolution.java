package tutti.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.model.schema.Kind;
import tutti.model.schema.Schema;
import tutti.model.schema.ValueType;
import tutti.model.schema.ValueType.Enumeration;
import tutti.model.schema.ValueType.ListOf;
import tutti.model.schema.ValueType.MapOf;
import tutti.model.schema.ValueType.Nested;
import tutti.model.schema.ValueType.OptionalOf;
import tutti.model.schema.ValueType.Scalar;
import tutti.model.schema.ValueType.SetOf;

/** Reads values of an older type as values of today's type. */
public final class TypeEvolution {
  private TypeEvolution() {}

  /**
   * Returns a reader of values of the older type as values of the newer type; null if there are
   * obstacles.
   *
   * @param place the name of the value in the obstacles, which are added
   */
  @SuppressWarnings("unchecked") // each codec has the type that its ValueType says
  public static @Nullable Function<Decoder, Object> reader(
      ValueType was, TypeCodec<?> today, String place, List<String> obstacles) {
    if (was instanceof OptionalOf(ValueType of) && today instanceof OptionalCodec<?> optional) {
      Function<Decoder, Object> inner = reader(of, optional.of(), place, obstacles);
      return inner == null
          ? null
          : in -> in.getBoolean() ? Optional.of(inner.apply(in)) : Optional.empty();
    }
    if (today instanceof OptionalCodec<?> optional) {
      Function<Decoder, Object> inner = reader(was, optional.of(), place, obstacles);
      return inner == null ? null : in -> Optional.of(inner.apply(in));
    }
    if (was instanceof ListOf(ValueType of) && today instanceof CollectionCodec.OfList<?> list) {
      Function<Decoder, Object> inner = reader(of, list.of(), place, obstacles);
      return inner == null ? null : in -> List.copyOf(elements(in, inner));
    }
    if (was instanceof SetOf(ValueType of) && today instanceof CollectionCodec.OfSet<?> set) {
      Function<Decoder, Object> inner = reader(of, set.of(), place, obstacles);
      CollectionCodec.OfSet<Object> made = (CollectionCodec.OfSet<Object>) set;
      return inner == null ? null : in -> made.freeze(new LinkedHashSet<>(elements(in, inner)));
    }
    if (was instanceof MapOf(ValueType k, ValueType v) && today instanceof MapCodec<?, ?> map) {
      return map(k, v, (MapCodec<Object, Object>) map, place, obstacles);
    }
    if (was instanceof Nested(String name, Schema schema)
        && today instanceof RecordCodec<?> record) {
      Function<Decoder, Object[]> values =
          new RecordEvolution<>(schema, record).reader(place, obstacles);
      return values == null ? null : in -> record.make(values.apply(in));
    }
    if (was instanceof Enumeration enumeration && today instanceof EnumCodec<?> constants) {
      return constants(enumeration, constants, place, obstacles);
    }
    if (was instanceof Scalar(Kind from) && today.type() instanceof Scalar(Kind to)) {
      Function<Object, Object> widening = widening(from, to);
      if (widening != null) {
        TypeCodec<Object> codec = Scalars.of(from);
        return in -> widening.apply(codec.decode(in));
      }
    }
    obstacles.add(
        ("%s was of type %s and is now of type %s: keep the type, or give the new"
                + " component another name")
            .formatted(place, was, today.type()));
    return null;
  }

  private static List<Object> elements(Decoder in, Function<Decoder, Object> reader) {
    int count = in.getCount(in.remaining());
    List<Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(reader.apply(in));
    }
    return elements;
  }

  private static @Nullable Function<Decoder, Object> map(
      ValueType key,
      ValueType value,
      MapCodec<Object, Object> today,
      String place,
      List<String> obstacles) {
    Function<Decoder, Object> keys = reader(key, today.key(), place, obstacles);
    Function<Decoder, Object> values = reader(value, today.value(), place, obstacles);
    if (keys == null || values == null) {
      return null;
    }
    return in -> {
      int count = in.getCount(in.remaining());
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        MapCodec.put(entries, keys.apply(in), values.apply(in));
      }
      return today.freeze(entries);
    };
  }

  private static @Nullable Function<Decoder, Object> constants(
      Enumeration was, EnumCodec<?> today, String place, List<String> obstacles) {
    int before = obstacles.size();
    Map<String, String> names =
        new Renames(
                place,
                "constant",
                was.constants(),
                today.names(),
                Renames.dropped(today.enumeration()),
                true)
            .find(
                was.equals(today.type()),
                name ->
                    place
                        + ": the constant "
                        + name
                        + " of "
                        + was.name()
                        + " is gone, but may have been written: keep it, or say at its successor"
                        + " what it was called, with @Formerly(\""
                        + name
                        + "\"), or, if no row has it any more, @Dropped(\""
                        + name
                        + "\") at the enum",
                obstacles);
    if (obstacles.size() > before) {
      return null;
    }
    @Nullable Object[] constants = new Object[was.constants().size()];
    for (int i = 0; i < constants.length; i++) {
      String name = names.get(was.constants().get(i));
      constants[i] = name == null ? null : today.constant(name);
    }
    return in -> {
      int number = in.getCount(constants.length - 1);
      Object constant = constants[number];
      if (constant == null) {
        throw new MalformedData(
            place
                + " is "
                + was.constants().get(number)
                + ", which is @Dropped in this version of the application");
      }
      return constant;
    };
  }

  /**
   * Returns the constants of an older type that become one of today's, in words; none in most
   * cases. Looks into records and optionals, of which keys may be made.
   */
  public static List<String> merged(ValueType was, TypeCodec<?> today) {
    List<String> merged = new ArrayList<>();
    if (was instanceof OptionalOf(ValueType of) && today instanceof OptionalCodec<?> optional) {
      return merged(of, optional.of());
    }
    if (today instanceof OptionalCodec<?> optional) {
      return merged(was, optional.of());
    }
    if (was instanceof Enumeration enumeration && today instanceof EnumCodec<?> constants) {
      Map<String, List<String>> sources = new LinkedHashMap<>();
      new Renames("", "constant", enumeration.constants(), constants.names(), Set.of(), true)
          .find(true, name -> name, new ArrayList<>())
          .forEach((old, now) -> sources.computeIfAbsent(now, n -> new ArrayList<>()).add(old));
      sources.forEach(
          (now, old) -> {
            if (old.size() > 1) {
              merged.add(String.join(" and ", old) + " become " + now);
            }
          });
    }
    if (was instanceof Nested(String name, Schema schema)
        && today instanceof RecordCodec<?> record) {
      int[] positions = new RecordEvolution<>(schema, record).positions();
      for (int i = 0; i < positions.length; i++) {
        if (positions[i] >= 0) {
          merged.addAll(
              merged(schema.columns().get(positions[i]).type(), record.column(i).codec()));
        }
      }
    }
    return merged;
  }

  private static @Nullable Function<Object, Object> widening(Kind from, Kind to) {
    if (from == to) {
      return value -> value;
    }
    if (from.integral() && to.integral() && from.compareTo(to) < 0) {
      return switch (to) {
        case SHORT -> value -> ((Number) value).shortValue();
        case INT -> value -> ((Number) value).intValue();
        default -> value -> ((Number) value).longValue();
      };
    }
    if (from == Kind.FLOAT && to == Kind.DOUBLE) {
      return value -> ((Number) value).doubleValue();
    }
    if (from.integral() && to == Kind.DECIMAL) {
      return value -> BigDecimal.valueOf(((Number) value).longValue());
    }
    if (from.integral() && to == Kind.BIG_INTEGER) {
      return value -> BigInteger.valueOf(((Number) value).longValue());
    }
    return from == Kind.BIG_INTEGER && to == Kind.DECIMAL
        ? value -> new BigDecimal((BigInteger) value)
        : null;
  }

  /** Returns a reader that skips a value that today's type does not have. */
  public static Consumer<Decoder> dropper(ValueType was) {
    return switch (was) {
      case Scalar(Kind kind) -> {
        TypeCodec<Object> codec = Scalars.of(kind);
        yield in -> {
          Object ignored = codec.decode(in);
        };
      }
      case Enumeration(String name, List<String> constants) ->
          in -> in.getCount(constants.size() - 1);
      case Nested(String name, Schema schema) -> {
        List<Consumer<Decoder>> parts =
            schema.columns().stream().map(column -> dropper(column.type())).toList();
        yield in -> parts.forEach(part -> part.accept(in));
      }
      case OptionalOf(ValueType of) -> {
        Consumer<Decoder> inner = dropper(of);
        yield in -> {
          if (in.getBoolean()) {
            inner.accept(in);
          }
        };
      }
      case ListOf(ValueType of) -> counted(List.of(dropper(of)));
      case SetOf(ValueType of) -> counted(List.of(dropper(of)));
      case MapOf(ValueType key, ValueType value) -> counted(List.of(dropper(key), dropper(value)));
    };
  }

  private static Consumer<Decoder> counted(List<Consumer<Decoder>> parts) {
    return in -> {
      for (int left = in.getCount(in.remaining()); left > 0; left--) {
        parts.forEach(part -> part.accept(in));
      }
    };
  }
}
