package tutti.simulator.commit.rule;

/**
 * A rule that a state breaks.
 *
 * @param rule the rule's name
 * @param text the fault, in a sentence
 */
public record Finding(String rule, String text) {}
