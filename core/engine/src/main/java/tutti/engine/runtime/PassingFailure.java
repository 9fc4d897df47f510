package tutti.engine.runtime;

/**
 * A throwable whose place is not to blame for it: one that a simulation or a test throws anywhere.
 * A step that fails by one ends the process, and leaves no mark by which the same step would stop a
 * shard.
 */
public interface PassingFailure {}
