package tutti.engine.distribution.message;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A format that is derived from the shapes of types, for messages that need not be written by hand
 * to be fast. A record is its components in order; a sealed interface is the number of the
 * implementing type and then that type; an enumeration is its ordinal; a list or a map is its size
 * and its elements. A byte before a value that may be null shows whether there is one. Types of
 * other shapes are registered with methods for their bytes. Thread-safe once the types are
 * registered.
 */
final class DerivedFormat {
  private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
  private static final MethodType CONSTRUCTOR = MethodType.methodType(Object.class, Object[].class);

  /** The shapes of records, for all formats: finding out one takes long. */
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private final Map<Type, Part<?>> parts = new HashMap<>();
  private final Map<Class<?>, Composed> composed = new ConcurrentHashMap<>();

  /** The bytes of one type. */
  record Part<T>(BiConsumer<Encoder, T> write, Function<Decoder, T> read) {
    void write(Encoder out, T value) {
      write.accept(out, value);
    }

    T read(Decoder in) {
      return read.apply(in);
    }
  }

  /** A record's components, how they are read, and how the record is made of them. */
  private record Shape(
      AnnotatedType[] components, MethodHandle[] getters, MethodHandle constructor) {
    static Shape of(Class<?> type) {
      RecordComponent[] components = type.getRecordComponents();
      MethodHandle[] getters = new MethodHandle[components.length];
      try {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        for (int i = 0; i < components.length; i++) {
          getters[i] = lookup.unreflect(components[i].getAccessor()).asType(GETTER);
        }
        Class<?>[] types =
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandle constructor =
            lookup
                .findConstructor(type, MethodType.methodType(void.class, types))
                .asSpreader(Object[].class, components.length)
                .asType(CONSTRUCTOR);
        return new Shape(
            Arrays.stream(components)
                .map(RecordComponent::getAnnotatedType)
                .toArray(AnnotatedType[]::new),
            getters,
            constructor);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("no access to " + type, e);
      }
    }
  }

  /** A record's shape with the bytes of its components. */
  private record Composed(Shape shape, Part<Object>[] parts) {}

  DerivedFormat() {
    with(long.class, Encoder::putSigned, Decoder::getSigned);
    with(int.class, (out, it) -> out.putVarLong(it), in -> in.getCount(Integer.MAX_VALUE));
    with(boolean.class, Encoder::putBoolean, Decoder::getBoolean);
    // Reasons hold texts of procedures and of exceptions. Names are checked where they are made.
    with(String.class, Encoder::putMessage, Decoder::getString);
    with(byte[].class, Encoder::putBytes, Decoder::getBytes);
    parts.put(Integer.class, of(int.class));
    parts.put(Long.class, of(long.class));
  }

  /** Gives the bytes of a type that has no shape of its own, or another one. */
  <T> DerivedFormat with(Class<T> type, BiConsumer<Encoder, T> write, Function<Decoder, T> read) {
    parts.put(type, new Part<>(write, read));
    return this;
  }

  /** Returns the bytes of a type. */
  @SuppressWarnings("unchecked") // A part is kept under its own type.
  <T> Part<T> of(Class<T> type) {
    return (Part<T>) plain(type);
  }

  private Part<?> of(AnnotatedType type) {
    Part<?> plain =
        type instanceof AnnotatedParameterizedType generic
            ? collection(generic)
            : plain(type.getType());
    return type.isAnnotationPresent(Nullable.class) ? nullable(plain) : plain;
  }

  private Part<?> plain(Type type) {
    Part<?> known = parts.get(type);
    if (known != null) {
      return known;
    }
    Part<?> made =
        switch (type) {
          case Class<?> each when each.isSealed() -> oneOf(each.getPermittedSubclasses());
          case Class<?> each when each.isEnum() -> constant(each.getEnumConstants());
          case Class<?> each when each.isRecord() -> composed(each);
          default -> throw new IllegalArgumentException("the bytes of " + type + " are not known");
        };
    parts.put(type, made);
    return made;
  }

  private Part<?> collection(AnnotatedParameterizedType type) {
    AnnotatedType[] of = type.getAnnotatedActualTypeArguments();
    Type raw = ((ParameterizedType) type.getType()).getRawType();
    if (raw == List.class) {
      return list(of(of[0]));
    } else if (raw == Map.class) {
      return map(of(of[0]), of(of[1]));
    }
    throw new IllegalArgumentException("the bytes of " + type + " are not known");
  }

  private static <T> Part<@Nullable T> nullable(Part<T> plain) {
    return new Part<>(
        (out, value) -> {
          out.putBoolean(value != null);
          if (value != null) {
            plain.write(out, value);
          }
        },
        in -> in.getBoolean() ? plain.read(in) : null);
  }

  private static <T> Part<List<T>> list(Part<T> each) {
    return new Part<>(
        (out, values) -> RecordParts.list(out, values, each.write),
        in -> RecordParts.list(in, each.read));
  }

  private static <K, V> Part<Map<K, V>> map(Part<K> key, Part<V> value) {
    return new Part<>(
        (out, entries) -> {
          out.putVarLong(entries.size());
          entries.forEach(
              (each, its) -> {
                key.write(out, each);
                value.write(out, its);
              });
        },
        in -> {
          Map<K, V> entries = new LinkedHashMap<>();
          for (int count = in.getCount(RecordParts.MOST_ITEMS); count > 0; count--) {
            entries.put(key.read(in), value.read(in));
          }
          return entries;
        });
  }

  private static Part<Object> constant(Object[] all) {
    return new Part<>(
        (out, value) -> out.putByte(((Enum<?>) value).ordinal()), in -> all[index(in, all.length)]);
  }

  private static int index(Decoder in, int count) {
    int index = in.getByte();
    if (index >= count) {
      throw new MalformedData("there is no kind " + index + " of " + count);
    }
    return index;
  }

  @SuppressWarnings("unchecked") // The part of the value's own class.
  private Part<Object> oneOf(Class<?>[] types) {
    Part<Object>[] each =
        Arrays.stream(types)
            .map(this::plain)
            .toArray((int size) -> (Part<Object>[]) new Part<?>[size]);
    return new Part<>(
        (out, value) -> {
          int index = 0;
          while (!types[index].isInstance(value)) {
            index++;
          }
          each[index].write(out.putByte(index), value);
        },
        in -> each[index(in, each.length)].read(in));
  }

  private Part<Object> composed(Class<?> type) {
    return new Part<>(
        (out, value) -> {
          Composed composed = composition(type);
          for (int i = 0; i < composed.parts.length; i++) {
            composed.parts[i].write(out, got(composed.shape.getters[i], value));
          }
        },
        in -> {
          Composed composed = composition(type);
          @Nullable Object[] values = new @Nullable Object[composed.parts.length];
          for (int i = 0; i < values.length; i++) {
            values[i] = composed.parts[i].read(in);
          }
          return made(composed.shape.constructor, values);
        });
  }

  /** Returns how a record is composed; it is looked up when the first one is met. */
  private Composed composition(Class<?> type) {
    Composed known = composed.get(type);
    return known != null ? known : compose(type);
  }

  @SuppressWarnings("unchecked") // The part of the component's own type.
  private synchronized Composed compose(Class<?> type) {
    Shape shape = SHAPES.get(type);
    Part<Object>[] each =
        Arrays.stream(shape.components)
            .map(this::of)
            .toArray((int size) -> (Part<Object>[]) new Part<?>[size]);
    Composed made = new Composed(shape, each);
    composed.put(type, made);
    return made;
  }

  private static Object got(MethodHandle getter, Object value) {
    try {
      return getter.invokeExact(value);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes a record; it may refuse components that no writer would have written. */
  private static Object made(MethodHandle constructor, @Nullable Object[] values) {
    try {
      return constructor.invokeExact(values);
    } catch (IllegalArgumentException e) {
      throw new MalformedData(String.valueOf(e.getMessage()));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
