package tutti.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.testing.Effort;

/** Damaged, missing and hostile bytes in the log: I5 of the package's card. */
class JournalDamageTest {
  private static final SegmentedJournal.Settings SETTINGS =
      new SegmentedJournal.Settings(16 << 10, 64 << 10, Duration.ZERO);
  private static final String FIRST = "log-0000000000000000";
  private static final int FRAMES = 60;

  /** Each record is a frame of its own, of two blocks. */
  private static ForgetfulDisk written(boolean stoppedInOrder) throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    ManualScheduler scheduler = new ManualScheduler();
    SegmentedJournal journal =
        SegmentedJournal.open(disk, SETTINGS, scheduler, 0, (p, b, o, l) -> {});
    for (int i = 0; i < FRAMES; i++) {
      byte[] bytes = text(i).getBytes(UTF_8);
      journal.append(bytes, 0, bytes.length);
      scheduler.runAll();
    }
    if (stoppedInOrder) {
      journal.close();
    }
    return disk;
  }

  private static String text(int i) {
    return i + ":" + "r".repeat(700);
  }

  private static List<String> read(Disk disk) throws IOException {
    List<String> found = new ArrayList<>();
    SegmentedJournal.open(
        disk,
        SETTINGS,
        new ManualScheduler(),
        0,
        (position, bytes, offset, length) -> found.add(new String(bytes, offset, length, UTF_8)));
    return found;
  }

  private static String last(ForgetfulDisk disk) {
    return disk.list().stream().filter(name -> name.startsWith("log-")).toList().getLast();
  }

  /** Where the last frame begins in the last segment, when the log was not marked. */
  private static int lastFrame(ForgetfulDisk disk) {
    byte[] bytes = disk.bytes(last(disk));
    int at = Format.HEADER_BYTES;
    while (ByteBuffer.wrap(bytes).getInt(at + 2 * Format.BLOCK) != 0) {
      at += 2 * Format.BLOCK;
    }
    return at;
  }

  @Test
  void damageInTheMiddleIsRefusedWithItsFileAndOffset() throws IOException {
    ForgetfulDisk disk = written(false);
    disk.bytes(FIRST)[Format.HEADER_BYTES + 3 * 1024 + 300] ^= 4;
    assertThatThrownBy(() -> read(disk))
        .isInstanceOfSatisfying(
            CorruptJournal.class,
            e -> {
              assertThat(e.file()).isEqualTo(FIRST);
              assertThat(e.offset()).isEqualTo(Format.HEADER_BYTES + 3 * 1024);
            })
        .hasMessageContaining("memory")
        .hasMessageContaining(FIRST)
        .hasMessageContaining("offset 7168")
        .hasMessageContaining("Restore");
  }

  @Test
  void damageInTheMiddleOfTheLastSegmentIsRefusedToo() throws IOException {
    ForgetfulDisk disk = written(false);
    disk.bytes(last(disk))[Format.HEADER_BYTES + 5] ^= 1;
    assertThatThrownBy(() -> read(disk)).isInstanceOf(CorruptJournal.class);
  }

  @Test
  void aTornTailIsCutAndNeverComesBack() throws IOException {
    ForgetfulDisk disk = written(false);
    int at = lastFrame(disk);
    byte[] bytes = disk.bytes(last(disk));
    byte saved = bytes[at + 600];
    bytes[at + 600] ^= 1;
    assertThat(read(disk)).hasSize(FRAMES - 1);
    assertThat(disk.bytes(last(disk))[at + 700]).as("cleaned").isZero();
    disk.bytes(last(disk))[at + 600] = saved;
    assertThat(read(disk)).hasSize(FRAMES - 1);
  }

  @Test
  void damageToTheLastRecordAfterAnOrderlyStopIsRefused() throws IOException {
    ForgetfulDisk disk = written(true);
    byte[] bytes = disk.bytes(last(disk));
    ForgetfulDisk crashed = written(false);
    bytes[lastFrame(crashed) + 600] ^= 1;
    assertThatThrownBy(() -> read(disk)).isInstanceOf(CorruptJournal.class);
  }

  @Test
  void aSecondOrderlyStopMarksTheEndAgain() throws IOException {
    ForgetfulDisk disk = written(true);
    SegmentedJournal journal =
        SegmentedJournal.open(disk, SETTINGS, new ManualScheduler(), 0, (p, b, o, l) -> {});
    long position = journal.append(new byte[700], 0, 700);
    journal.close();
    String file = last(disk);
    long offset = Format.HEADER_BYTES + position - Format.segmentStart(file);
    disk.bytes(file)[(int) offset - 1] ^= 1;
    assertThatThrownBy(() -> read(disk)).isInstanceOf(CorruptJournal.class);
  }

  @Test
  void aMissingSegmentIsRefused() throws IOException {
    ForgetfulDisk first = written(true);
    first.delete(FIRST);
    assertThatThrownBy(() -> read(first))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("missing");
    ForgetfulDisk middle = written(true);
    middle.delete(middle.list().get(1));
    assertThatThrownBy(() -> read(middle))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("missing");
  }

  /** Without the newest file the log would end earlier, and look whole. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMissingNewestSegmentIsRefused(boolean stoppedInOrder) throws IOException {
    ForgetfulDisk disk = written(stoppedInOrder);
    String newest = last(disk);
    disk.delete(newest);
    assertThatThrownBy(() -> read(disk))
        .isInstanceOfSatisfying(
            CorruptJournal.class, e -> assertThat(e.file()).isEqualTo(last(disk)))
        .hasMessageContaining(newest)
        .hasMessageContaining("missing");
  }

  @Test
  void aSegmentThatIsCutShortIsRefused() throws IOException {
    ForgetfulDisk disk = written(false);
    disk.open(last(disk), false).truncate(lastFrame(disk));
    assertThatThrownBy(() -> read(disk))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("ends here");
  }

  @Test
  void aLogThatEndsBeforeItsCheckpointIsRefused() throws IOException {
    ForgetfulDisk disk = written(true);
    assertThatThrownBy(
            () ->
                SegmentedJournal.open(
                    disk, SETTINGS, new ManualScheduler(), 1 << 20, (p, b, o, l) -> {}))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("checkpoint");
    assertThatThrownBy(
            () ->
                SegmentedJournal.open(
                    new ForgetfulDisk(), SETTINGS, new ManualScheduler(), 7, (p, b, o, l) -> {}))
        .isInstanceOf(CorruptJournal.class);
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    ForgetfulDisk disk = written(true);
    ByteBuffer.wrap(disk.bytes(last(disk))).putInt(8, Format.VERSION + 1);
    assertThatThrownBy(() -> read(disk))
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            e -> assertThat(e.kind()).isEqualTo(DataFolderRefused.Kind.NEWER_FORMAT))
        .hasMessageContaining("newer version");
  }

  /** One flipped bit anywhere is refused, or was in bytes that are never read. */
  @Test
  void noSingleFlippedBitLosesOrChangesARecord() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < FRAMES; i++) {
      expected.add(text(i));
    }
    int refused = 0;
    ForgetfulDisk whole = written(true);
    for (int seed = 0; seed < Effort.of(1500); seed++) {
      Random random = new Random(seed);
      ForgetfulDisk disk = whole.copy();
      List<String> names = disk.list();
      byte[] bytes = disk.bytes(names.get(random.nextInt(names.size())));
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        assertThat(read(disk)).as("seed %d", seed).isEqualTo(expected);
      } catch (DataFolderRefused e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(Effort.of(200), Effort.of(1500) - 1);
  }

  /** Whatever the files hold, reading ends in records or a declared refusal. */
  @Test
  void mutatedFilesEndInRecordsOrARefusal() throws IOException {
    int opened = 0;
    ForgetfulDisk stopped = written(true);
    ForgetfulDisk killed = written(false);
    for (int seed = 0; seed < Effort.of(2000); seed++) {
      Random random = new Random(seed);
      ForgetfulDisk disk = (random.nextBoolean() ? stopped : killed).copy();
      for (int i = random.nextInt(4); i >= 0; i--) {
        mutate(disk, random);
      }
      try {
        read(disk);
        opened++;
      } catch (DataFolderRefused e) {
        assertThat(e.getMessage()).as("seed %d", seed).contains("memory");
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(opened).isBetween(1, Effort.of(2000) - 1);
  }

  private static void mutate(ForgetfulDisk disk, Random random) throws IOException {
    List<String> names = disk.list();
    if (names.isEmpty()) {
      return;
    }
    String name = names.get(random.nextInt(names.size()));
    byte[] bytes = disk.bytes(name);
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(2000));
    switch (random.nextInt(8)) {
      case 0 -> disk.delete(name);
      case 1 -> disk.open(name, false).truncate(at);
      case 2 -> {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, bytes, at, length);
      }
      case 3 -> System.arraycopy(bytes, 0, bytes, at, length);
      case 4 -> rewriteFrame(bytes, random);
      case 5 -> disk.rename(name, Format.segmentName(random.nextInt(1 << 16) & -Format.BLOCK));
      default -> {
        if (length > 0) {
          bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
  }

  /** Gives a frame another number in its header and a checksum that fits. */
  private static void rewriteFrame(byte[] bytes, Random random) {
    int at = Format.HEADER_BYTES + random.nextInt(12) * 1024;
    if (at + 1024 > bytes.length) {
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    buffer.putInt(at + 8 + 4 * random.nextInt(8), random.nextInt());
    int length = buffer.getInt(at + 8);
    if (length >= 8 && length <= bytes.length - at) {
      buffer.putInt(at + 4, Format.crc(bytes, at + 8, length - 8));
    }
  }

  @Test
  void mutatedCheckpointsEndInEntriesOrARefusal() throws IOException {
    int refused = 0;
    for (int seed = 0; seed < Effort.of(3000); seed++) {
      Random random = new Random(seed);
      ForgetfulDisk disk = new ForgetfulDisk();
      MetaStore.open(disk).put("deployment", new byte[40]);
      try (CheckpointWriter writer = new CheckpointStore(disk).begin(512)) {
        for (int i = 0; i < 20; i++) {
          writer.add(new byte[random.nextInt(100)], 0, 0);
        }
        writer.commit();
      }
      for (int i = random.nextInt(3); i >= 0; i--) {
        mutateSmall(disk, random);
      }
      try {
        MetaStore.open(disk).get("deployment");
        new CheckpointStore(disk).openLatest((bytes, offset, length) -> {});
      } catch (DataFolderRefused e) {
        refused++;
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(refused).isBetween(Effort.of(1000), Effort.of(3000));
  }

  private static void mutateSmall(ForgetfulDisk disk, Random random) throws IOException {
    String name = disk.list().get(random.nextInt(disk.list().size()));
    byte[] bytes = disk.bytes(name);
    if (bytes.length < 4) {
      return;
    }
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(3)) {
      case 0 -> disk.open(name, false).truncate(at);
      case 1 -> bytes[at] = (byte) random.nextInt();
      default -> ByteBuffer.wrap(bytes).putInt(at / 4 * 4 % (bytes.length & -4), random.nextInt());
    }
  }
}
