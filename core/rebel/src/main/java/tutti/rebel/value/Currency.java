package tutti.rebel.value;

/**
 * A currency, by its code of three capital letters. A currency is written {@code EUR}, {@code USD},
 * and {@code CUR_XXX} for every other; {@code CUR_EUR} is {@code EUR}.
 */
public record Currency(String code) implements Comparable<Currency> {
  public static final Currency EUR = new Currency("EUR");
  public static final Currency USD = new Currency("USD");
  public static final String EXPECTED = "a currency, such as EUR, USD or CUR_GBP";

  public Currency {
    if (!isCode(code, 0)) {
      throw new NotAValue("a currency's code of three capital letters", code);
    }
  }

  /** The currency with this code of three letters. */
  public static Currency of(String code) {
    return switch (code) {
      case "EUR" -> EUR;
      case "USD" -> USD;
      default -> new Currency(code);
    };
  }

  private static boolean isCode(String text, int start) {
    if (text.length() != start + 3) {
      return false;
    }
    for (int i = start; i < start + 3; i++) {
      if (text.charAt(i) < 'A' || text.charAt(i) > 'Z') {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the text that {@link Object#toString} writes.
   *
   * @throws NotAValue if the text is not a currency
   */
  public static Currency parse(String text) {
    if (text.equals("EUR") || text.equals("USD")) {
      return of(text);
    }
    if (text.startsWith("CUR_") && isCode(text, 4)) {
      return of(text.substring(4));
    }
    throw new NotAValue(EXPECTED, text);
  }

  @Override
  public int compareTo(Currency other) {
    return code.compareTo(other.code);
  }

  @Override
  public String toString() {
    return code.equals("EUR") || code.equals("USD") ? code : "CUR_" + code;
  }
}
