package tutti.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.Disk.DiskFile;
import tutti.model.testing.Effort;

/** A log that is held, and copied up to there while it goes on. */
class LogCopyTest {
  private final ManualScheduler scheduler = new ManualScheduler();
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final SegmentedJournal.Settings settings =
      new SegmentedJournal.Settings(16 << 10, 48 << 10, Duration.ZERO);
  private final List<String> appended = new ArrayList<>();
  private int told;

  private SegmentedJournal open(Disk on, List<String> found, long from) throws IOException {
    return SegmentedJournal.open(
        on,
        settings,
        scheduler,
        from,
        (position, bytes, at, length) -> found.add(new String(bytes, at, length, UTF_8)));
  }

  private long append(SegmentedJournal journal, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    appended.add(text);
    int count = appended.size();
    long position = journal.append(bytes, 0, bytes.length);
    journal.whenDurable(position, durable -> told = durable ? Math.max(told, count) : told);
    return position;
  }

  private static ForgetfulDisk copy(Disk disk, long from, long end, int piece) throws IOException {
    return copy(LogCopy.of(disk, from, end), piece);
  }

  private static ForgetfulDisk copy(LogCopy copy, int piece) throws IOException {
    ForgetfulDisk to = new ForgetfulDisk();
    for (String name : copy.files()) {
      try (DiskFile file = to.open(name, true)) {
        long at = 0;
        ByteBuffer bytes = ByteBuffer.allocate(piece);
        while (true) {
          copy.read(name, at, bytes.clear());
          if (bytes.position() == 0) {
            break;
          }
          int count = bytes.position();
          file.write(bytes.flip(), at);
          at += count;
        }
        assertThat(at).isEqualTo(copy.size(name));
      }
    }
    return to;
  }

  @Test
  void whatComesAfterTheCutIsToldOnlyAfterwards() throws Exception {
    SegmentedJournal journal = open(disk, new ArrayList<>(), 0);
    append(journal, "one");
    append(journal, "two");
    long cut = journal.hold();
    append(journal, "three");
    scheduler.runAll();
    assertThat(told).isEqualTo(2);
    assertThat(journal.durable()).isEqualTo(cut);

    assertThat(journal.letGo()).isTrue();

    assertThat(told).isEqualTo(3);
    assertThat(journal.letGo()).as("it is not held any more").isFalse();
  }

  @Test
  void aLogThatIsClosedHoldsNothing() throws Exception {
    SegmentedJournal journal = open(disk, new ArrayList<>(), 0);
    journal.hold();
    append(journal, "one");
    journal.close();
    assertThat(told).isEqualTo(1);
    assertThat(journal.letGo()).isFalse();
  }

  @Test
  void aCopyHasTheRecordsBeforeTheCutAndNoOthers() throws Exception {
    for (int seed = 0; seed < Effort.of(200); seed++) {
      Random random = new Random(seed);
      ForgetfulDisk folder = new ForgetfulDisk();
      appended.clear();
      told = 0;
      SegmentedJournal journal = open(folder, new ArrayList<>(), 0);
      List<Long> positions = new ArrayList<>();
      int checkpointed = 0;
      for (int cuts = 0; cuts < 4; cuts++) {
        steps(random, journal, positions);
        if (told > checkpointed && random.nextBoolean()) {
          checkpointed = told;
          journal.truncateBefore(positions.get(checkpointed - 1));
        }
        long from = checkpointed == 0 ? 0 : positions.get(checkpointed - 1);
        List<String> expected = List.copyOf(appended.subList(checkpointed, appended.size()));
        long cut = journal.hold();
        steps(random, journal, positions);
        assertThat(told).isLessThanOrEqualTo(checkpointed + expected.size());
        journal.letGo();
        scheduler.runAll();
        ForgetfulDisk copied = copy(folder, from, cut, 100 + random.nextInt(5000));
        assertThat(LogCopy.check(copied.copy(), from)).isEqualTo(expected.size());
        List<String> found = new ArrayList<>();
        SegmentedJournal again = open(copied, found, from);
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
        assertThat(again.end()).isEqualTo(Math.max(from, cut));
        goesOn(again, copied, from, found);
      }
      journal.close();
    }
  }

  private void steps(Random random, SegmentedJournal journal, List<Long> positions) {
    for (int i = random.nextInt(40); i > 0; i--) {
      if (random.nextInt(3) > 0) {
        int length = random.nextInt(random.nextInt(10) == 0 ? 8000 : 300);
        positions.add(append(journal, appended.size() + ":" + "x".repeat(length)));
      } else {
        scheduler.runOne();
      }
    }
  }

  private void goesOn(SegmentedJournal journal, Disk copied, long from, List<String> found)
      throws IOException {
    byte[] bytes = "more".getBytes(UTF_8);
    journal.append(bytes, 0, bytes.length);
    journal.close();
    List<String> later = new ArrayList<>();
    open(copied, later, from).close();
    List<String> expected = new ArrayList<>(found);
    expected.add("more");
    assertThat(later).isEqualTo(expected);
  }

  @Test
  void damageAnywhereInACopyIsFound() throws Exception {
    SegmentedJournal journal = open(disk, new ArrayList<>(), 0);
    for (int i = 0; i < 60; i++) {
      append(journal, i + ":" + "x".repeat(500));
      scheduler.runAll();
    }
    ForgetfulDisk copied = copy(disk, 0, journal.hold(), 4096);
    assertThat(LogCopy.check(copied.copy(), 0)).isEqualTo(60);
    for (String name : copied.list()) {
      byte[] bytes = copied.bytes(name);
      int at = Format.HEADER_BYTES + Format.FRAME_BYTES + 7;
      bytes[at] ^= 1;
      assertThatThrownBy(() -> LogCopy.check(copied.copy(), 0)).isInstanceOf(CorruptJournal.class);
      bytes[at] ^= 1;
    }
    ForgetfulDisk incomplete = copied.copy();
    incomplete.delete(copied.list().getLast());
    assertThatThrownBy(() -> LogCopy.check(incomplete, 0)).isInstanceOf(CorruptJournal.class);
  }

  /** A log that is kept in another form, with something between its records, becomes files. */
  @Test
  void recordsInMemoryBecomeALogWithNoLowerPositions() throws Exception {
    Random random = new Random(7);
    for (long from : new long[] {1, 511, 512, 513, 100_000}) {
      List<byte[]> records = new ArrayList<>();
      List<Long> positions = new ArrayList<>();
      long other = from;
      long skipped = 0;
      for (int i = 0; i < 300; i++) {
        if (random.nextInt(20) == 0) {
          other += 16;
          skipped += 16;
        }
        byte[] record = new byte[random.nextInt(random.nextInt(50) == 0 ? 400_000 : 300)];
        random.nextBytes(record);
        records.add(record);
        other += Format.RECORD_BYTES + record.length;
        positions.add(other);
      }
      ForgetfulDisk copied = copy(LogCopy.of(disk, from, records, skipped), 64 << 10);
      List<byte[]> found = new ArrayList<>();
      LogCopy.read(
          copied,
          from,
          (position, bytes, at, length) -> {
            assertThat(position).isGreaterThanOrEqualTo(positions.get(found.size()));
            found.add(Arrays.copyOfRange(bytes, at, at + length));
          });
      assertThat(found).containsExactlyElementsOf(records);
      List<String> again = new ArrayList<>();
      SegmentedJournal journal = open(copied, again, from);
      assertThat(again).hasSize(records.size());
      journal.close();
    }
    ForgetfulDisk none = copy(LogCopy.of(disk, 5, List.of(), 0), 100);
    assertThat(LogCopy.check(none, 5)).isZero();
  }
}
