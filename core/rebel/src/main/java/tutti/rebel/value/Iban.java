package tutti.rebel.value;

/**
 * An international bank account number, without spaces. Its two check digits are verified (ISO
 * 7064, modulo 97-10): they must be the digits that the computation gives, from 02 to 98, so that
 * no account has two numbers. The length per country is not verified.
 */
public record Iban(String text) implements Comparable<Iban> {
  public static final String EXPECTED =
      "an IBAN whose check digits fit, such as NL91ABNA0417164300";
  private static final int LONGEST = 34;

  /**
   * @throws NotAValue if the text is not an IBAN; the message names the check digits that would fit
   */
  public Iban {
    if (!hasForm(text)) {
      throw new NotAValue(EXPECTED, text);
    }
    if (remainder(text) != 1) {
      throw notFitting(text);
    }
  }

  /** The IBAN of this account, with the check digits that fit. */
  public static Iban of(String country, String account) {
    return new Iban(country + checkDigits(country, account) + account);
  }

  /**
   * Reads the IBAN that input has.
   *
   * @throws NotAValue if the text is not an IBAN, or its check digits are 97 less or more than the
   *     ones that are computed: folders may have such IBANs, as earlier versions took them
   */
  public static Iban parse(String text) {
    Iban iban = new Iban(text);
    if (!text.startsWith(fitting(text), 2)) {
      throw notFitting(text);
    }
    return iban;
  }

  private static NotAValue notFitting(String text) {
    return new NotAValue("an IBAN whose check digits fit (here " + fitting(text) + ")", text);
  }

  private static String fitting(String text) {
    return checkDigits(text.substring(0, 2), text.substring(4));
  }

  /** Whether the text is two letters, two digits, and letters and digits, all upper case. */
  public static boolean hasForm(String text) {
    if (text.length() < 5 || text.length() > LONGEST) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'A' && c <= 'Z';
      boolean digit = c >= '0' && c <= '9';
      if (i < 2 ? !letter : i < 4 ? !digit : !(letter || digit)) {
        return false;
      }
    }
    return true;
  }

  private static int remainder(String text) {
    int rest = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt((i + 4) % text.length());
      rest = c <= '9' ? (rest * 10 + c - '0') % 97 : (rest * 100 + c - 'A' + 10) % 97;
    }
    return rest;
  }

  private static String checkDigits(String country, String account) {
    int check = 98 - remainder(country + "00" + account);
    return (check < 10 ? "0" : "") + check;
  }

  public String countryCode() {
    return text.substring(0, 2);
  }

  @Override
  public int compareTo(Iban other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
