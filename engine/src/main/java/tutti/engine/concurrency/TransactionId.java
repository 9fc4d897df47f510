package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * Names a transaction, for ever and on every node.
 *
 * @param node the node that coordinates it
 * @param incarnation how often that node had started, so that no number is used twice
 * @param number counts within the incarnation
 */
public record TransactionId(int node, long incarnation, long number)
    implements Comparable<TransactionId> {

  /** As it stands in URLs and logs: {@code 0-3-127}. */
  @Override
  public String toString() {
    return node + "-" + incarnation + "-" + number;
  }

  /** The id that {@link #toString} wrote, or null if the text is none. */
  public static @Nullable TransactionId parse(String text) {
    String[] parts = text.split("-", -1);
    if (parts.length != 3) {
      return null;
    }
    try {
      TransactionId id =
          new TransactionId(
              Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
      return id.toString().equals(text) ? id : null;
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
}
