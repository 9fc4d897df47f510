package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.random.RandomGenerator;

/** Random values as the specification has them (clauses 2.1.5, 2.1.6, 4.3.2). Not thread-safe. */
final class TpccRandom {
  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };
  private static final String ALPHANUMERIC =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final int HUNDRED = 100;

  private final RandomGenerator random;

  TpccRandom(RandomGenerator random) {
    this.random = random;
  }

  /** Returns a number between two, each of which may come. */
  int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  /** Returns true for {@code share} of a hundred draws. */
  boolean percent(int share) {
    return random.nextInt(HUNDRED) < share;
  }

  /** Returns an evenly drawn number from 0 to below 1. */
  double fraction() {
    return random.nextDouble();
  }

  /**
   * Returns a number that is not evenly drawn.
   *
   * @param a one less than a power of two
   * @param c the constant of the run, from 0 to {@code a}
   */
  int nonUniform(int a, int low, int high, int c) {
    return ((between(0, a) | between(low, high)) + c) % (high - low + 1) + low;
  }

  /** Returns a decimal number between two, which are given in units of its last place. */
  BigDecimal decimal(int low, int high, int places) {
    return BigDecimal.valueOf(between(low, high), places);
  }

  /** Returns a text of letters and digits. */
  String text(int least, int most) {
    return of(ALPHANUMERIC, between(least, most));
  }

  String capitals(int length) {
    return of(CAPITALS, length);
  }

  String digits(int length) {
    return of("0123456789", length);
  }

  private String of(String characters, int length) {
    char[] drawn = new char[length];
    long bits = 0;
    for (int i = 0; i < length; i++) {
      // Four characters of each long: 16 bits are many more than the characters.
      bits = i % 4 == 0 ? random.nextLong() : bits >>> 16;
      drawn[i] = characters.charAt((int) ((bits & 0xFFFF) * characters.length() >>> 16));
    }
    return new String(drawn);
  }

  /** Returns the data of an item or of its stock: one in ten is marked as an original item. */
  String itemData() {
    String data = text(26, 50);
    if (!percent(10)) {
      return data;
    }
    int at = between(0, data.length() - Tables.ORIGINAL.length());
    return data.substring(0, at) + Tables.ORIGINAL + data.substring(at + Tables.ORIGINAL.length());
  }

  Tables.Address address() {
    return new Tables.Address(
        text(10, 20), text(10, 20), text(10, 20), capitals(2), digits(4) + "11111");
  }

  /** Returns the last name of a number from 0 to 999. */
  static String lastName(int number) {
    return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
  }
}
