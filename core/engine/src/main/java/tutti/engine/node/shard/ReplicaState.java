package tutti.engine.node.shard;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The state of one replica at a moment. Positions are bytes of the shard's log, the same on all
 * hosts.
 *
 * @param phase what it does, in a word: {@code following}, {@code leading}, {@code rejoining}, …
 * @param votes whether its promises and acceptances count
 * @param ballot the newest ballot that it knows a leader of, as {@code attempt.host}
 * @param chosen the position up to which it knows that the log is chosen
 * @param applied the position up to which its state has the log
 * @param lag how many bytes that its leader knows to be chosen its state has not
 * @param elections the leaders that it has heard of since its host's start
 * @param held how many bytes of its host's log its oldest record holds, which all replicas of the
 *     host share
 */
public record ReplicaState(
    String phase,
    boolean votes,
    String ballot,
    long chosen,
    long applied,
    long lag,
    long elections,
    long held) {

  /** The phase of a replica whose state stays stopped at an entry; it votes all the same. */
  public static final String STOPPED = "stopped";

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
    out.putString(phase).putByte(votes ? 1 : 0).putString(ballot).putVarLong(chosen);
    out.putVarLong(applied).putVarLong(lag).putVarLong(elections).putVarLong(held);
  }

  /** Reads what {@link #encode} has written. */
  public static ReplicaState decode(Decoder in) {
    return new ReplicaState(
        in.getString(),
        in.getByte() != 0,
        in.getString(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong());
  }
}
