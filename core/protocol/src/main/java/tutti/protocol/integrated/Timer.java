package tutti.protocol.integrated;

import tutti.protocol.machine.TimerName;

/** The timers of replicas, coordinators and readers; a machine has at most one of each. */
public enum Timer implements TimerName {
  /** A coordinator waits no longer for the last replicas, or for a fast quorum. */
  FAST,
  /** A machine repeats what was not answered. */
  RETRY,
  /** The time at which a replica checks for transactions whose coordinator is gone. */
  WATCH
}
