package tutti.engine.backup;

import java.util.Map;

/**
 * The copy that one node has for a backup.
 *
 * @param node its number
 * @param incarnation how often it had started
 * @param position of its log that the copy reaches
 * @param actors in its memory when it was cut
 * @param files their sizes in bytes, by name
 */
public record NodeCopy(
    int node, long incarnation, long position, long actors, Map<String, Long> files) {}
