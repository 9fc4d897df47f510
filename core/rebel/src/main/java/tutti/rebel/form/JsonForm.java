package tutti.rebel.form;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.form.BadValue;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.Digits;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.Integers;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.NotAValue;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Type;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/**
 * Values as trees of the kinds of values that JSON has (docs/rulings.md#contracts), for any JSON
 * library: {@link String}, {@link Boolean}, {@link Long}, {@link Integer}, {@link BigInteger},
 * {@link BigDecimal}, {@link List} and {@link Map} with String keys; a {@link Double} for {@code
 * -0.0}.
 *
 * <p>An Integer is a number, sets are arrays, maps are objects; all other values are the string
 * that {@link CanonicalKeys#text} gives. {@code Inf} is the string {@code "Inf"}.
 */
public final class JsonForm {
  /** The greatest number of elements of one set or map in input. */
  public static final int LARGEST = 100_000;

  private JsonForm() {}

  /**
   * Reads a value of that type.
   *
   * @throws BadValue if the tree is not a value of that type; has the place inside the tree, the
   *     expected and the found value
   */
  public static Object read(Type type, @Nullable Object tree) throws BadValue {
    return read(type, tree, LARGEST);
  }

  /**
   * Reads a value of that type from an answer, whose sets and maps may be of any size.
   *
   * @throws BadValue if the tree is not a value of that type
   */
  public static Object readAnswer(Type type, @Nullable Object tree) throws BadValue {
    return read(type, tree, Integer.MAX_VALUE);
  }

  private static Object read(Type type, @Nullable Object tree, int largest) throws BadValue {
    return switch (type) {
      case Type.Simple.BOOLEAN -> tree instanceof Boolean ? tree : fail("true or false", tree);
      case Type.Simple.INTEGER -> readInteger(tree);
      case Type.Simple simple -> readText(simple, tree);
      case Type.Reference reference -> readReference(reference, tree);
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set -> readSet(set, tree, largest);
      case Type.MapOf map -> readMap(map, tree, largest);
    };
  }

  private static Object readInteger(@Nullable Object tree) throws BadValue {
    return switch (tree) {
      case Long value -> value;
      case Integer value -> (long) value;
      case BigInteger value when Digits.fits(value, Digits.LIMIT) -> Integers.of(value);
      case Double zero when zero == 0 -> 0L;
      case BigDecimal value when isWhole(value) -> Integers.of(value.toBigIntegerExact());
      case String value when value.equals("Inf") -> Infinity.POSITIVE;
      case String value when value.equals("-Inf") -> Infinity.NEGATIVE;
      case null, default -> fail(Integers.EXPECTED, tree);
    };
  }

  /** Whether only zeros stand behind the point, and not too many digits before it. */
  private static boolean isWhole(BigDecimal value) {
    return (long) value.precision() - value.scale() <= Digits.LIMIT
        && (value.signum() == 0 || value.stripTrailingZeros().scale() <= 0);
  }

  private static Object readText(Type.Simple type, @Nullable Object tree) throws BadValue {
    if (!(tree instanceof String text)) {
      return fail(expected(type), tree);
    }
    try {
      return CanonicalKeys.parse(type, text);
    } catch (NotAValue e) {
      throw new BadValue("", e.expected(), describe(tree));
    } catch (ValueRefused e) {
      throw new BadValue("", "at most " + Digits.LIMIT + " digits", describe(tree));
    }
  }

  private static Object readReference(Type.Reference reference, @Nullable Object tree)
      throws BadValue {
    String text =
        tree instanceof Long || tree instanceof Integer || tree instanceof BigInteger
            ? tree.toString()
            : tree instanceof String string ? string : null;
    if (text == null) {
      return fail(expected(reference), tree);
    }
    try {
      return CanonicalKeys.parseKey(reference, text);
    } catch (NotAValue e) {
      throw new BadValue(
          "", "the key of a " + reference.specification() + ": " + e.expected(), describe(tree));
    } catch (ValueRefused e) {
      throw new BadValue("", "at most " + Digits.LIMIT + " digits", describe(tree));
    }
  }

  private static Object readSet(Type.SetOf type, @Nullable Object tree, int largest)
      throws BadValue {
    if (!(tree instanceof List<?> list) || list.size() > largest) {
      return fail(expected(type), tree);
    }
    List<Object> elements = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      try {
        elements.add(read(type.element(), list.get(i), largest));
      } catch (BadValue e) {
        throw e.under(Integer.toString(i));
      }
    }
    return SetValue.of(elements);
  }

  private static Object readMap(Type.MapOf type, @Nullable Object tree, int largest)
      throws BadValue {
    if (!(tree instanceof Map<?, ?> map) || map.size() > largest) {
      return fail(expected(type), tree);
    }
    TreeMap<Object, Object> entries = new TreeMap<>(Values::compare);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(entry.getKey());
      try {
        Object key = readMapKey(type.key(), name);
        if (entries.put(key, read(type.value(), entry.getValue(), largest)) != null) {
          throw new BadValue("", "each key once", "a second " + Values.text(key));
        }
      } catch (BadValue e) {
        throw e.under(name);
      }
    }
    return MapValue.of(entries);
  }

  private static Object readMapKey(Type type, String name) throws BadValue {
    try {
      return CanonicalKeys.parse(type, name);
    } catch (NotAValue e) {
      throw new BadValue("", "as key " + e.expected(), NotAValue.abbreviate(name));
    } catch (ValueRefused e) {
      throw new BadValue("", "as key at most " + Digits.LIMIT + " digits", name);
    }
  }

  /**
   * Returns the JSON tree of a value of the type {@code type}.
   *
   * @return a {@link String}, {@link Boolean}, {@link Long}, {@link BigInteger}, {@link List}, or
   *     {@link LinkedHashMap}; null for null
   */
  public static @Nullable Object write(Type type, @Nullable Object value) {
    return switch (value) {
      case null -> null;
      case SetValue set when type instanceof Type.SetOf of -> writeSet(of, set);
      case MapValue map when type instanceof Type.MapOf of -> writeMap(of, map);
      case Object simple when type instanceof Type.Simple -> write(simple);
      default -> CanonicalKeys.text(value);
    };
  }

  /**
   * The tree of a value whose type is not known: references then have the tree of their key's
   * value.
   */
  public static Object write(Object value) {
    return switch (value) {
      case Boolean truth -> truth;
      case Long number -> number;
      case BigInteger number -> number;
      case SetValue set -> set.toList().stream().map(JsonForm::write).toList();
      case MapValue map -> {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < map.size(); i++) {
          object.put(CanonicalKeys.text(map.key(i)), write(map.value(i)));
        }
        yield object;
      }
      default -> CanonicalKeys.text(value);
    };
  }

  private static List<Object> writeSet(Type.SetOf type, SetValue set) {
    List<Object> array = new ArrayList<>(set.size());
    for (Object element : set) {
      Object tree = write(type.element(), element);
      if (tree != null) {
        array.add(tree);
      }
    }
    return array;
  }

  private static Map<String, Object> writeMap(Type.MapOf type, MapValue map) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < map.size(); i++) {
      Object tree = write(type.value(), map.value(i));
      if (tree != null) {
        object.put(CanonicalKeys.text(map.key(i)), tree);
      }
    }
    return object;
  }

  /** The form of a value of that type in JSON: a noun phrase with an example. */
  public static String expected(Type type) {
    return switch (type) {
      case Type.Simple simple -> simple.expected();
      case Type.Unknown any -> throw any.unexpected();
      case Type.Reference reference -> "the key of a " + reference.specification() + ", a string";
      case Type.SetOf set -> "an array, each element " + expected(set.element());
      case Type.MapOf map -> "an object, each value " + expected(map.value());
    };
  }

  private static Object fail(String expected, @Nullable Object tree) throws BadValue {
    throw new BadValue("", expected, describe(tree));
  }

  private static String describe(@Nullable Object tree) {
    return switch (tree) {
      case null -> "null";
      case String text -> NotAValue.abbreviate(text);
      case BigDecimal number
          when Math.abs((long) number.scale()) > 60 || number.unscaledValue().bitLength() > 200 ->
          "a number of too many digits";
      case BigInteger number when number.bitLength() > 200 -> "a number of too many digits";
      case List<?> list -> "an array of " + list.size();
      case Map<?, ?> map -> "an object of " + map.size();
      default -> tree.toString();
    };
  }
}
