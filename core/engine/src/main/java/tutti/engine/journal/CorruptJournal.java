package tutti.engine.journal;

/**
 * Data that was once durable is damaged or missing: in the log, a checkpoint or a meta file.
 * Recovery stops here, because going on would silently lose acknowledged transactions.
 */
public final class CorruptJournal extends DataFolderRefused {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final String file;
  private final long offset;
  private final String what;

  /**
   * @param folder the folder, as {@link Disk#describe()} names it
   * @param file the damaged or missing file's name in the folder
   * @param offset where the damage begins, in bytes from the start of the file
   * @param what the finding there, without a full stop
   */
  public CorruptJournal(String folder, String file, long offset, String what) {
    this(
        folder,
        file,
        offset,
        what,
        "Restore the folder from a backup or a replica; keep a copy of this one, since everything"
            + " before the damage can still be read");
  }

  private CorruptJournal(String folder, String file, long offset, String what, String advice) {
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
            + ". Nothing was changed. "
            + advice);
    this.folder = folder;
    this.file = file;
    this.offset = offset;
    this.what = what;
  }

  /** Returns the same finding with the way to go on for a node of shards with replicas. */
  public CorruptJournal amongReplicas() {
    return new CorruptJournal(
        folder,
        file,
        offset,
        what,
        "The other nodes have what this one had. If they run, move the folder away (mv "
            + folder
            + " "
            + folder
            + "-damaged) and start this node again: with an empty folder it rejoins by itself. If"
            + " they are damaged, too, restore a backup on all nodes");
  }

  public String file() {
    return file;
  }

  long offset() {
    return offset;
  }
}
