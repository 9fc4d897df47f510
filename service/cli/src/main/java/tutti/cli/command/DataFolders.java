package tutti.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tutti.engine.node.NodeFolder;

/** The data folders that are named by one path. */
public final class DataFolders {
  private DataFolders() {}

  /**
   * Returns the folder itself if it has data, and the folders in it that have data; may be empty.
   */
  public static List<Path> in(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> within = Files.list(folder)) {
        Stream.concat(Stream.of(folder), within.filter(Files::isDirectory).sorted())
            .filter(NodeFolder::isData)
            .forEach(found::add);
      }
    }
    return found;
  }
}
