package tutti.simulator.explorer.search;

/**
 * The models of delivery: when, and how often, a message arrives. A message that never arrives is a
 * lost message.
 */
public enum Network {
  /**
   * A message stays under way after it has arrived: it may arrive at any moment, any number of
   * times. States therefore do not differ in the messages that happen to be left. This is an
   * over-approximation of {@link #ONCE}: each behavior there is a behavior here, so a rule that
   * always holds here holds there, too.
   */
  STANDING,
  /**
   * A message arrives once, and again as often as the {@linkplain
   * tutti.simulator.explorer.world.Budget budget} for doubled messages permits.
   */
  ONCE
}
