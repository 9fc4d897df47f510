package tutti.rebel.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import tutti.model.ActorId;
import tutti.model.text.NameText;

/**
 * The conversion of scalar values (all except sets and maps) to their canonical text, which is the
 * form of keys in URLs and in actors' names, and back.
 */
public final class CanonicalKeys {
  private static final int LONGEST = 1000;

  private CanonicalKeys() {}

  /** Returns the canonical text of a scalar value, or of a key. */
  public static String text(Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean truth -> truth ? "true" : "false";
      case LocalDate date -> date.toString();
      case LocalTime time -> Dates.text(time);
      case LocalDateTime time -> Dates.text(time);
      default -> value.toString();
    };
  }

  /**
   * Reads the text of a scalar value. Texts that are not canonical, such as {@code 007}, are read
   * too.
   *
   * @throws NotAValue if the text is not a value of that type
   */
  public static Object parse(Type type, String text) {
    return switch (type) {
      case Type.Simple simple -> simple.parse(text);
      case Type.Reference reference -> parseKey(reference, text);
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set -> throw new NotAValue("a value without parts, not a " + set, text);
      case Type.MapOf map -> throw new NotAValue("a value without parts, not a " + map, text);
    };
  }

  static Object parseBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new NotAValue("true or false", text);
    };
  }

  /** Returns the string if its surrogates are paired, so that UTF-8 keeps it unchanged. */
  static String wellFormed(String text) {
    if (!NameText.isWellFormed(text)) {
      throw new NotAValue("text in which every surrogate has its pair", text);
    }
    return text;
  }

  /**
   * Reads the key of an instance. Only the canonical text is a key, so that no instance has two
   * names.
   *
   * @throws NotAValue if the text is not a key of that specification
   */
  public static Object parseKey(Type.Reference reference, String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new NotAValue("a key of 1 to " + LONGEST + " characters", text);
    }
    Object key =
        reference.key().isPresent()
            ? parse(reference.key().get(), text)
            : reference.specification();
    if (key instanceof Infinity) {
      throw new NotAValue("a key that is finite", text);
    }
    String canonical = text(key);
    if (!canonical.equals(text)) {
      throw new NotAValue(
          reference.key().isPresent()
              ? "the key in its one form, such as " + NotAValue.abbreviate(canonical)
              : "the key " + canonical + ", the only one",
          text);
    }
    return key;
  }

  /**
   * The text of a key that an expression gives.
   *
   * @throws ValueRefused if no instance can have it: {@code Inf}, or an empty or very long String
   */
  public static String ofInstance(Object key) {
    if (key instanceof Iban iban) {
      return iban.text();
    }
    String text = text(key);
    if (key instanceof Infinity || text.length() > LONGEST || ActorId.keyFault(text) != null) {
      throw new ValueRefused(
          "not-a-key",
          () -> Values.text(key) + " cannot be a key: keys are finite, of 1 to 1000 characters");
    }
    return text;
  }
}
