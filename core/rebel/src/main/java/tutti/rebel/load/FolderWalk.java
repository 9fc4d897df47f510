package tutti.rebel.load;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The files of an application's folder. Links are followed, as by whatever else reads a folder: a
 * release is often a link, and so are parts that several applications share. A file that two names
 * lead to is there once, by the name without a link if there is one.
 *
 * <p>For example, of {@code bank/Account.ebl} and a link {@code current} to {@code bank} beside it,
 * the files are {@code bank/Account.ebl} alone.
 */
public final class FolderWalk {
  private FolderWalk() {}

  /** The answer to a part of a folder that cannot be read. */
  public enum Unreadable {
    FAILS,
    IS_LEFT_OUT
  }

  /**
   * Returns the files below a folder, sorted; empty if there is no such folder.
   *
   * @param skips returns whether the files of a folder below it do not count
   * @throws IOException if a part cannot be read, unless that part is left out
   */
  public static List<Path> files(Path folder, Predicate<Path> skips, Unreadable unreadable)
      throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    Path real = folder.toRealPath();
    Map<Path, Path> byFile = new TreeMap<>();
    Files.walkFileTree(
        folder,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            return !dir.equals(folder) && skips.test(dir)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            // A link that leads nowhere is no file.
            if (attributes.isRegularFile()) {
              Path itself = file.toRealPath();
              boolean linked = !real.resolve(folder.relativize(file)).equals(itself);
              if (!linked || !byFile.containsKey(itself)) {
                byFile.put(itself, file);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem)
              throws IOException {
            boolean leavesOut = unreadable == Unreadable.IS_LEFT_OUT;
            if (!leavesOut && !(problem instanceof FileSystemLoopException)) {
              throw problem;
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return List.copyOf(new TreeSet<>(byFile.values()));
  }
}
