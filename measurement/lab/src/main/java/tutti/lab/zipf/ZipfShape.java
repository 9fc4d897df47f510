package tutti.lab.zipf;

/**
 * The shape of the workload.
 *
 * @param shards the number of shards of the counters
 * @param keys the number of counters of each shard
 * @param increments the number of increments of a transaction, each of a counter of another shard
 * @param theta how much more popular some counters are than others: 0 for equally popular, below 1
 */
public record ZipfShape(int shards, int keys, int increments, double theta) {

  /** The paper's shape: three shards of a million counters. */
  public static final int USUAL_SHARDS = 3;

  public static final int USUAL_KEYS = 1_000_000;
  public static final int USUAL_INCREMENTS = 3;

  public ZipfShape {
    if (increments < 1 || increments > shards) {
      throw new IllegalArgumentException(
          "--increments is at least 1, and at most --shards: each is of another shard; they are "
              + increments
              + " and "
              + shards);
    }
    if (keys < 2) {
      throw new IllegalArgumentException("--keys is at least 2, not " + keys);
    }
  }
}
