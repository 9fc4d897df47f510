package tutti.engine.backup;

import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    int node, long incarnation, long position, long actors, Map<String, Long> files) {

  /** The code of the failure to read a file that a copy does not have. */
  public static final String NO_FILE = "not-found";

  /** Returns why a file cannot be read, or null if the copy has it. */
  public @Nullable String lacks(String file) {
    return files.containsKey(file)
        ? null
        : "part "
            + node
            + " of the backup has no file '"
            + file
            + "'; the answer to POST /backups lists the files of each part";
  }
}
