package tutti.engine.distribution.message;

/**
 * A person's request to end a node's part of a transaction in doubt.
 *
 * @param commit whether to commit the part
 * @param force whether the person accepts that the decision may turn out wrong
 * @param by the person's name
 * @param reason the reason; not blank if the request is forced
 */
public record ResolutionRequest(boolean commit, boolean force, String by, String reason) {}
