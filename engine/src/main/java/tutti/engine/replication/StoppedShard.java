package tutti.engine.replication;

/**
 * A shard that stays stopped on a host, since one of its entries failed at two starts.
 *
 * @param shard its number
 * @param entry the number of the place: the position at which the entry begins in the shard's log,
 *     or, with an integrated protocol, a number that the place has on all hosts
 * @param why the place and the cause, in words for a person
 * @param isPassable whether all replicas can agree to pass over it; if not, it goes on with another
 *     version of the program, or with another host's memory
 */
public record StoppedShard(int shard, long entry, String why, boolean isPassable) {

  /** The code of a request that needs a shard which is stopped. */
  public static final String CODE = "shard-stopped";

  /** Returns the state in words for a person, with the remedy. */
  public String text() {
    String remedy =
        isPassable
            ? "'tutti shard pass-over %s --entry %s' lets all its replicas pass over it"
                .formatted(shard, entry)
            : "replicas cannot agree to pass over that: start this host with an empty folder if the"
                + " other replicas go on, or all with another version of Tutti";
    return "shard %s is stopped at entry %s, which failed at two starts: %s. %s"
        .formatted(shard, entry, why, remedy);
  }
}
