package tutti.simulator.commit;

/**
 * Something that does not hold in a state.
 *
 * @param rule which rule
 * @param text what is wrong, in a sentence
 */
record Finding(String rule, String text) {}
