package tutti.simulator.explorer.world;

/**
 * A rule that does not hold.
 *
 * @param rule the name of the rule
 * @param text the fault, in words
 */
public record Finding(String rule, String text) {}
