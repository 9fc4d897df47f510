package tutti.engine.journal;

import java.io.IOException;

/**
 * The data folder cannot be used as it is. The message is for the person who starts the node: it
 * names the folder or file, what was found, and what to do.
 */
public class DataFolderRefused extends IOException {
  private static final long serialVersionUID = 1L;

  /** The kind of refusal, for a program. */
  public enum Kind {
    /** The folder is in use: by another process, or by another opener of this one. */
    LOCKED,
    /** The folder was taken over by another opener, or is gone, while this one used it. */
    TAKEN_OVER,
    /** The folder cannot be written or made. */
    NOT_WRITABLE,
    /** The disk has no room for a log segment. */
    DISK_FULL,
    /** The heap of the process has no room for the data. */
    MEMORY_FULL,
    /** A newer version of Tutti wrote it. */
    NEWER_FORMAT,
    /** An older version of Tutti wrote it, in a form that is not read any more. */
    OLDER_FORMAT,
    /** The folder's data cannot go on under the given application. */
    OTHER_APPLICATION,
    /**
     * The folder belongs to another node, or to a deployment of other nodes or with other actors.
     */
    OTHER_NODE,
    /** A file is damaged or missing; always a {@link CorruptJournal}. */
    CORRUPT
  }

  private final Kind kind;

  public DataFolderRefused(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public DataFolderRefused(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
