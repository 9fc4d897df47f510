package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * The id of a transaction, unique for ever and on every node. The node that took the client's
 * request draws the id; the first three parts alone are unique.
 *
 * @param node the node that took the request
 * @param incarnation how often that node had started, so that no number is used twice; on a host of
 *     replicas, whose count would be lost with its disk, a random number
 * @param number counts within the incarnation
 * @param coordinator the node that runs and decides the transaction, and knows its outcome
 */
public record TransactionId(int node, long incarnation, long number, int coordinator)
    implements Comparable<TransactionId> {

  /**
   * The incarnations from which on none is a count. They are written so that people can say them.
   */
  private static final long LEAST_SPOKEN = 1 << 20;

  private static final String CONSONANTS = "bdfghjklmnprstvz";
  private static final String VOWELS = "aiou";

  /** A transaction that is decided where it was taken. */
  public TransactionId(int node, long incarnation, long number) {
    this(node, incarnation, number, node);
  }

  /**
   * Returns the text in URLs and logs: {@code 0-3-127}, and {@code 0-3-127-2} if node 2 coordinates
   * it; {@code 4-zijubutuhi-0-1} where the incarnation is a large number.
   */
  @Override
  public String toString() {
    String name = node + "-" + spoken(incarnation) + "-" + number;
    return coordinator == node ? name : name + "-" + coordinator;
  }

  /** Writes a large number as syllables, each of six bits, the greatest first. */
  private static String spoken(long number) {
    if (number < LEAST_SPOKEN) {
      return Long.toString(number);
    }
    StringBuilder text = new StringBuilder();
    for (long left = number; left > 0; left >>>= 6) {
      text.append(VOWELS.charAt((int) (left & 3)))
          .append(CONSONANTS.charAt((int) (left >> 2 & 15)));
    }
    return text.reverse().toString();
  }

  /**
   * Reads a number, or syllables.
   *
   * @throws NumberFormatException if it is neither
   */
  private static long heard(String text) {
    if (text.isEmpty() || CONSONANTS.indexOf(text.charAt(0)) < 0) {
      return Long.parseLong(text);
    }
    long number = 0;
    for (int i = 0; i < text.length(); i += 2) {
      int consonant = CONSONANTS.indexOf(text.charAt(i));
      int vowel = i + 1 < text.length() ? VOWELS.indexOf(text.charAt(i + 1)) : -1;
      if (consonant < 0 || vowel < 0 || i > 20) {
        throw new NumberFormatException(text);
      }
      number = number << 6 | (long) consonant << 2 | vowel;
    }
    return number;
  }

  /**
   * The id that {@link #toString} wrote, or null if the text is none. Earlier versions wrote each
   * incarnation in digits.
   */
  public static @Nullable TransactionId parse(String text) {
    String[] parts = text.split("-", -1);
    if (parts.length != 3 && parts.length != 4) {
      return null;
    }
    try {
      int node = Integer.parseInt(parts[0]);
      TransactionId id =
          new TransactionId(
              node,
              heard(parts[1]),
              Long.parseLong(parts[2]),
              parts.length == 4 ? Integer.parseInt(parts[3]) : node);
      String digits = Long.toString(id.incarnation);
      parts[1] = parts[1].equals(digits) ? spoken(id.incarnation) : parts[1];
      return id.toString().equals(String.join("-", parts)) ? id : null;
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  @Override
  public int compareTo(TransactionId other) {
    int byNode = Integer.compare(node, other.node);
    int byIncarnation = byNode != 0 ? byNode : Long.compare(incarnation, other.incarnation);
    return byIncarnation != 0 ? byIncarnation : Long.compare(number, other.number);
  }

  /** Compares the three parts of the id. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TransactionId id
        && id.number == number
        && id.node == node
        && id.incarnation == incarnation;
  }

  @Override
  public int hashCode() {
    return (Long.hashCode(number) * 31 + Long.hashCode(incarnation)) * 31 + node;
  }
}
