package tutti.rebel.value;

import java.util.Locale;

/** The texts of constants. */
final class Named {
  private Named() {}

  /** The text of a constant: its name with small letters after the first. */
  static String text(Enum<?> constant) {
    return constant.name().charAt(0) + constant.name().substring(1).toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E parse(E[] constants, String text, String expected) {
    for (E constant : constants) {
      if (constant.toString().equals(text)) {
        return constant;
      }
    }
    throw new NotAValue(expected, text);
  }
}
