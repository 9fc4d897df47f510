package tutti.simulator.commit;

/**
 * A rule that a state breaks.
 *
 * @param rule the rule's name
 * @param text the fault, in a sentence
 */
record Finding(String rule, String text) {}
