package tutti.simulator.commit;

/** How a transaction has ended on one node. */
enum Outcome {
  /** It has not: the node still has its part, done and undone neither. */
  OPEN,
  COMMITTED,
  ABORTED,
  /** Both, one after the other. */
  BOTH,
  /** It has no part: it only looked. */
  LOOKED;

  /** After an end of that kind. */
  Outcome then(boolean commit) {
    Outcome end = commit ? COMMITTED : ABORTED;
    return switch (this) {
      case OPEN -> end;
      case COMMITTED, ABORTED -> this == end ? this : BOTH;
      case BOTH, LOOKED -> this;
    };
  }

  boolean hasCommitted() {
    return this == COMMITTED || this == BOTH;
  }

  boolean hasAborted() {
    return this == ABORTED || this == BOTH;
  }
}
