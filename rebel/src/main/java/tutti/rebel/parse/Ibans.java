package tutti.rebel.parse;

/** The checksum of an IBAN (ISO 13616, ISO 7064 MOD 97-10). */
public final class Ibans {

  /** The longest IBAN that any country has. */
  public static final int MAX_LENGTH = 34;

  /** The shortest text with an account number behind country and checksum. */
  private static final int MIN_LENGTH = 5;

  private Ibans() {}

  /** Whether the text is two letters, two digits, and letters and digits, all upper case. */
  public static boolean hasForm(String text) {
    if (text.length() < MIN_LENGTH || text.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'A' && c <= 'Z';
      boolean digit = c >= '0' && c <= '9';
      if (i < 2 ? !letter : i < 4 ? !digit : !letter && !digit) {
        return false;
      }
    }
    return true;
  }

  /** Whether the text is an IBAN whose checksum fits. */
  public static boolean valid(String text) {
    return hasForm(text) && remainder(text) == 1;
  }

  /** Returns the IBAN of the account with the right checksum; the text must have an IBAN's form. */
  public static String corrected(String text) {
    int check = 98 - remainder(text.substring(0, 2) + "00" + text.substring(4));
    return text.substring(0, 2) + (check < 10 ? "0" : "") + check + text.substring(4);
  }

  private static int remainder(String text) {
    String turned = text.substring(4) + text.substring(0, 4);
    int remainder = 0;
    for (int i = 0; i < turned.length(); i++) {
      int value = Character.digit(turned.charAt(i), 36);
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
    }
    return remainder;
  }
}
