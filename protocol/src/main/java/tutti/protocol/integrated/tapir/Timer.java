package tutti.protocol.integrated.tapir;

import tutti.protocol.machine.TimerName;

/** The timers of machines; a machine has at most one of each. */
public enum Timer implements TimerName {
  /** A coordinator waits no longer for a fast quorum. */
  FAST,
  /** A machine repeats what was not answered. */
  RETRY,
  /** A replica looks for transactions whose coordinator is gone. */
  WATCH
}
