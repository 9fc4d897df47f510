package tutti.rebel.value;

import java.math.BigInteger;

/** The greatest size of numbers: 38 decimal digits, in input and in every result. */
public final class Digits {
  public static final int LIMIT = 38;
  private static final BigInteger[] POWERS = powers();

  private Digits() {}

  private static BigInteger[] powers() {
    BigInteger[] powers = new BigInteger[LIMIT + 2];
    for (int i = 0; i < powers.length; i++) {
      powers[i] = BigInteger.TEN.pow(i);
    }
    return powers;
  }

  /**
   * Returns whether the magnitude has at most {@code digits} digits; {@code digits} is at most
   * {@code LIMIT + 1}.
   */
  public static boolean fits(BigInteger value, int digits) {
    return value.bitLength() <= 130 && value.abs().compareTo(POWERS[digits]) < 0;
  }

  static BigInteger checked(BigInteger value, String what) {
    if (!fits(value, LIMIT)) {
      throw ValueRefused.tooLarge(what);
    }
    return value;
  }

  /** The number of digits in the text of a number, the sign and the point aside. */
  static int count(String number) {
    return (int) number.chars().filter(c -> c >= '0' && c <= '9').count();
  }

  /** The number of characters from {@code start} on that are ASCII digits. */
  static int run(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end - start;
  }
}
