package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tutti.engine.journal.Disk;
import tutti.engine.journal.PrefixedDisk;
import tutti.engine.node.integrated.WrittenApplication;
import tutti.engine.recovery.OtherApplication;
import tutti.engine.recovery.RestoredFolder;
import tutti.model.Application;

/**
 * The applications that the data of a folder was written under, beside the one that is to run: a
 * node's own data, or that of each replica in a host's folder. Changes nothing on a disk that is a
 * trial's.
 */
public final class FolderCheck {
  private static final String MARK = "meta-format";

  private FolderCheck() {}

  /**
   * A part of the folder that has data.
   *
   * @param name of the part; empty for a node's own
   * @param same whether the application that is to run wrote it
   */
  public record Part(String name, boolean same) {}

  /**
   * Looks at all parts.
   *
   * @throws tutti.engine.journal.DataFolderRefused if the data of one cannot go on under the
   *     application; its message names all obstacles
   */
  public static List<Part> of(Application given, Disk disk) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (String name : disk.list()) {
      if (name.endsWith(MARK)) {
        String prefix = name.substring(0, name.length() - MARK.length());
        Optional<byte[]> source = source(new PrefixedDisk(disk, prefix));
        if (source.isPresent()) {
          boolean same = Arrays.equals(source.get(), given.source());
          if (!same) {
            OtherApplication.writer(given, source.get(), disk.describe());
          }
          parts.add(new Part(prefix, same));
        }
      }
    }
    return parts;
  }

  private static Optional<byte[]> source(Disk part) throws IOException {
    Optional<byte[]> ofItems = WrittenApplication.newest(part);
    return ofItems.isPresent() ? ofItems : RestoredFolder.application(part);
  }
}
