package tutti.rebel.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The canonical text of values without parts, which is how keys stand in URLs and in actors' names,
 * and the other way. A key of several fields is their texts joined by commas; inside a part, a
 * comma or a backslash has a backslash before it. The one instance of a singleton has the key
 * {@code _}.
 */
public final class Keys {
  /** The key of a singleton's only instance. */
  public static final String SINGLETON = "_";

  private static final int LONGEST = 1000;

  private Keys() {}

  /** Whether values of this type can be keys. */
  public static boolean canBeKey(Type type) {
    return type instanceof Type.Simple || type instanceof Type.Reference;
  }

  /** The canonical text of a value without parts, or of a key. */
  public static String text(Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean truth -> truth ? "true" : "false";
      case LocalDate date -> date.toString();
      case LocalTime time -> Dates.text(time);
      case LocalDateTime time -> Dates.text(time);
      case CompositeKey key ->
          key.parts().stream().map(part -> escape(text(part))).collect(Collectors.joining(","));
      default -> value.toString();
    };
  }

  private static String escape(String part) {
    return part.replace("\\", "\\\\").replace(",", "\\,");
  }

  /**
   * Reads the text of a value without parts. Texts that are not canonical, such as {@code 007}, are
   * read too.
   *
   * @throws NotAValue if it is not a value of that type
   */
  public static Object parse(Type type, String text) {
    return switch (type) {
      case Type.Simple simple -> parseSimple(simple, text);
      case Type.Reference reference -> parseKey(reference.key(), text);
      case Type.SetOf set -> throw new NotAValue("a value without parts, not a " + set, text);
      case Type.MapOf map -> throw new NotAValue("a value without parts, not a " + map, text);
    };
  }

  private static Object parseSimple(Type.Simple type, String text) {
    return switch (type) {
      case BOOLEAN -> parseBoolean(text);
      case INTEGER -> Integers.parse(text);
      case STRING -> wellFormed(text);
      case MONEY -> Money.parse(text);
      case CURRENCY -> Currency.parse(text);
      case PERCENTAGE -> Percentage.parse(text);
      case DATE -> Dates.parseDate(text);
      case TIME -> Dates.parseTime(text);
      case DATE_TIME -> Dates.parseDateTime(text);
      case PERIOD -> Period.parse(text);
      case TERM -> Term.parse(text);
      case FREQUENCY -> Frequency.parse(text);
      case IBAN -> Iban.parse(text);
      case INTEREST_NORM -> InterestNorm.parse(text);
      case INTEREST_TARIFF -> InterestTariff.parse(text);
    };
  }

  private static Object parseBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new NotAValue("true or false", text);
    };
  }

  /** A string whose surrogates are paired, so that UTF-8 keeps it as it is. */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean paired =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!paired) {
          throw new NotAValue("text in which every surrogate has its pair", text);
        }
        i++;
      }
    }
    return text;
  }

  /**
   * Reads a key: the value of the one key field, a {@link CompositeKey} of several, and {@link
   * #SINGLETON} for none. Only the canonical text is a key, so that no instance has two names.
   *
   * @throws NotAValue if it is not a key of these types
   */
  public static Object parseKey(List<Type> types, String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new NotAValue("a key of 1 to " + LONGEST + " characters", text);
    }
    if (types.isEmpty()) {
      if (!text.equals(SINGLETON)) {
        throw new NotAValue("the key " + SINGLETON + " of the only instance", text);
      }
      return SINGLETON;
    }
    Object key = types.size() == 1 ? parse(types.getFirst(), text) : parseParts(types, text);
    String canonical = text(key);
    if (!canonical.equals(text)) {
      throw new NotAValue("the key written as " + NotAValue.abbreviate(canonical), text);
    }
    return key;
  }

  private static CompositeKey parseParts(List<Type> types, String text) {
    List<String> parts = split(text);
    if (parts.size() != types.size()) {
      throw new NotAValue(
          types.size() + " parts joined by commas: " + Type.list(types).replace(" ", ""), text);
    }
    List<Object> values = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      values.add(parse(types.get(i), parts.get(i)));
    }
    return new CompositeKey(values);
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        part.append(text.charAt(++i));
      } else if (c == ',') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
