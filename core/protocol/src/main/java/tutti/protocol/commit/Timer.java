package tutti.protocol.commit;

import tutti.protocol.machine.TimerName;

/** The timers of commit protocols; a machine has at most one of each. */
public enum Timer implements TimerName {
  /** Repeats the messages that have not been answered. */
  RETRY,
  /** A participant that may not decide by itself asks how the transaction ended. */
  INQUIRE,
  /** Silence has lasted so long that the expected speaker must have crashed. */
  SILENCE;

  @Override
  public boolean isDeadline() {
    return this == SILENCE;
  }
}
