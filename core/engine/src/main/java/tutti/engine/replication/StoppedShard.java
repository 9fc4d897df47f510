package tutti.engine.replication;

/**
 * A shard that stays stopped on a host, since one of its entries failed at two starts, or since its
 * replicas had different results of a transaction and no majority of them agrees.
 *
 * @param shard the shard's number
 * @param entry the number of the place: the position at which the entry begins in the shard's log,
 *     or, with an integrated protocol, a number that the place has on all hosts
 * @param why the place and the cause, in words for a person
 * @param isPassable whether all replicas can agree to pass over the entry; if not, the shard
 *     continues with another version of the program, or with another host's durable state
 * @param differs whether replicas had different results there
 */
public record StoppedShard(int shard, long entry, String why, boolean isPassable, boolean differs) {

  /** The code of a request that needs a shard which is stopped. */
  public static final String CODE = "shard-stopped";

  /** A shard one of whose entries failed at two starts. */
  public StoppedShard(int shard, long entry, String why, boolean isPassable) {
    this(shard, entry, why, isPassable, false);
  }

  /**
   * Returns a shard whose replicas came to different ends.
   *
   * @param entry a number that its replicas have for that on all hosts
   * @param of the transaction, in words
   */
  public static StoppedShard byDifferentEnds(int shard, long entry, String of) {
    return new StoppedShard(shard, entry, of, true, true);
  }

  /** Returns the state in words for a person, with the remedy. */
  public String text() {
    if (differs) {
      return ("shard %s is stopped at entry %s: its replicas came to different ends of %s, and no"
              + " majority of them agrees; the files divergence-… in their folders say what it"
              + " calls. If a node is away that may settle it, start that. Else 'tutti shard"
              + " pass-over %s --entry %s', asked of a node that is stopped there, lets all replicas"
              + " go on with what that node has; or restore a backup")
          .formatted(shard, entry, why, shard, entry);
    }
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
