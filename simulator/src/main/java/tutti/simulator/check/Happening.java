package tutti.simulator.check;

/**
 * A kind of event between nodes that a checker saw: a simulation that never sees it proves little.
 */
public enum Happening {
  /** A transaction committed that changed something on two nodes at least. */
  SEVERAL_NODES,
  /** A node voted again for a transaction, which had come back to it. */
  VOTED_AGAIN,
  /** A node voted for a transaction that it had ended before, and forgotten. */
  VOTED_FOR_A_LATE_MESSAGE,
  /** A node only read for a transaction, and released its claims before the decision. */
  READ_ONLY_BRANCH,
  /** A node voted Yes, and the transaction was aborted. */
  VOTED_AND_ABORTED,
  /** A vote outlived a crash of its node, which was then told to commit. */
  OLD_VOTE_COMMITTED,
  /** A vote outlived a crash of its node, which was then told to abort. */
  OLD_VOTE_ABORTED,
  /** The incarnation that coordinated was gone when a participant was told to abort. */
  PRESUMED_ABORT,
  /** The incarnation that decided was gone when a participant heard of it. */
  COMMITTED_AFTER_COORDINATORS_CRASH,
  /** A deadlock's victim was tried again, and changed something on several nodes. */
  LATER_ATTEMPT_ON_SEVERAL_NODES
}
