package tutti.model.relation;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.RecordCodec;

/**
 * Finds the component that a {@link Component} names. Each method reference in a source text has a
 * class of its own; the component's position is found once and kept with that class, so that later
 * uses cost a table look-up.
 */
final class ComponentNames {
  private static final ClassValue<Slot> SLOTS =
      new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
          return new Slot();
        }
      };

  /**
   * A place for a position, which is written once or, by a race, several times with the same value.
   */
  private static final class Slot {
    private volatile @Nullable Named named;
  }

  private record Named(RecordCodec<?> codec, int position) {}

  private ComponentNames() {}

  /**
   * The position of the component in its record.
   *
   * @throws IllegalArgumentException if the component is no method reference to an accessor of this
   *     record
   */
  static int position(Component<?, ?> component, RecordCodec<?> codec) {
    if (component instanceof NamedComponent<?> named && named.codec() == codec) {
      return named.position();
    }
    Slot slot = SLOTS.get(component.getClass());
    Named named = slot.named;
    if (named == null || named.codec != codec) {
      named = new Named(codec, lookUp(component, codec));
      slot.named = named;
    }
    return named.position;
  }

  private static int lookUp(Component<?, ?> component, RecordCodec<?> codec) {
    String record = codec.record().getSimpleName();
    String example = codec.size() == 0 ? "" : ", as in " + record + "::" + codec.column(0).name();
    String method = method(component);
    int position = method == null ? -1 : codec.schema().position(method);
    if (position < 0) {
      throw new IllegalArgumentException(
          (method == null || method.startsWith("lambda$")
                  ? "a lambda does not say which component of " + record + " it reads"
                  : record + " has no component " + method)
              + ": name one by a method reference"
              + example);
    }
    return position;
  }

  /** Returns the name of the method behind the reference; null if it cannot be found out. */
  private static @Nullable String method(Component<?, ?> component) {
    try {
      Method replace = component.getClass().getDeclaredMethod("writeReplace");
      replace.setAccessible(true);
      return replace.invoke(component) instanceof SerializedLambda lambda
          ? lambda.getImplMethodName()
          : null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }
}
