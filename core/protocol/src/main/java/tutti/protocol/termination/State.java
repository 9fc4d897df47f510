package tutti.protocol.termination;

import java.util.Locale;

/**
 * The states of a member, in the words of EasyCommit's Figures 2, 4 and 6, and those that the
 * figures leave out.
 */
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
  /** Has only looked and is free; the observations here are not durable yet. */
  OBSERVING,
  /** Participant: its Yes is durable; it waits for its coordinator or for a leader. */
  READY,
  /** Three-phase commit: the member knows that all have voted Yes. */
  PRE_COMMIT,
  /** The time of all candidates before this member is over: it asks all others, to decide. */
  LEADING,
  /**
   * The member knows of the commit, and passes it on. It waits for its own log, for the network to
   * take what it has sent, or for another member to have the commit.
   */
  TRANSMIT_C,
  /** The abort is in the log and not durable yet; then the member says it. */
  TRANSMIT_A,
  /** Was down and does not know the outcome: asks the others how it ended, to follow them. */
  RECOVERED,
  /** Committed; not all members are known to know. */
  COMMIT,
  /** Aborted; not all members are known to know. */
  ABORT,
  ENDED;

  private final String inWords = name().toLowerCase(Locale.ROOT);

  String inWords() {
    return inWords;
  }
}
