package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The removal of a folder with all that it has. A file that somebody renames or removes meanwhile
 * is no problem, as a folder that is not there is none. For example, {@code
 * FolderRemoval.remove(data)}.
 */
public final class FolderRemoval {
  private FolderRemoval() {}

  /**
   * Removes a folder.
   *
   * @throws IOException if something is left behind
   */
  public static void remove(Path folder) throws IOException {
    remove(folder, null);
  }

  /**
   * Removes what a folder has, but one file and the folders that lead to it.
   *
   * @param kept a path in the folder, or null if nothing stays
   * @throws IOException if something else is left behind
   */
  public static void remove(Path folder, @Nullable Path kept) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path each, BasicFileAttributes attributes)
              throws IOException {
            return removed(each);
          }

          @Override
          public FileVisitResult visitFileFailed(Path each, IOException why) throws IOException {
            return passOver(why);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, @Nullable IOException why)
              throws IOException {
            if (why != null) {
              passOver(why);
            }
            return removed(each);
          }

          private FileVisitResult removed(Path each) throws IOException {
            if (kept == null || !kept.startsWith(each)) {
              Files.deleteIfExists(each);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static FileVisitResult passOver(IOException why) throws IOException {
    if (why instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw why;
  }
}
