package tutti.protocol.commit;

/**
 * The role of a machine in one transaction. A node has at most one member and one witness of each.
 */
public enum Role {
  /**
   * The member on the node of the request's first actor; like all members it has a part of its own.
   */
  COORDINATOR,
  /** A member on another node. */
  PARTICIPANT,
  /**
   * An acceptor of Paxos Commit, which remembers votes and decisions; its node need not take part.
   */
  WITNESS
}
