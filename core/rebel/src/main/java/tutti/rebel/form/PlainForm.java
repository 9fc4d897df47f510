package tutti.rebel.form;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.form.BadValue;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.Dates;
import tutti.rebel.value.Digits;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Type;

/**
 * Values in the form of code in Java that does not use Rebel: numbers, {@link Boolean}, {@link
 * String}, the times of {@code java.time}, collections and maps. Values for which Java has no class
 * — Money, Percentage, IBAN and so on — are text, in the form that requests have.
 */
public final class PlainForm {
  private PlainForm() {}

  /**
   * Reads a value of the type {@code type}. In addition to the values that {@link #write} returns,
   * it takes whole numbers of any class, {@link LocalDateTime} in UTC and {@link Instant} without
   * their parts of a second, enum constants by their names, and any text that a request may have.
   *
   * @throws BadValue if the value is not of that type; the exception has the place inside the
   *     value, the expected and the found value
   */
  public static Object read(Type type, @Nullable Object given) throws BadValue {
    return JsonForm.read(type, tree(type, given));
  }

  /** Reads a reference, which is given as a value of its key's type. */
  private static @Nullable Object reference(Type.Reference type, Object given) throws BadValue {
    Type key = type.key().orElse(Type.Simple.STRING);
    try {
      return String.valueOf(tree(key, given));
    } catch (BadValue notAKey) {
      throw bad(type, given);
    }
  }

  private static @Nullable Object tree(Type type, @Nullable Object given) throws BadValue {
    return switch (given) {
      case null -> null;
      case Object key when type instanceof Type.Reference reference -> reference(reference, key);
      case Boolean truth -> truth;
      case String text -> text;
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case Long number -> number;
      case BigInteger number -> number;
      case BigDecimal number -> whole(number);
      case Enum<?> constant -> constant.name();
      case LocalDate date when type == Type.Simple.DATE -> date.toString();
      case LocalTime time when type == Type.Simple.TIME -> Dates.text(time);
      case LocalDateTime time when type == Type.Simple.DATE_TIME -> Dates.text(time);
      case Instant instant when type == Type.Simple.DATE_TIME -> text(type, instant);
      case Collection<?> all when type instanceof Type.SetOf(var element) -> array(element, all);
      case Map<?, ?> map when type instanceof Type.MapOf(var key, var value) ->
          object(key, value, map);
      default -> throw bad(type, given);
    };
  }

  /** Returns the number as a whole number if only zeros are behind the point. */
  private static Object whole(BigDecimal number) {
    boolean fits = number.precision() - (long) number.scale() <= Digits.LIMIT;
    return fits && number.stripTrailingZeros().scale() <= 0 ? number.toBigInteger() : number;
  }

  private static String text(Type type, Instant instant) throws BadValue {
    if (instant.isBefore(Instant.parse("0001-01-01T00:00:00Z"))
        || instant.isAfter(Instant.parse("9999-12-31T23:59:59.999999999Z"))) {
      throw bad(type, instant);
    }
    return Dates.text(Dates.at(instant));
  }

  private static List<@Nullable Object> array(Type element, Collection<?> all) throws BadValue {
    List<@Nullable Object> array = new ArrayList<>(all.size());
    for (Object each : all) {
      try {
        array.add(tree(element, each));
      } catch (BadValue bad) {
        throw bad.under(Integer.toString(array.size()));
      }
    }
    return array;
  }

  private static Map<String, @Nullable Object> object(Type key, Type value, Map<?, ?> map)
      throws BadValue {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(tree(key, entry.getKey()));
      try {
        object.put(name, tree(value, entry.getValue()));
      } catch (BadValue bad) {
        throw bad.under(name);
      }
    }
    return object;
  }

  private static BadValue bad(Type type, Object given) {
    return new BadValue(
        "", JsonForm.expected(type), given + " (" + given.getClass().getSimpleName() + ")");
  }

  /**
   * A value as plain Java.
   *
   * @return a {@link Boolean}, {@link Long}, {@link BigInteger}, {@link String}, {@link LocalDate},
   *     {@link LocalTime}, {@link LocalDateTime} in UTC, or an unmodifiable {@link Set} or {@link
   *     Map} of these, in their order; null for null
   */
  public static @Nullable Object write(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean truth -> truth;
      case Long number -> number;
      case BigInteger number -> number;
      case LocalDate date -> date;
      case LocalTime time -> time;
      case LocalDateTime time -> time;
      case SetValue set -> set(set);
      case MapValue map -> map(map);
      default -> CanonicalKeys.text(value);
    };
  }

  private static Set<@Nullable Object> set(SetValue set) {
    Set<@Nullable Object> plain = new LinkedHashSet<>();
    for (Object each : set) {
      plain.add(write(each));
    }
    return Collections.unmodifiableSet(plain);
  }

  private static Map<@Nullable Object, @Nullable Object> map(MapValue map) {
    Map<@Nullable Object, @Nullable Object> plain = new LinkedHashMap<>();
    for (int i = 0; i < map.size(); i++) {
      plain.put(write(map.key(i)), write(map.value(i)));
    }
    return Collections.unmodifiableMap(plain);
  }
}
