package tutti.engine.node.integrated;

import java.io.IOException;
import tutti.engine.integrated.FoundItems;
import tutti.engine.integrated.ItemSizes;
import tutti.engine.journal.Disk;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.memory.Heap;
import tutti.engine.recovery.HeapTooSmall;
import tutti.engine.replication.HostLog;
import tutti.engine.runtime.Scheduler;
import tutti.model.Decoder;

/**
 * The open of a host's log under an integrated protocol, which says what heap it needs where that
 * is too small. How much of the log was read says little: it has items again and again, also before
 * the newest images. So the log is read once more, and sizes are counted: those at the record that
 * found the heap full tell how much memory a byte takes.
 *
 * <p>For example, 50 MB live when items of 20 MB are there, 10 MB without any: 2 bytes for each. At
 * the end of the log there are 30 MB, so 70 MB live then.
 */
final class StartSize {
  /** The least and the most memory of a byte that is believed. */
  private static final double LEAST = 1;

  private static final double MOST = 20;

  private StartSize() {}

  /**
   * Opens the log.
   *
   * @param memory is given what the protocol has written
   * @throws HeapTooSmall if that does not fit into the heap
   */
  static HostLog open(
      Disk disk, SegmentedJournal.Settings settings, Scheduler scheduler, FoundItems memory)
      throws IOException {
    long[] taken = new long[1];
    try {
      return HostLog.open(
          disk,
          settings,
          scheduler,
          (shard, lsn, in) -> {
            taken[0]++;
            return memory.found(shard, lsn, in);
          });
    } catch (HeapTooSmall full) {
      throw known(full, disk, scheduler.heap(), memory, taken[0]);
    }
  }

  private static HeapTooSmall known(
      HeapTooSmall full, Disk disk, Heap heap, FoundItems memory, long taken) throws IOException {
    ItemSizes sizes = memory.giveUp();
    long base = heap.collect();
    Counted counted = new Counted(sizes, taken);
    HostLog.read(disk, counted);
    double each =
        Math.clamp((double) (full.alive() - base) / Math.max(1, counted.then), LEAST, MOST);
    return full.knowing(
        base + (long) (each * counted.most),
        base + (long) (each * sizes.bytes()),
        "by the sizes of all that its log has");
  }

  /** The sizes when the heap was full, and the greatest. */
  private static final class Counted implements HostLog.Integrated {
    /** The records after which the greatest size is looked for. */
    private static final int BETWEEN_LOOKS = 64;

    private final ItemSizes sizes;
    private final long taken;
    private long records;
    private long then;
    private long most;

    Counted(ItemSizes sizes, long taken) {
      this.sizes = sizes;
      this.taken = taken;
    }

    @Override
    public long found(int shard, long lsn, Decoder in) {
      long needed = sizes.found(shard, lsn, in);
      records++;
      if (records == taken || records % BETWEEN_LOOKS == 0) {
        most = Math.max(most, sizes.bytes());
        then = records <= taken ? sizes.bytes() : then;
      }
      return needed;
    }
  }
}
