package tutti.protocol.termination;

import java.util.Locale;

/** Where a member is; the words of EasyCommit's Figures 2, 4 and 6, and what they leave out. */
public enum State {
  /** Coordinator: participants still join. The papers' INITIAL. */
  EXECUTING,
  /** Coordinator: all have executed; votes are missing. */
  WAIT,
  /** Coordinator: all have said Yes, and its own part is in the log, but not durable yet. */
  AGREED,
  /** Participant: has promised nothing. */
  INITIAL,
  /** Participant: its Yes is in the log, and not durable yet. */
  VOTING,
  /** It only looked and is free; what it observed is not durable yet. */
  OBSERVING,
  /** Participant: its Yes is durable; it waits for its coordinator or for a leader. */
  READY,
  /** Three-phase commit: it knows that all have voted Yes. */
  PRE_COMMIT,
  /** The time of all before it is over: it asks everybody, to decide. */
  LEADING,
  /** It knows the commit, which is in the log and not durable yet; then it says so. */
  TRANSMIT_C,
  /** It knows the abort, which is in the log and not durable yet; then it says so. */
  TRANSMIT_A,
  /** It was down and does not know the outcome: it asks everybody, to follow. */
  RECOVERED,
  /** Committed; not everybody is known to know. */
  COMMIT,
  /** Aborted; not everybody is known to know. */
  ABORT,
  ENDED;

  private final String inWords = name().toLowerCase(Locale.ROOT);

  String inWords() {
    return inWords;
  }
}
