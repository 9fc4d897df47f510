package tutti.engine.recovery;

import tutti.engine.journal.DataFolderRefused;

/** The refusal of a folder whose data does not fit into the heap. */
public final class HeapTooSmall extends DataFolderRefused {
  private static final long serialVersionUID = 1L;

  /** The bytes that lived when no more could be read. */
  private final long alive;

  /** The share of the heap, in bytes, that may live during a start. */
  private final long most;

  private final String folder;
  private final long heap;

  HeapTooSmall(String folder, long heap, long most, long alive, long needed, String by) {
    super(Kind.MEMORY_FULL, text(folder, heap, needed, by));
    this.folder = folder;
    this.heap = heap;
    this.most = most;
    this.alive = alive;
  }

  /** Returns the bytes that lived when no more could be read. */
  public long alive() {
    return alive;
  }

  /**
   * Returns the refusal with further figures.
   *
   * @param atOnce the most bytes that live at a time during a start
   * @param after the bytes that live when it has ended
   * @param by the words for the source of these figures: {@code by …}
   */
  public HeapTooSmall knowing(long atOnce, long after, String by) {
    double during = atOnce / ((double) most / heap);
    double later = after / StartDisk.LOOKED_AT;
    long needed = (long) (Math.max(during, later) * StartDisk.SPARE_ROOM);
    return new HeapTooSmall(folder, heap, most, alive, needed, by);
  }

  private static String text(String folder, long heap, long needed, String by) {
    long megabytes = Math.max(needed >> 20, (heap >> 20) + 1);
    return "the data in "
        + folder
        + " does not fit into the heap of "
        + (heap >> 20)
        + " MB: it needs about "
        + megabytes
        + " MB, "
        + by
        + ". Start with a larger heap, for instance TUTTI_JAVA_OPTIONS=-Xmx"
        + megabytes
        + "m; nothing was changed";
  }
}
