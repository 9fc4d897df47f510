package tutti.engine.distribution;

/**
 * How a person wants a node's part of a transaction in doubt to end.
 *
 * @param force that person knows that it may turn out wrong
 * @param by who it is
 * @param reason why; not blank if it is forced
 */
public record Order(boolean commit, boolean force, String by, String reason) {}
