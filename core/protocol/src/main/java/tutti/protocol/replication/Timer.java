package tutti.protocol.replication;

import tutti.protocol.machine.TimerName;

/** The timers of a replica's machine; it has at most one of each. */
public enum Timer implements TimerName {
  /** A replica that hears of no leader for so long looks for one, or leads. */
  ELECTION,
  /** A leader says that it is there, and repeats what was not answered. */
  HEARTBEAT,
  /** A leader that has not heard of a majority for so long gives up. */
  QUORUM,
  /** A blank or rejoining replica asks again. */
  RETRY,
  /** A leader's lease of an even number ends. */
  LEASE_EVEN,
  /** A leader's lease of an odd number ends. */
  LEASE_ODD,
  /** The lease that this replica has granted is over for certain. */
  GRANT;

  @Override
  public boolean isDeadline() {
    return this == LEASE_EVEN || this == LEASE_ODD;
  }
}
