package tutti.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
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
      return (Function<Decoder, Object>)
          (Function<Decoder, ?>) new RecordEvolution<>(schema, record).reader(place, obstacles);
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
        entries.put(keys.apply(in), values.apply(in));
      }
      return today.freeze(entries);
    };
  }

  private static @Nullable Function<Decoder, Object> constants(
      Enumeration was, EnumCodec<?> today, String place, List<String> obstacles) {
    Object[] constants = new Object[was.constants().size()];
    for (int i = 0; i < constants.length; i++) {
      Object constant = today.constant(was.constants().get(i), was.constants());
      if (constant == null) {
        obstacles.add(
            ("%s: the constant %s of %s is gone, but may have been written: keep it,"
                    + " or say at its successor what it was called, with @Formerly(\"%s\")")
                .formatted(place, was.constants().get(i), was.name(), was.constants().get(i)));
        return null;
      }
      constants[i] = constant;
    }
    return in -> constants[in.getCount(constants.length - 1)];
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
