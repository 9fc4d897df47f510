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
        String limit = limit(failed);
        yield message == null
            ? failed.getClass().getSimpleName()
            : limit == null || message.contains(limit) ? message : message + " (" + limit + ")";
      }
    };
  }

  /** Returns the limit of the process that a failure has met, as a person raises it, or null. */
  public static @Nullable String limit(Throwable failed) {
    for (Throwable at = failed; at != null; at = at.getCause()) {
      String message = String.valueOf(at.getMessage());
      if (message.contains("Too many open files")) {
        return "this process may have no more files open: raise ulimit -n";
      }
      if (message.contains("File too large")) {
        return "this process may write no larger file: raise ulimit -f, unless the limit is the file system's";
      }
    }
    return null;
  }

  private static boolean isUnreached(@Nullable String file) {
    return file != null && FolderDisk.isUnreached(Path.of(file));
  }
}
