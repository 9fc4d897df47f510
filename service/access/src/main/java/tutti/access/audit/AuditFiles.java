package tutti.access.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of an audit log, each named by the number of its first line. */
final class AuditFiles {
  private static final Pattern NAME = Pattern.compile("audit-[0-9]{12,}\\.jsonl");

  private AuditFiles() {}

  /** Returns the file that begins with a line. */
  static Path of(Path folder, long number) {
    return folder.resolve(String.format(Locale.ROOT, "audit-%012d.jsonl", number));
  }

  /** Returns the number of the first line of a file. */
  static long first(Path file) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring("audit-".length(), name.length() - ".jsonl".length()));
  }

  /** Returns the files of a folder, the oldest first. */
  static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found
          .filter(each -> NAME.matcher(String.valueOf(each.getFileName())).matches())
          .sorted((a, b) -> Long.compare(first(a), first(b)))
          .toList();
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    } catch (NoSuchFileException | NotDirectoryException missing) {
      throw new IOException(folder + ": there is no such folder", missing);
    }
  }
}
