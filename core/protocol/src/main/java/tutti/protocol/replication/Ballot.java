package tutti.protocol.replication;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The number of an attempt to lead a shard. The host is part of it, so no two hosts ever have the
 * same ballot; a host never uses a ballot twice.
 *
 * @param round the attempt; 0 only in {@link #NONE}
 * @param host the host that leads, if the attempt succeeds
 */
public record Ballot(long round, int host) implements Comparable<Ballot> {

  /** The ballot below all others, in which no host leads. */
  public static final Ballot NONE = new Ballot(0, -1);

  public Ballot {
    if (round < 0 || host < -1) {
      throw new IllegalArgumentException("there is no ballot " + round + " of host " + host);
    }
  }

  @Override
  public int compareTo(Ballot other) {
    int byRound = Long.compare(round, other.round);
    return byRound != 0 ? byRound : Integer.compare(host, other.host);
  }

  public boolean isBelow(Ballot other) {
    return compareTo(other) < 0;
  }

  /** The lowest ballot of that host that is above this one. */
  public Ballot next(int by) {
    return new Ballot(by > host ? Math.max(round, 1) : round + 1, by);
  }

  public void encode(Encoder out) {
    out.putVarLong(round).putVarLong(host + 1);
  }

  /**
   * Reads a ballot, and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no ballot
   */
  public static Ballot decode(Decoder in) {
    long round = in.getVarLong();
    int host = in.getCount(Group.MOST_HOSTS) - 1;
    if (round < 0) {
      throw new MalformedData("a ballot's round is at least 0, not " + round);
    }
    return new Ballot(round, host);
  }

  @Override
  public String toString() {
    return host < 0 ? "none" : round + "." + host;
  }
}
