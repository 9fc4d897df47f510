package tutti.engine.backup;

import java.util.Map;

/**
 * The copy that one node has for a backup.
 *
 * @param node the node's number
 * @param incarnation how often the node had started
 * @param position the position of the node's log that the copy reaches
 * @param actors the number of actors in memory when the copy was cut
 * @param files the sizes in bytes of the copy's files, by name
 */
public record NodeCopy(
    int node, long incarnation, long position, long actors, Map<String, Long> files) {}
