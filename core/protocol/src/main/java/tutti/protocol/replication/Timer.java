package tutti.protocol.replication;

import tutti.protocol.machine.TimerName;

/** The timers of a replica's machine; it has at most one of each. */
public enum Timer implements TimerName {
  /** The silence after which a replica looks for a leader, or stands for election. */
  ELECTION,
  /** A leader says that it is there, and repeats what was not answered. */
  HEARTBEAT,
  /** The silence of a majority after which a leader steps down. */
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
