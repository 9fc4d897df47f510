package tutti.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MetaStoreTest {
  private final ForgetfulDisk disk = new ForgetfulDisk();

  @Test
  void givesTheNewestContentBack() throws IOException {
    MetaStore store = MetaStore.open(disk);
    assertThat(store.get("deployment")).isEmpty();
    store.put("deployment", "old".getBytes(UTF_8));
    store.put("deployment", "new".getBytes(UTF_8));
    store.put("empty", new byte[0]);
    MetaStore again = MetaStore.open(disk);
    assertThat(again.get("deployment")).hasValue("new".getBytes(UTF_8));
    assertThat(again.get("empty")).hasValue(new byte[0]);
  }

  @Test
  void whatWasPutSurvivesACrash() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      ForgetfulDisk folder = new ForgetfulDisk();
      MetaStore.open(folder).put("incarnation", new byte[] {1, 2});
      ForgetfulDisk after = folder.crash(new Random(seed));
      assertThat(MetaStore.open(after).get("incarnation")).hasValue(new byte[] {1, 2});
    }
  }

  /** Parts of one process have stores of one folder, each for blobs of its own. */
  @Test
  void leavesWhatAnotherOneIsWriting() throws IOException {
    MetaStore.open(disk);
    AtomicBoolean renamed = new AtomicBoolean();
    Disk watched =
        new ForwardingDisk() {
          @Override
          public Disk disk() {
            return disk;
          }

          @Override
          public void rename(String from, String to) throws IOException {
            if (from.startsWith("meta-world")) {
              MetaStore.open(disk);
              renamed.set(true);
            }
            disk.rename(from, to);
          }
        };
    MetaStore.open(watched).put("world", new byte[] {1});

    assertThat(renamed).isTrue();
    assertThat(MetaStore.open(disk).get("world")).contains(new byte[] {1});
  }

  @Test
  void refusesAFolderOfANewerVersion() throws IOException {
    MetaStore.open(disk).put("format", version(Format.VERSION + 1));
    assertThatThrownBy(() -> MetaStore.open(disk))
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            e -> assertThat(e.kind()).isEqualTo(DataFolderRefused.Kind.NEWER_FORMAT))
        .hasMessageContaining("newer version")
        .hasMessageContaining("memory");
  }

  @Test
  void refusesAFolderOfAnOlderVersionAndLeavesItAsItIs() throws IOException {
    MetaStore.open(disk).put("format", version(1));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> MetaStore.open(disk))
          .isInstanceOfSatisfying(
              DataFolderRefused.class,
              e -> assertThat(e.kind()).isEqualTo(DataFolderRefused.Kind.OLDER_FORMAT))
          .hasMessageContaining("older version")
          .hasMessageContaining("format 1")
          .hasMessageContaining("memory");
    }
  }

  private static byte[] version(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  @Test
  void refusesDamagedContent() throws IOException {
    MetaStore store = MetaStore.open(disk);
    store.put("application", "source".getBytes(UTF_8));
    disk.bytes("meta-application")[22] ^= 1;
    assertThatThrownBy(() -> store.get("application"))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("meta-application");
  }

  /** Found by the simulation: a node took its folder's identity for its incarnation. */
  @Test
  void refusesABlobInThePlaceOfAnother() throws IOException {
    MetaStore store = MetaStore.open(disk);
    store.put("folder-id", new byte[8]);
    store.put("incarnation", new byte[] {0, 0, 0, 0, 0, 0, 0, 1});
    byte[] astray = disk.bytes("meta-folder-id");
    System.arraycopy(astray, 0, disk.bytes("meta-incarnation"), 0, astray.length);
    assertThat(store.get("folder-id")).hasValue(new byte[8]);
    assertThatThrownBy(() -> store.get("incarnation"))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("meta-incarnation");
  }

  /** The blob as version 2 wrote it: the checksum is of the content alone. */
  @Test
  void readsTheVersionOfAFolderThatIsTooOld() throws IOException {
    byte[] content = version(2);
    MetaStore.open(disk);
    ByteBuffer.wrap(disk.bytes("meta-format"))
        .putInt(8, 2)
        .putInt(16, Format.crc(content, 0, content.length))
        .put(20, content);
    assertThatThrownBy(() -> MetaStore.open(disk))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("format 2");
  }

  @Test
  void refusesALogWhoseFormatIsLost() throws IOException {
    SegmentedJournal.Settings settings =
        new SegmentedJournal.Settings(16 << 10, 64 << 10, Duration.ZERO);
    SegmentedJournal.open(disk, settings, new ManualScheduler(), 0, (p, b, o, l) -> {}).close();
    assertThatThrownBy(() -> MetaStore.open(disk))
        .isInstanceOf(CorruptJournal.class)
        .hasMessageContaining("meta-format");
  }

  private int format() throws IOException {
    return ByteBuffer.wrap(MetaStore.open(disk).get("format").orElseThrow()).getInt();
  }

  /** A start that only reads leaves the folder to the version that has written it. */
  @Test
  void aFolderOfTheVersionBeforeBecomesOneOfThisWhenItIsWritten() throws IOException {
    MetaStore.open(disk).put("format", version(Format.OLDEST));
    MetaStore store = MetaStore.open(disk);
    assertThat(store.get("incarnation")).isEmpty();
    assertThat(format()).isEqualTo(Format.OLDEST);

    store.put("incarnation", new byte[] {1});

    assertThat(format()).isEqualTo(Format.VERSION);
    assertThat(MetaStore.open(disk).get("incarnation")).hasValue(new byte[] {1});
  }

  @Test
  void isRaisedBeforeAnythingElseIsWritten() throws IOException {
    MetaStore.open(disk).put("format", version(Format.OLDEST));
    AtomicBoolean raised = new AtomicBoolean();
    Disk watched =
        new ForwardingDisk() {
          @Override
          public Disk disk() {
            return disk;
          }

          @Override
          public Disk.DiskFile open(String name, boolean create) throws IOException {
            if (create && name.startsWith("meta-world")) {
              raised.set(format() == Format.VERSION);
            }
            return disk.open(name, create);
          }
        };
    MetaStore.open(watched).put("world", new byte[] {1});
    assertThat(raised).isTrue();
  }

  @Test
  void aCheckpointOfTheVersionBeforeIsRead() throws IOException {
    try (CheckpointWriter writer = new CheckpointStore(disk).begin(8192)) {
      writer.add(new byte[] {7}, 0, 1);
      writer.commit();
    }
    ByteBuffer older = CheckpointStore.header(Format.OLDEST, 8192);
    older.get(disk.bytes(CheckpointStore.name(8192)), 0, older.capacity());
    AtomicInteger entries = new AtomicInteger();
    assertThat(new CheckpointStore(disk).openLatest((b, o, l) -> entries.incrementAndGet()))
        .hasValue(8192);
    assertThat(entries).hasValue(1);
  }
}
