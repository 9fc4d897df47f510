package tutti.protocol.commit;

/** What a machine is in one transaction. A node has at most one member and one witness of each. */
public enum Role {
  /** The member on the node of the request's first actor: it has a part of its own, as all have. */
  COORDINATOR,
  /** A member on another node. */
  PARTICIPANT,
  /** Remembers what others decide; its node need not take part (an acceptor of Paxos Commit). */
  WITNESS;

  /** Whether it has a part of the transaction, and ends as that ends. */
  public boolean isMember() {
    return this != WITNESS;
  }
}
