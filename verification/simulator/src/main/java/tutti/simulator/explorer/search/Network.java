package tutti.simulator.explorer.search;

/** The ways in which messages arrive. A message that never does is a lost one. */
public enum Network {
  /**
   * A message stays under way when it has arrived: it arrives at any moments, as often as it likes.
   * States therefore do not differ in the messages that happen to be left. More can happen than in
   * {@link #ONCE}, and no less.
   */
  STANDING,
  /** A message arrives once, and once more as often as the choices that are left allow. */
  ONCE
}
