package tutti.engine.concurrency.versioning;

/** The rule by which the transactions at an actor, which stand in one order, may use it. */
public enum Discipline {
  /** Supremum versioning: a transaction uses the actor when all before it have released it. */
  VERSIONING(true, false),
  /** As {@link #VERSIONING}, but only writers are waited for, until their last write. */
  VERSIONING_RW(true, true),
  /** A lock for each actor, taken at the start and held to the end. */
  EXCLUSIVE_LOCKS(false, false),
  /** As {@link #EXCLUSIVE_LOCKS}, but readers share the lock. */
  READ_WRITE_LOCKS(false, true);

  private final boolean early;
  private final boolean shared;

  Discipline(boolean early, boolean shared) {
    this.early = early;
    this.shared = shared;
  }

  /** Whether an actor may be used after a transaction that is not decided. */
  boolean releasesEarly() {
    return early;
  }

  /** Returns this discipline without early release: the locks of the same kind. */
  public Discipline held() {
    return shared ? READ_WRITE_LOCKS : EXCLUSIVE_LOCKS;
  }

  /** Whether readers of an actor do not wait for each other. */
  boolean sharesReads() {
    return shared;
  }
}
