package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.model.Decoder;
import tutti.model.testing.Effort;

/** Records of an integrated protocol that are longer than the longest record of a host's log. */
class LongRecordsTest {
  private static final int SEGMENT_BYTES = 1 << 16;
  private static final int SHORT = 100;
  private static final int LONG = 3 * SEGMENT_BYTES;

  private final Map<Integer, List<String>> read = new TreeMap<>();

  /** The number with which the first record begins that was read of each shard. */
  private final Map<Integer, Long> begins = new TreeMap<>();

  /** The oldest record of each shard that is needed, where that is not the first one. */
  private final Map<Integer, Long> needed = new TreeMap<>();

  private Random random = new Random(5);
  private ManualScheduler scheduler = new ManualScheduler();
  private ForgetfulDisk disk = new ForgetfulDisk();
  private HostLog log;

  @BeforeEach
  void open() throws IOException {
    read.clear();
    begins.clear();
    scheduler = new ManualScheduler();
    log =
        HostLog.open(
            disk,
            new SegmentedJournal.Settings(SEGMENT_BYTES, 0, Duration.ZERO),
            scheduler,
            this::found);
  }

  private long found(int shard, long lsn, Decoder in) {
    int number = in.getCount(Integer.MAX_VALUE);
    byte[] content = in.getRaw(in.remaining());
    for (int at = 0; at < content.length; at++) {
      assertThat(content[at]).isEqualTo(at(number, at));
    }
    read.computeIfAbsent(shard, _ -> new ArrayList<>()).add(number + " of " + content.length);
    begins.putIfAbsent(shard, lsn);
    return needed.getOrDefault(shard, begins.get(shard));
  }

  private static byte at(int number, int place) {
    return (byte) (number * 31 + place / 7);
  }

  private long append(int shard, int number, int length) {
    byte[] content = new byte[length];
    for (int at = 0; at < length; at++) {
      content[at] = at(number, at);
    }
    return log.append(shard, out -> out.putVarLong(number).putRaw(content, 0, length));
  }

  private static String record(int number, int length) {
    return number + " of " + length;
  }

  private void crash() throws IOException {
    disk = disk.crash(random);
    open();
  }

  @Test
  void standInTheLogBetweenOthersAndAreReadWhole() throws IOException {
    append(0, 1, SHORT);
    append(0, 2, LONG);
    append(1, 3, SHORT);
    append(1, 4, LONG);
    append(0, 5, SHORT);
    scheduler.runAll();
    crash();
    assertThat(read.get(0)).containsExactly(record(1, SHORT), record(2, LONG), record(5, SHORT));
    assertThat(read.get(1)).containsExactly(record(3, SHORT), record(4, LONG));
  }

  /** The longest record that stands in the log whole, and one byte more. */
  @Test
  void areThoseThatDoNotFit() throws IOException {
    int before = log.maxIntegratedBytes() + HostLog.OVERHEAD - 10;
    for (int each = 0; each < 20; each++) {
      append(0, each, before + each);
      scheduler.runAll();
    }
    crash();
    assertThat(read.get(0)).hasSize(20).last().isEqualTo(record(19, before + 19));
  }

  @Test
  void areLetGoAndKeptAsAWhole() throws IOException {
    append(0, 1, LONG);
    append(1, 2, SHORT);
    scheduler.runAll();
    long next = log.next();
    append(0, 3, LONG);
    long last = append(1, 4, SHORT);
    scheduler.runAll();
    needed.put(0, next);
    needed.put(1, last);
    log.letGoOfIntegrated(0, next);
    log.letGoOfIntegrated(1, last);
    scheduler.runAll();
    crash();
    assertThat(read.get(0)).containsExactly(record(3, LONG));
    assertThat(read.get(1)).containsExactly(record(4, SHORT));
    assertThat(begins.get(0)).isBetween(next, last - LONG / 2);
    // The number that the reader is told is of use to let go, too.
    log.letGoOfIntegrated(0, begins.get(0));
    scheduler.runAll();
    crash();
    assertThat(read.get(0)).containsExactly(record(3, LONG));
  }

  /** All that was told to be durable is there, and nothing of a record that is not there whole. */
  @Test
  void areThereWholeOrNotAtAllAfterACrash() {
    Effort.seeds(50, this::crashes);
  }

  private void crashes(int seed) throws IOException {
    random = new Random(seed);
    disk = new ForgetfulDisk();
    open();
    List<String> written = new ArrayList<>();
    for (int life = 0; life < 6; life++) {
      int[] durable = {written.size()};
      for (int each = 0; each < 4; each++) {
        int number = written.size();
        int length = random.nextBoolean() ? SHORT : LONG - random.nextInt(SEGMENT_BYTES);
        log.whenDurable(append(0, number, length), is -> durable[0] += is ? 1 : 0);
        written.add(record(number, length));
        for (int steps = random.nextInt(4); steps > 0; steps--) {
          scheduler.runOne();
        }
      }
      crash();
      List<String> there = read.getOrDefault(0, List.of());
      assertThat(there).hasSizeGreaterThanOrEqualTo(durable[0]);
      assertThat(there).isEqualTo(written.subList(0, there.size()));
      written = new ArrayList<>(there);
    }
  }
}
