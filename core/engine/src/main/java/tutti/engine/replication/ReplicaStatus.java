package tutti.engine.replication;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Ballot;

/**
 * The state of one replica of a log at a moment, for its host, other hosts, people and metrics.
 * Positions are bytes of the shard's log, equal on all hosts.
 *
 * @param phase the replica's role, in a word: {@code follower}, {@code leader}, {@code rejoining},
 *     …
 * @param votes whether its promises and acceptances count
 * @param disk the number of its host's disk, which is higher for each disk that has rejoined
 * @param leader the ballot of the leader whose message came last, which may be this host itself
 * @param chosen the position up to which the replica knows that the log is chosen
 * @param end the end of its log
 * @param applied the position up to which its state contains the log
 * @param lag how many bytes its state lacks of those that its leader knows to be chosen
 * @param elections the number of leaders that it has met since its host's start
 * @param held how many bytes of its host's log, which all replicas of the host share, its oldest
 *     record keeps from truncation
 */
public record ReplicaStatus(
    String phase,
    boolean votes,
    int disk,
    Ballot leader,
    long chosen,
    long end,
    long applied,
    long lag,
    long elections,
    long held) {

  /** The phase of a replica whose state stays stopped at an entry; it votes all the same. */
  public static final String STOPPED = "stopped";

  /** Returns the state of the machine of a log, of which nothing is applied. */
  public static ReplicaStatus ofLog(
      String phase, boolean votes, int disk, Ballot leader, long chosen, long end, long elections) {
    return new ReplicaStatus(phase, votes, disk, leader, chosen, end, 0, 0, elections, 0);
  }

  /** Returns this state of a log with that of what is made of its commands. */
  public ReplicaStatus with(String phase, boolean votes, long applied, long lag, long held) {
    return new ReplicaStatus(
        phase, votes, disk, leader, chosen, end, applied, lag, elections, held);
  }

  /** Returns the ballot whose leader was heard last, as people read it: {@code attempt.host}. */
  public String ballot() {
    return leader.toString();
  }

  /** Returns whether the state stays stopped at an entry, the one behind {@code applied}. */
  public boolean isStopped() {
    return phase.equals(STOPPED);
  }

  /** Returns whether it leads its shard, and the term is open. */
  public boolean leads() {
    return phase.equals("leader");
  }

  /** Returns whether it knows a leader of its shard now. */
  public boolean isLed() {
    return leads() || phase.equals("follower");
  }

  /** Writes the state for another host. */
  public void encode(Encoder out) {
    out.putString(phase).putByte(votes ? 1 : 0).putVarLong(disk);
    leader.encode(out);
    out.putVarLong(chosen).putVarLong(end).putVarLong(applied).putVarLong(lag);
    out.putVarLong(elections).putVarLong(held);
  }

  /** Reads what {@link #encode} has written. */
  public static ReplicaStatus decode(Decoder in) {
    return new ReplicaStatus(
        in.getString(),
        in.getByte() != 0,
        in.getCount(Integer.MAX_VALUE),
        Ballot.decode(in),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong());
  }
}
