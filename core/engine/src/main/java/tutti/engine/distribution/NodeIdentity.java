package tutti.engine.distribution;

/**
 * The identity by which other nodes know a node.
 *
 * @param node its number, from 0
 * @param folder names its data folder; 0 if it has none
 * @param incarnation how often it has started on it
 * @param start drawn at random at this start
 */
public record NodeIdentity(int node, long folder, long incarnation, long start) {}
