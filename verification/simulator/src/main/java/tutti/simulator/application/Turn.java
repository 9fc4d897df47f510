package tutti.simulator.application;

import java.util.Comparator;
import java.util.random.RandomGenerator;

/**
 * The place of one request, or of one read, among those of a run: the request depends on the seed
 * and on this place alone.
 *
 * @param client the number of the client, from 0
 * @param index the number of the request among those of the client, from 0
 */
public record Turn(int client, int index) implements Comparable<Turn> {
  private static final Comparator<Turn> ORDER =
      Comparator.comparingInt(Turn::client).thenComparingInt(Turn::index);

  private static final int NAMES = 8;
  private static final long MOST_INDEX = 1_000_000;

  /** The number of other clients whose earlier requests a client refers to. */
  private static final int OTHERS = 6;

  public Turn {
    if (client < 0 || index < 0 || index >= MOST_INDEX) {
      throw new IllegalArgumentException("there is no request " + client + ":" + index);
    }
  }

  /**
   * Returns a number that no other turn has.
   *
   * @param which the number's index, of up to eight
   */
  public long name(int which) {
    return (client * MOST_INDEX + index) * NAMES + which;
  }

  /** Returns some turn that may come before this one: of the same client, or of another. */
  public Turn earlier(RandomGenerator random) {
    int whose = random.nextBoolean() ? client : random.nextInt(OTHERS);
    return new Turn(whose, random.nextInt(index + 1));
  }

  /**
   * Reads a text of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is not {@code CLIENT:INDEX}
   */
  public static Turn parse(String text) {
    if (!text.matches("[0-9]{1,6}:[0-9]{1,6}")) {
      throw new IllegalArgumentException(
          "a request is CLIENT:INDEX, as 3:17, and '" + text + "' is not");
    }
    int colon = text.indexOf(':');
    return new Turn(
        Integer.parseInt(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public int compareTo(Turn other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return client + ":" + index;
  }
}
