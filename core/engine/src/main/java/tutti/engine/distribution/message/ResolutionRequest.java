package tutti.engine.distribution.message;

/**
 * A person's request to end a node's part of a transaction in doubt.
 *
 * @param force that person knows that it may turn out wrong
 * @param by the person's name
 * @param reason why; not blank if it is forced
 */
public record ResolutionRequest(boolean commit, boolean force, String by, String reason) {}
