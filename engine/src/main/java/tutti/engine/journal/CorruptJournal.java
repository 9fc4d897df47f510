package tutti.engine.journal;

/**
 * Data that was once durable is damaged or missing: in the log, a checkpoint or a meta file.
 * Recovery stops here, because going on would silently lose acknowledged transactions.
 */
public final class CorruptJournal extends DataFolderRefused {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  /**
   * @param folder the folder, as {@link Disk#describe()} names it
   * @param file the damaged or missing file's name in the folder
   * @param offset where the damage begins, in bytes from the start of the file
   * @param what the finding there, without a full stop
   */
  public CorruptJournal(String folder, String file, long offset, String what) {
    super(
        Kind.CORRUPT,
        "the data folder "
            + folder
            + " is damaged: file "
            + file
            + ", offset "
            + offset
            + ": "
            + what
            + ". Nothing was changed. Restore the folder from a backup or a replica; keep a copy of"
            + " this one, since everything before the damage can still be read");
    this.file = file;
    this.offset = offset;
  }

  public String file() {
    return file;
  }

  long offset() {
    return offset;
  }
}
