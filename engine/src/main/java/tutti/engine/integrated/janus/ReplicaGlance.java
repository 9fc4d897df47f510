package tutti.engine.integrated.janus;

/**
 * The state of a replica as it was a moment ago, for people.
 *
 * @param items how many items it has
 * @param open how many transactions it has not forgotten
 * @param images how many images of its memory it has made
 */
public record ReplicaGlance(int items, int open, long images) {}
