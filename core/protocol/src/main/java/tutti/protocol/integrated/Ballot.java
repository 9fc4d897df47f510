package tutti.protocol.integrated;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The number of an attempt to find the outcome of a transaction. No two coordinators ever have the
 * same one, also on one host, but for {@link #FIRST}.
 *
 * @param round the attempt; 0 only in {@link #FIRST}
 * @param coordinator a number that no two coordinators share
 */
public record Ballot(long round, long coordinator) implements Comparable<Ballot> {

  /** The ballot of a transaction's first coordinator, below all others. */
  public static final Ballot FIRST = new Ballot(0, 0);

  @Override
  public int compareTo(Ballot other) {
    int byRound = Long.compare(round, other.round);
    return byRound != 0 ? byRound : Long.compare(coordinator, other.coordinator);
  }

  public boolean isBelow(Ballot other) {
    return compareTo(other) < 0;
  }

  /** Returns the lowest ballot of the coordinator {@code by} that is above this one. */
  public Ballot next(long by) {
    return new Ballot(round + 1, by);
  }

  public void encode(Encoder out) {
    out.putVarLong(round).putLong(coordinator);
  }

  public static Ballot decode(Decoder in) {
    return new Ballot(in.getVarLong(), in.getLong());
  }

  @Override
  public String toString() {
    return round == 0 ? "first" : round + "." + coordinator;
  }
}
