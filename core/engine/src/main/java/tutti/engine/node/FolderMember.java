package tutti.engine.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.ReadOnlyFolder;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.recovery.RestoredFolder;

/**
 * The place in a deployment of the node that has written a folder, which its name does not change.
 *
 * @param number of the node, from 0
 * @param count how many nodes there are
 */
public record FolderMember(int number, int count) {
  /**
   * Returns the member whose folder it is; null if it is that of a node without a name, of none, or
   * cannot be read. Nothing in the folder is changed.
   */
  public static @Nullable FolderMember of(Path folder) {
    try (ReadOnlyFolder disk = ReadOnlyFolder.open(folder)) {
      return of(disk).orElse(null);
    } catch (IOException | RuntimeException unreadable) {
      return null;
    }
  }

  /**
   * Returns the member whose folder it is; empty if it is that of a node without a name, or of
   * none.
   */
  private static Optional<FolderMember> of(Disk disk) throws IOException {
    Optional<FolderMember> host =
        HostFolder.place(disk).map(place -> new FolderMember(place.host() - 1, place.count()));
    return host.isPresent()
        ? host
        : RestoredFolder.member(disk)
            .filter(owner -> !owner.nodes().isEmpty())
            .map(owner -> new FolderMember(owner.node(), owner.nodes().size()));
  }
}
