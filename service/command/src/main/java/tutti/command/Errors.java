package tutti.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.disk.FolderDisk;

/** Describes the failure of an operation on a file, in a few words. */
public final class Errors {
  private Errors() {}

  public static String why(IOException failed) {
    return switch (failed) {
      case AccessDeniedException denied -> "permission denied for " + denied.getFile();
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileAlreadyExistsException there when isUnreached(there.getFile()) ->
          there.getFile()
              + " is a link to what is not there, a disk that is not mounted for example";
      case FileAlreadyExistsException there -> there.getFile() + " is a file";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      default -> {
        String message = failed.getMessage();
        yield message == null ? failed.getClass().getSimpleName() : message;
      }
    };
  }

  private static boolean isUnreached(@Nullable String file) {
    return file != null && FolderDisk.isUnreached(Path.of(file));
  }
}
