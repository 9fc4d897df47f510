package tutti.engine.transaction.submission;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.Encoder;
import tutti.model.text.NameText;

/**
 * Bytes of what a client has written, whatever the application makes of it: those of two JSON
 * values are equal if they differ in white space, in the order of members, in how a character is
 * escaped, or in how a number is written. So a request has the same bytes under all versions of an
 * application.
 *
 * <p>For example, {@code {"a": 1.50, "b": []}} and {@code {"b":[],"a":15e-1}} have the same.
 */
final class WrittenForm {
  private WrittenForm() {}

  /**
   * Appends a value.
   *
   * @param value null, or a string, number, boolean, list of such values or map from strings to
   *     such values; of any other value its text is appended
   */
  static void encode(@Nullable Object value, Encoder out) {
    switch (value) {
      case null -> out.putByte(0);
      case Boolean truth -> out.putByte(truth ? 1 : 2);
      case Long number -> number(BigDecimal.valueOf(number), out);
      case Integer number -> number(BigDecimal.valueOf(number), out);
      case Short number -> number(BigDecimal.valueOf(number), out);
      case Byte number -> number(BigDecimal.valueOf(number), out);
      case Float number when isPlain(number) -> number(new BigDecimal(number.toString()), out);
      case Double number when isPlain(number) -> number(new BigDecimal(number.toString()), out);
      case BigInteger number -> number(new BigDecimal(number), out);
      case BigDecimal number -> number(number, out);
      case Collection<?> all -> {
        out.putByte(4).putVarLong(all.size());
        all.forEach(each -> encode(each, out));
      }
      case Map<?, ?> members -> {
        out.putByte(5).putVarLong(members.size());
        TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
        members.forEach((name, member) -> sorted.put(String.valueOf(name), member));
        sorted.forEach((name, member) -> encode(member, text(name, out)));
      }
      default -> text(value.toString(), out.putByte(6));
    }
  }

  /**
   * Appends a text. One with half of a surrogate pair, which actors in Java take as any other, has
   * no form in UTF-8, and is written by its units.
   */
  private static Encoder text(String text, Encoder out) {
    if (NameText.isWellFormed(text)) {
      return out.putString(text);
    }
    out.putByte(7).putVarLong(text.length());
    text.chars().forEach(out::putVarLong);
    return out;
  }

  /** Whether a number has digits; the zero below zero is none of those, and another value. */
  private static boolean isPlain(double number) {
    return Double.isFinite(number) && Double.compare(number, -0.0) != 0;
  }

  private static void number(BigDecimal number, Encoder out) {
    BigDecimal stripped = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    out.putByte(3).putString(stripped.toString());
  }
}
