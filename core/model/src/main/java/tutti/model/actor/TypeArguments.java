package tutti.model.actor;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type arguments that a procedure's class gives to {@code Procedure<A, R>}, through any number
 * of interfaces.
 *
 * @param actor the actor's class; null if the argument is no class
 * @param result the result's type; a type variable if the class does not give it
 */
record TypeArguments(@Nullable Class<?> actor, Type result) {

  static TypeArguments of(Class<?> procedure) {
    Type[] found = find(procedure, Map.of());
    if (found == null) {
      throw new IllegalArgumentException(procedure + " is no procedure");
    }
    return new TypeArguments(found[0] instanceof Class<?> actor ? actor : null, found[1]);
  }

  private static Type @Nullable [] find(Class<?> type, Map<Type, Type> known) {
    for (Type each : type.getGenericInterfaces()) {
      Class<?> raw =
          (Class<?>) (each instanceof ParameterizedType generic ? generic.getRawType() : each);
      if (Procedure.class.isAssignableFrom(raw)) {
        Type[] arguments =
            each instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()
                : raw.getTypeParameters();
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = resolve(arguments[i], known);
        }
        if (raw == Procedure.class) {
          return arguments;
        }
        Map<Type, Type> inner = new HashMap<>();
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
          inner.put(variables[i], arguments[i]);
        }
        return find(raw, inner);
      }
    }
    return null;
  }

  /** Returns the type with its known variables replaced. */
  private static Type resolve(Type type, Map<Type, Type> known) {
    if (type instanceof ParameterizedType generic) {
      Type[] inner = generic.getActualTypeArguments();
      for (int i = 0; i < inner.length; i++) {
        inner[i] = resolve(inner[i], known);
      }
      return new Resolved(generic.getRawType(), inner);
    }
    return known.getOrDefault(type, type);
  }

  private record Resolved(Type raw, Type[] arguments) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.clone();
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return null;
    }

    @Override
    public String getTypeName() {
      return raw.getTypeName()
          + Arrays.stream(arguments)
              .map(Type::getTypeName)
              .collect(Collectors.joining(", ", "<", ">"));
    }
  }
}
