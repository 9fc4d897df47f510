package tutti.simulator.commit.state;

/** The end of a transaction on one node. */
public enum NodeOutcome {
  /** The node still has its part, neither done nor undone. */
  OPEN,
  COMMITTED,
  ABORTED,
  /** Both ends, one after the other. */
  BOTH,
  /** The node has no part: the transaction only looked there. */
  LOOKED;

  /** The outcome after an end of that kind. */
  public NodeOutcome then(boolean commit) {
    NodeOutcome end = commit ? COMMITTED : ABORTED;
    return switch (this) {
      case OPEN -> end;
      case COMMITTED, ABORTED -> this == end ? this : BOTH;
      case BOTH, LOOKED -> this;
    };
  }

  public boolean hasCommitted() {
    return this == COMMITTED || this == BOTH;
  }

  public boolean hasAborted() {
    return this == ABORTED || this == BOTH;
  }
}
