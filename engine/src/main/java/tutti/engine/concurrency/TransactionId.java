package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * Names a transaction, for ever and on every node. The node that took the client's request gives
 * the name; the first three parts alone are unique.
 *
 * @param node the node that took the request
 * @param incarnation how often that node had started, so that no number is used twice
 * @param number counts within the incarnation
 * @param coordinator the node that runs and decides it, which knows its outcome
 */
public record TransactionId(int node, long incarnation, long number, int coordinator)
    implements Comparable<TransactionId> {

  /** A transaction that is decided where it was taken. */
  public TransactionId(int node, long incarnation, long number) {
    this(node, incarnation, number, node);
  }

  /**
   * Returns the text in URLs and logs: {@code 0-3-127}, and {@code 0-3-127-2} if node 2 coordinates
   * it.
   */
  @Override
  public String toString() {
    String name = node + "-" + incarnation + "-" + number;
    return coordinator == node ? name : name + "-" + coordinator;
  }

  /** The id that {@link #toString} wrote, or null if the text is none. */
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
              Long.parseLong(parts[1]),
              Long.parseLong(parts[2]),
              parts.length == 4 ? Integer.parseInt(parts[3]) : node);
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
