package tutti.engine.replication;

/**
 * The ways in which a replica that lags gets what it lacks: the log, as far as the others still
 * have it, or else their newest checkpoint and the log behind that. So the choice is how much log
 * each replica keeps for the others before its own newest checkpoint.
 */
public enum CatchUp {
  /** At most the checkpoint's own size, and a quarter of the log that is between two. */
  AUTO {
    @Override
    public long spareBytes(long checkpoint, long between) {
      return Math.min(checkpoint, between / 4);
    }
  },
  /** The log that is between two checkpoints, once more. */
  LOG {
    @Override
    public long spareBytes(long checkpoint, long between) {
      return between;
    }
  },
  /** No log: the part that a checkpoint contains is truncated. */
  SNAPSHOT {
    @Override
    public long spareBytes(long checkpoint, long between) {
      return 0;
    }
  };

  /**
   * Returns how much log is kept behind the newest checkpoint, in bytes.
   *
   * @param checkpoint the size of that checkpoint
   * @param between how much log there is between two checkpoints, about
   */
  public abstract long spareBytes(long checkpoint, long between);
}
