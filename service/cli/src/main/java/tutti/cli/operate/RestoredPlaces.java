package tutti.cli.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tutti.engine.journal.disk.FolderRemoval;
import tutti.engine.node.NodeFolder;

/**
 * The places of the data folders that a restore makes: either all of them get their data, or none.
 * A folder that exists already, and is empty, is filled where it is: it may be a disk of its own, a
 * link to one, or in a folder in which its owner may not create files. Confined to one thread.
 *
 * <p>For example, {@code place(d/a)} and {@code place(d/b)}, then {@code keep()}: if the second
 * fails, {@code d/a} is as it was once this is closed.
 */
final class RestoredPlaces implements AutoCloseable {
  private static final String MADE = "made";
  private static final String LOST_AND_FOUND = "lost+found";

  /** The files and folders that were placed, in their order. */
  private final List<Path> placed = new ArrayList<>();

  private final List<Path> marks = new ArrayList<>();
  private boolean kept;

  /**
   * Returns an empty folder in which the data of a target is to be made, on the same disk. It stays
   * beside the target, or in it, until the target has all of it: a start is refused meanwhile.
   */
  Path make(Path target) throws IOException {
    Path mark = NodeFolder.restoring(target, List.of());
    marks.add(mark);
    return Files.createDirectories(mark.resolve(MADE));
  }

  /** Gives a folder what was made for it. */
  void place(Path target) throws IOException {
    Path mark = NodeFolder.restoring(target, List.of());
    Path made = mark.resolve(MADE);
    boolean there = Files.isDirectory(target);
    if (there) {
      fill(target, made);
    } else {
      Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
      placed.add(target);
    }
    FolderRemoval.remove(mark);
    BackupFolder.forceFolder(there ? target : target.resolveSibling("."));
  }

  /** Moves the files of a folder; the one that makes it a data folder comes last. */
  private void fill(Path target, Path made) throws IOException {
    UserPrincipal owner = Files.getOwner(target);
    List<Path> files = new ArrayList<>(list(made));
    files.sort((one, other) -> Boolean.compare(isMark(one), isMark(other)));
    for (Path file : files) {
      if (!owner.equals(Files.getOwner(file))) {
        // The service runs as the folder's owner, and the operator restores as root.
        Files.setOwner(file, owner);
      }
      Path there = target.resolve(file.getFileName());
      Files.move(file, there);
      placed.add(there);
    }
    BackupFolder.forceFolder(target);
  }

  private static boolean isMark(Path file) {
    return file.getFileName().toString().equals(NodeFolder.MARK);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Returns whether nothing is in a folder but what every file system has, or a restore made. */
  static boolean isEmpty(Path folder) throws IOException {
    Path mark = folder.resolve(NodeFolder.restoring(folder, List.of()).getFileName());
    return list(folder).stream().allMatch(file -> isOfTheDisk(file) || file.equals(mark));
  }

  private static boolean isOfTheDisk(Path file) {
    return file.getFileName().toString().equals(LOST_AND_FOUND)
        && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Every folder has its data: they stay. */
  void keep() {
    kept = true;
  }

  /** Removes what was made, and takes it back where it was placed, unless all of it is kept. */
  @Override
  public void close() {
    if (!kept) {
      placed.reversed().forEach(Folders::delete);
    }
    marks.stream().filter(Files::exists).forEach(Folders::delete);
  }
}
