package tutti.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The data folders that are named by one path. */
public final class DataFolders {
  /** The file that every data folder has. */
  private static final String MARK = "meta-format";

  private DataFolders() {}

  /** Returns the folder itself if it has data, and those within it that have; none is fine. */
  public static List<Path> in(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> within = Files.list(folder)) {
        Stream.concat(Stream.of(folder), within.filter(Files::isDirectory).sorted())
            .filter(each -> Files.exists(each.resolve(MARK)))
            .forEach(found::add);
      }
    }
    return found;
  }
}
