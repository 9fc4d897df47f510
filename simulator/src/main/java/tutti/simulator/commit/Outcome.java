package tutti.simulator.commit;

/** The end of a transaction on one node. */
enum Outcome {
  /** The node still has its part, neither done nor undone. */
  OPEN,
  COMMITTED,
  ABORTED,
  /** Both ends, one after the other. */
  BOTH,
  /** The node has no part: the transaction only looked there. */
  LOOKED;

  /** The outcome after an end of that kind. */
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
