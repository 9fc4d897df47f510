package tutti.engine.node.integrated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.FoundItems;
import tutti.engine.integrated.ItemSizes;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.memory.TestHeap;
import tutti.engine.recovery.HeapTooSmall;
import tutti.engine.recovery.StartDisk;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.Settings;

/** The heap that a start asks for, where the log has all items again and again. */
class StartSizeTest {
  private static final SegmentedJournal.Settings LOG =
      new SegmentedJournal.Settings(1 << 20, 0, Duration.ZERO);
  private static final long MB = TestHeap.MB;

  /** The bytes that live without any item, and those for each byte of one, in this test's heap. */
  private static final long BASE = 12 * MB;

  private static final long OF_A_BYTE = 16;
  private static final int IMAGES = 8;
  private static final int ITEMS = 24;
  private static final int ITEM = 50_000;

  /** The least heap in which the folder can be started and takes writes. */
  private static final double TRUTH = (BASE + OF_A_BYTE * ITEMS * ITEM) / 0.85 / MB;

  private final ForgetfulDisk disk = new ForgetfulDisk();

  /** A memory that fills the heap of the test. */
  private record Filling(FoundItems memory, TestHeap heap) implements FoundItems {
    @Override
    public long found(int shard, long lsn, Decoder in) {
      long needed = memory.found(shard, lsn, in);
      look();
      return needed;
    }

    private void look() {
      long bytes = memory.values().stream().mapToLong(each -> each.getValue().length).sum();
      heap.alive((BASE + OF_A_BYTE * bytes) / MB);
    }

    @Override
    public ItemSizes giveUp() {
      ItemSizes sizes = memory.giveUp();
      look();
      return sizes;
    }

    @Override
    public List<Map.Entry<ActorId, byte[]>> values() {
      return memory.values();
    }

    @Override
    public boolean executesBefore(long version) {
      return memory.executesBefore(version);
    }
  }

  private static SortedMap<ActorId, byte[]> items() {
    SortedMap<ActorId, byte[]> items = new TreeMap<>();
    for (int item = 0; item < ITEMS; item++) {
      items.put(new ActorId("Item", "i" + item), new byte[ITEM]);
    }
    return items;
  }

  private interface Writer {
    void write(HostLog log, int shard, LogPosition place, SortedMap<ActorId, byte[]> items);
  }

  private void write(Writer writer, FoundItems memory) throws IOException {
    ManualScheduler scheduler = new ManualScheduler();
    HostLog log = HostLog.open(disk, LOG, scheduler, memory);
    for (int image = 0; image < IMAGES; image++) {
      writer.write(log, 0, LogPosition.START, items());
      scheduler.runAll();
      scheduler.advance(5_000_000);
      scheduler.runAll();
    }
    log.close();
    scheduler.runAll();
  }

  private HostLog open(FoundItems memory, long megabytes) throws IOException {
    TestHeap heap = new TestHeap(megabytes);
    return StartSize.open(
        new StartDisk(disk, heap), LOG, heap.of(new ManualScheduler()), new Filling(memory, heap));
  }

  private void asksForWhatIsNeeded(Writer writer, Supplier<FoundItems> blank) throws IOException {
    write(writer, blank.get());
    HeapTooSmall full =
        catchThrowableOfType(
            HeapTooSmall.class, () -> open(blank.get(), (long) (0.7 * TRUTH)).close());
    assertThat(full).isNotNull();
    Matcher needs = Pattern.compile("needs about ([0-9]+) MB").matcher(full.getMessage());
    assertThat(needs.find()).as(full.getMessage()).isTrue();
    assertThat(Double.parseDouble(needs.group(1))).isBetween(TRUTH, 1.5 * TRUTH);
    open(blank.get(), Long.parseLong(needs.group(1))).close();
  }

  @Test
  void janusAsksForWhatIsNeeded() throws IOException {
    asksForWhatIsNeeded(
        tutti.engine.integrated.janus.HostMemory::restore,
        () -> new tutti.engine.integrated.janus.HostMemory(0, Settings.of(1, 2, 3)));
  }

  @Test
  void tapirAsksForWhatIsNeeded() throws IOException {
    asksForWhatIsNeeded(
        tutti.engine.integrated.tapir.HostMemory::restore,
        () -> new tutti.engine.integrated.tapir.HostMemory(0, true));
  }
}
