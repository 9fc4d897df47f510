package tutti.simulator.commit;

/**
 * Something that does not hold in a state.
 *
 * @param rule the rule's name
 * @param text the fault, in a sentence
 */
record Finding(String rule, String text) {}
