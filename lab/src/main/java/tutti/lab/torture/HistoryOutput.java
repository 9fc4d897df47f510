package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import tutti.simulator.history.HistoryFiles;
import tutti.simulator.history.RecordedHistory;

/** Where histories go. */
final class HistoryOutput {
  private HistoryOutput() {}

  /** Writes a round's history; gives its file. */
  static Path write(TortureOptions options, int number, Path folder, RecordedHistory history)
      throws IOException {
    Path named = options.history();
    Path file = folder.resolve("history.jsonl");
    if (named != null) {
      file = number == 1 ? named : named.resolveSibling(numbered(named, number));
    }
    HistoryFiles.write(file, history);
    return file.toAbsolutePath();
  }

  private static String numbered(Path file, int number) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot <= 0
        ? name + "-" + number
        : name.substring(0, dot) + "-" + number + name.substring(dot);
  }
}
