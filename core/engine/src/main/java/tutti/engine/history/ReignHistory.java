package tutti.engine.history;

/**
 * The history to which one state of a replica tells: that of the reign over it, from its begin on.
 * Thread-safe.
 */
public final class ReignHistory implements ForwardingHistory {
  private final History host;
  private volatile History reign = NONE;

  private ReignHistory(History host) {
    this.host = host;
  }

  /** Returns the history of a state over which no reign has begun. */
  public static History of(History host) {
    return host.enabled() ? new ReignHistory(host) : NONE;
  }

  /** Begins the reign over the state that tells this history. */
  public static void begin(History state, int shard, long number) {
    if (state instanceof ReignHistory it) {
      it.reign = it.host.ofReign(shard, number);
    }
  }

  @Override
  public History history() {
    return reign;
  }
}
