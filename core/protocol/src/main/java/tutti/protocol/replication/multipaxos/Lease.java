package tutti.protocol.replication.multipaxos;

import tutti.protocol.replication.Timer;

/**
 * A leader's lease. The leader asks for the lease by a round. Once a majority has answered the
 * round, the lease is valid until the timer runs down that was set when the round began. The leader
 * asks for the next lease before that, when the other timer runs down.
 */
final class Lease {
  private static final long NONE = 0;

  /** The round of the lease that is asked for; 0 if none is. */
  private long asked = NONE;

  private Timer askedTimer = Timer.LEASE_ODD;

  /** The timer of the valid lease runs. */
  private boolean valid;

  private Timer validTimer = Timer.LEASE_EVEN;

  boolean isValid() {
    return valid;
  }

  boolean isAsked() {
    return asked != NONE;
  }

  /** A round begins that asks for a lease; gives the timer to set now. */
  Timer ask(long round) {
    asked = round;
    askedTimer = validTimer == Timer.LEASE_EVEN ? Timer.LEASE_ODD : Timer.LEASE_EVEN;
    return askedTimer;
  }

  /** A majority has answered that round. */
  void confirmed(long round) {
    if (asked != NONE && asked <= round) {
      asked = NONE;
      valid = true;
      validTimer = askedTimer;
    }
  }

  void ended(Timer timer) {
    if (asked != NONE && timer == askedTimer) {
      asked = NONE;
    } else if (valid && timer == validTimer) {
      valid = false;
    }
  }
}
