package tutti.engine.history;

/**
 * The history to which one state of a replica tells: that of the term over it, from its begin on.
 * Thread-safe.
 */
public final class TermHistory implements ForwardingHistory {
  private final History host;
  private volatile History term = NONE;

  private TermHistory(History host) {
    this.host = host;
  }

  /** Returns the history of a state over which no term has begun. */
  public static History of(History host) {
    return host.enabled() ? new TermHistory(host) : NONE;
  }

  /** Begins the term over the state that tells this history. */
  public static void begin(History state, int shard, long number) {
    if (state instanceof TermHistory it) {
      it.term = it.host.ofTerm(shard, number);
    }
  }

  @Override
  public History history() {
    return term;
  }
}
