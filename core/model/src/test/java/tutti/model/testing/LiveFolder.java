package tutti.model.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which something is alive that makes, renames and removes files at any moment. What
 * goes while it is looked at is passed over, where {@link Files#walk} would throw; what is there
 * from the beginning of the look to its end is always found.
 */
public final class LiveFolder {
  private LiveFolder() {}

  /** Returns the files in a folder and below, in order; none if there is no such folder. */
  public static List<Path> files(Path folder) throws IOException {
    return files(folder, _ -> true);
  }

  /** Returns the files in a folder and in those folders below that are entered, in order. */
  public static List<Path> files(Path folder, Predicate<Path> enters) throws IOException {
    return below(folder, enters, false);
  }

  /** Returns a folder, its files, and the folders in it with theirs, each before what it has. */
  public static List<Path> all(Path folder) throws IOException {
    return below(folder, _ -> true, true);
  }

  /** Removes a folder with all that it has, if it is there. */
  public static void delete(Path folder) throws IOException {
    for (Path each : all(folder).reversed()) {
      Files.deleteIfExists(each);
    }
  }

  /** Copies a folder to one that is not there; a file that goes meanwhile is left out. */
  public static void copy(Path from, Path to) throws IOException {
    for (Path each : all(from)) {
      Path copy = to.resolve(from.relativize(each));
      try {
        Files.copy(each, copy);
      } catch (NoSuchFileException gone) {
        // It may be there again by now, and so may be what is in a folder that had gone.
        boolean went = each.toString().equals(gone.getFile());
        if (!went && (each.equals(from) || Files.exists(copy.resolveSibling("")))) {
          throw gone;
        }
      }
    }
  }

  private static List<Path> below(Path folder, Predicate<Path> enters, boolean folders)
      throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            if (!enters.test(each)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (folders) {
              found.add(each);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
            found.add(each);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path each, IOException why) throws IOException {
            return passOver(why);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, @Nullable IOException why)
              throws IOException {
            return why == null ? FileVisitResult.CONTINUE : passOver(why);
          }
        });
    found.sort(Comparator.naturalOrder());
    return found;
  }

  private static FileVisitResult passOver(IOException why) throws IOException {
    if (why instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw why;
  }
}
