package tutti.protocol.commit;

/** The timers of commit protocols; a machine has at most one of each. */
public enum Timer {
  /** A coordinator says again what has not been answered. */
  RETRY,
  /** A participant that may not decide by itself asks how the transaction ended. */
  INQUIRE
}
