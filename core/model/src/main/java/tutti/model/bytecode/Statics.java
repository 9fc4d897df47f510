package tutti.model.bytecode;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The static fields of users' classes: which of them never change. */
final class Statics {
  private static final Set<Class<?>> IMMUTABLE =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Character.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          MathContext.class,
          Pattern.class);

  private Statics() {}

  /**
   * Whether neither the field nor what it has ever changes, once its class has been initialised.
   */
  static boolean isConstant(@Nullable Class<?> type, String name) {
    Field field = type == null ? null : find(type, name);
    return field != null
        && (field.isSynthetic()
            || Modifier.isFinal(field.getModifiers()) && isImmutable(field.getType()));
  }

  private static @Nullable Field find(Class<?> type, String name) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      try {
        return at.getDeclaredField(name);
      } catch (NoSuchFieldException e) {
        // A superclass or an interface may have it.
      }
    }
    for (Class<?> above : type.getInterfaces()) {
      Field found = find(above, name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean isImmutable(Class<?> type) {
    return type.isPrimitive()
        || IMMUTABLE.contains(type)
        || type.getPackageName().equals("java.time") && !type.isInterface()
        || type.isEnum() && hasConstantsOnly(type);
  }

  private static boolean hasConstantsOnly(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      if (!field.isSynthetic()
          && !field.isEnumConstant()
          && !Modifier.isStatic(field.getModifiers())
          && !(Modifier.isFinal(field.getModifiers())
              && (field.getType().isPrimitive() || IMMUTABLE.contains(field.getType())))) {
        return false;
      }
    }
    return true;
  }
}
