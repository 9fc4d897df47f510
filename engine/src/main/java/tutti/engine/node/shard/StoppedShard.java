package tutti.engine.node.shard;

/**
 * A shard that stays stopped on a host, since one of its entries failed at two starts.
 *
 * @param shard its number
 * @param entry the position at which the entry begins in the shard's log
 * @param why the cause, in words for a person
 */
public record StoppedShard(int shard, long entry, String why) {

  /** The code of a request that needs a shard which is stopped. */
  public static final String CODE = "shard-stopped";

  /** Returns the state in words for a person, with the remedy. */
  public String text() {
    return "shard %s is stopped at entry %s, which failed at two starts: %s. 'tutti shard pass-over %s --entry %s' lets all its replicas pass over it"
        .formatted(shard, entry, why, shard, entry);
  }
}
