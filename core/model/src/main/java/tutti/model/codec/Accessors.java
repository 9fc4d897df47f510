package tutti.model.codec;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes compiled accessors for a record's components: the code that a method reference in the
 * source would be.
 */
final class Accessors<R extends Record> {
  private static final Set<Class<?>> WHOLE = Set.of(byte.class, short.class, int.class, long.class);

  private final Class<R> record;
  private final MethodHandles.Lookup lookup;

  private Accessors(Class<R> record, MethodHandles.Lookup lookup) {
    this.record = record;
    this.lookup = lookup;
  }

  /** Makes the accessors of a record; null if the record's module gives no access to it. */
  static <R extends Record> @Nullable Accessors<R> of(Class<R> record) {
    try {
      return new Accessors<>(record, MethodHandles.privateLookupIn(record, MethodHandles.lookup()));
    } catch (IllegalAccessException e) {
      return null;
    }
  }

  @SuppressWarnings("unchecked") // the interfaces that were asked for
  ColumnCodec<R> column(RecordComponent component, TypeCodec<Object> codec) {
    Class<?> type = component.getType();
    Function<R, Object> getter =
        (Function<R, Object>)
            lambda(
                component,
                "apply",
                Function.class,
                MethodType.genericMethodType(1),
                MethodType.methodType(type.isPrimitive() ? box(type) : type, record));
    ToLongFunction<R> whole =
        WHOLE.contains(type)
            ? (ToLongFunction<R>)
                lambda(
                    component,
                    "applyAsLong",
                    ToLongFunction.class,
                    MethodType.methodType(long.class, Object.class),
                    MethodType.methodType(long.class, record))
            : null;
    return new ColumnCodec<>(component.getName(), codec, getter, whole);
  }

  private static Class<?> box(Class<?> primitive) {
    return MethodType.methodType(primitive).wrap().returnType();
  }

  private Object lambda(
      RecordComponent component, String name, Class<?> type, MethodType erased, MethodType actual) {
    try {
      if (!lookup.hasFullPrivilegeAccess()) {
        return AccessorClass.make(lookup, component, type, name);
      }
      MethodHandle accessor =
          lookup.findVirtual(
              record, component.getName(), MethodType.methodType(component.getType()));
      return LambdaMetafactory.metafactory(
              lookup, name, MethodType.methodType(type), erased, accessor, actual)
          .getTarget()
          .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("no accessor for " + component, e);
    }
  }

  /** The canonical constructor, from an array of all values. */
  MethodHandle constructor() {
    Class<?>[] types =
        Arrays.stream(record.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return lookup
          .findConstructor(record, MethodType.methodType(void.class, types))
          .asSpreader(Object[].class, types.length)
          .asType(MethodType.methodType(Record.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no constructor for " + record, e);
    }
  }
}
