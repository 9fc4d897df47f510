package tutti.simulator.report;

/** A situation that simulations must get into, or they prove little. */
public enum CoveragePoint {
  CRASH_BETWEEN_TWO_MOMENTS,
  CRASH_BETWEEN_APPEND_AND_FLUSH,
  CRASH_AFTER_A_MESSAGE,
  CRASH_IN_A_DISK_OPERATION,
  CRASH_IN_RECOVERY,
  DISK_FAILURE,
  MEMORY_FULL,
  REFUSED_FOR_MEMORY,
  STOP_IN_ORDER,
  UNACKNOWLEDGED_LOST,
  UNACKNOWLEDGED_KEPT,
  REPEAT_ANSWERED_AFTER_A_CRASH,
  REPEAT_ANSWERED_WITHOUT_A_CRASH,
  REPEAT_OF_LONG_AGO,
  /** A client whose connection had ended asked again, with less time than before. */
  REPEAT_IN_A_HURRY,
  REFUSED,
  DELAYED,
  DEADLOCK,
  DEADLINE,
  OVERLOADED,
  IN_DOUBT,
  READ,
  SNAPSHOT,
  NO_SNAPSHOT,
  CHECKPOINT,
  TWO_PHASE_LOCKING,
  PATH_SENSITIVE,
  OPTIMISTIC,
  NO_WAIT,
  WAIT_DIE,
  WOUND_WAIT,
  TL2,
  VERSIONING,
  VERSIONING_RW,
  EXCLUSIVE_LOCKS,
  READ_WRITE_LOCKS,
  SEVERAL_CONTAINERS,
  SEVERAL_NODES,
  PLACED_BY_RANGE,
  CUT_ONE_WAY,
  CUT_BOTH_WAYS,
  NODE_CUT_OFF,
  /** Clients of a host had given up while it was cut off, long before the cut ended. */
  GIVEN_UP_IN_A_CUT,
  /** Clients of all hosts changed one actor, while clocks were far apart, or had been. */
  HOT_WITH_CLOCKS_APART,
  NODE_STOOD_STILL,
  SEVERAL_NODES_DOWN,
  STALE_MESSAGE,
  /** A transaction committed that changed something on two nodes at least. */
  TRANSACTION_ON_SEVERAL_NODES,
  /** A node only read for a transaction, and released its claims before the decision. */
  READ_ONLY_BRANCH,
  /** A node voted again for a transaction, which had come back to it. */
  VOTED_AGAIN,
  /** A node voted Yes, and the transaction was aborted. */
  VOTED_AND_ABORTED,
  /** A deadlock's victim was tried again, and changed something on several nodes. */
  LATER_ATTEMPT_ON_SEVERAL_NODES,
  /** A vote outlived a crash of its node, which was then told to commit. */
  VOTE_RECOVERED_AND_COMMITTED,
  /** A vote outlived a crash of its node, which was then told to abort. */
  VOTE_RECOVERED_AND_ABORTED,
  /** The incarnation that decided was gone when a participant heard of it. */
  DECISION_TOLD_AFTER_COORDINATORS_CRASH,
  READ_MET_A_VOTE,
  ANSWERED_BY_ANOTHER_NODE,
  FORWARDED_AGAIN,
  /** The incarnation that coordinated was gone when a participant was told to abort. */
  INQUIRY_ANSWERED_BY_PRESUMED_ABORT,
  REFUSED_SINCE_A_NODE_WAS_AWAY,
  NETWORK_CONGESTED,
  DEADLOCK_ACROSS_NODES,
  DEPLOYMENT_CHANGED,
  DISK_FULL,
  REFUSED_SINCE_THE_DISK_WAS_FULL,
  DAMAGE_REFUSED,
  DAMAGE_OF_NO_MATTER,
  EMPTY_DISK_REFUSED,
  OLD_DISK_REFUSED,
  OLDER_COPY_REFUSED,
  OTHER_HOSTS_DISK_REFUSED,
  LOST_DISK_CAME_BACK,
  CLOCK_JUMPED,
  BURST,
  VERSION_CHANGED,
  FOLLOWER_BEHIND_A_CHANGE,
  TOO_LATE_FOR_A_CHANGE,
  FORMER_VERSION_REFUSED,
  KEY_REUSE_REFUSED,
  KEY_REUSED_AFTER_A_REFUSAL,
  RECORD_TOO_LONG,
  MESSAGE_TOO_LONG,
  OUTCOME_EXPIRED,
  NOT_READY_SINCE_THE_LOG_FAILED,
  COMMITTED_BY_HAND,
  ABORTED_BY_HAND,
  BACKUP_TAKEN,
  BACKUP_RESTORED,
  /** A backup was restored onto nodes of another kind, too. */
  BACKUP_MOVED,
  /** A request of before a backup was repeated where it was restored. */
  REPEAT_WHERE_RESTORED,
  /** A shard with replicas has got another leader. */
  LEADER_CHANGED,
  LEADER_CHANGED_UNDER_LOAD,
  /** A host lost its disk, and all its replicas voted again. */
  DISK_LOST_AND_REJOINED,
  /** A replica came to another end than the others, and took their memory. */
  DIVERGED_AND_COPIED,
  /** No majority of replicas agreed, and an operator upheld the end of one of them. */
  END_UPHELD,
  /** A replica went on from a checkpoint of another host. */
  CHECKPOINT_OF_ANOTHER_HOST,
  /** A host with replicas reached some of the others, and some not. */
  PARTIALLY_CUT_OFF,
  /** A transaction began anew since another one was rolled back whose changes it had used. */
  CASCADE,
  /** A client transaction, which a block of steps makes, committed. */
  BLOCK_COMMITTED,
  BLOCK_ROLLED_BACK,
  /** A block went on after a refusal, and committed. */
  BLOCK_REFUSED_AND_COMMITTED,
  /** A block released an actor before its end, and committed. */
  BLOCK_RELEASED,
  /** A block hung for longer than its time, and was told then that it is rolled back. */
  BLOCK_HUNG,
  /** A block ran again, with other bounds or none. */
  BLOCK_RAN_AGAIN,
  /** All items of a batch were answered. */
  BATCH_ANSWERED,
  /** A client left a batch, or its node crashed, and not all of its items were answered. */
  BATCH_BROKEN_OFF,
  /** A batch came again, and an item of it had the answer that it had had. */
  BATCH_REPEATED,
  /** A changed item of a batch was refused, and so was none beside it. */
  BATCH_ITEM_REUSE_REFUSED;

  /** Returns the name of the point in results. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
