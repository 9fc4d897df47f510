package tutti.model.footprint;

/** The source of a fact in a footprint, from the most reliable one to none. */
public enum Source {
  /** The request itself, which names the actor of its call. */
  REQUEST("told by the request"),
  /** The events that an event syncs with: exact, as far as keys are known. */
  SYNC_TREE("derived from the sync tree"),
  /** The code of a procedure: an upper bound. */
  BYTECODE("derived from bytecode"),
  /** The author's word: a transaction that breaks it is refused. */
  DECLARED("declared"),
  /** A run over states that were read, which may have changed since. */
  DRY_RUN("found by a dry run"),
  /** No source: anything may happen. */
  UNKNOWN("unknown");

  private final String text;

  Source(String text) {
    this.text = text;
  }

  /** Returns the less reliable of two sources: the source of a fact that needs both. */
  public Source or(Source other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The source in words: {@code derived from the sync tree}. */
  @Override
  public String toString() {
    return text;
  }
}
