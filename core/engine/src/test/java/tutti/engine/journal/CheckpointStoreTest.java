package tutti.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CheckpointStoreTest {
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final List<String> read = new ArrayList<>();

  private static void write(Disk disk, long position, List<String> entries) throws IOException {
    try (CheckpointWriter writer = new CheckpointStore(disk).begin(position)) {
      for (String entry : entries) {
        writer.add(entry.getBytes(UTF_8), 0, entry.getBytes(UTF_8).length);
      }
      writer.commit();
    }
  }

  private OptionalLong open(Disk disk) throws IOException {
    read.clear();
    return new CheckpointStore(disk)
        .openLatest((bytes, offset, length) -> read.add(new String(bytes, offset, length, UTF_8)));
  }

  @Test
  void aNewFolderHasNone() throws IOException {
    assertThat(open(disk)).isEmpty();
  }

  @Test
  void givesTheNewestBackAndRemovesTheOlder() throws IOException {
    write(disk, 100, List.of("old"));
    String large = "x".repeat(CheckpointStore.CHUNK_BYTES + 10);
    write(disk, 200, List.of("a", "", large, "b"));
    assertThat(open(disk)).hasValue(200);
    assertThat(read).containsExactly("a", "", large, "b");
    assertThat(disk.list()).hasSize(1);
  }

  @Test
  void anEmptyCheckpointIsOne() throws IOException {
    write(disk, 0, List.of());
    assertThat(open(disk)).hasValue(0);
    assertThat(read).isEmpty();
  }

  @Test
  void oneThatIsGivenUpLeavesNothing() throws IOException {
    try (CheckpointWriter writer = new CheckpointStore(disk).begin(7)) {
      writer.add(new byte[] {1}, 0, 1);
    }
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void takesOneOverThatCameFromElsewhereUnlessItIsDamaged() throws IOException {
    ForgetfulDisk elsewhere = new ForgetfulDisk();
    write(elsewhere, 9, List.of("a", "b"));
    write(disk, 1, List.of("old"));
    CheckpointStore store = new CheckpointStore(disk);
    copy(elsewhere, CheckpointStore.name(9), 3);
    assertThatThrownBy(() -> store.install("coming", 9)).isInstanceOf(CorruptJournal.class);
    assertThat(open(disk)).hasValue(1);

    CheckpointStore again = new CheckpointStore(disk);
    copy(elsewhere, CheckpointStore.name(9), 0);
    again.install("coming", 9);

    assertThat(open(disk)).hasValue(9);
    assertThat(read).containsExactly("a", "b");
    assertThat(disk.list()).containsExactly(CheckpointStore.name(9));
  }

  /** Copies a file to the place of an unfinished checkpoint, without its last bytes. */
  private void copy(Disk from, String name, int without) throws IOException {
    try (Disk.DiskFile file = from.open(name, false);
        Disk.DiskFile to = disk.open("coming", true)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) file.size() - without);
      file.read(bytes, 0);
      to.write(bytes.flip(), 0);
    }
  }

  @Test
  void aTwinWhoseWorkIsVoidDoesNotTouchTheOneApart() throws IOException {
    CheckpointStore store = new CheckpointStore(disk);
    CheckpointWriter apart = store.beginApart(5);
    try (CheckpointWriter twin = store.begin(5)) {
      twin.add(new byte[] {1}, 0, 1);
    }
    apart.commit();

    assertThat(open(disk)).hasValue(5);
    assertThat(read).isEmpty();
  }

  @Test
  void aCrashLeavesTheOldOneOrTheNewOne() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      ForgetfulDisk before = new ForgetfulDisk();
      write(before, 1, List.of("old"));
      CheckpointWriter writer = new CheckpointStore(before).begin(2);
      byte[] entry = "x".repeat(2000).getBytes(UTF_8);
      writer.add(entry, 0, entry.length);
      boolean committed = random.nextBoolean();
      if (committed) {
        writer.commit();
      }
      OptionalLong found = open(before.crash(random));
      assertThat(found).as("seed %d", seed).hasValue(committed ? 2 : 1);
      assertThat(read).as("seed %d", seed).hasSize(1);
    }
  }

  @Test
  void aDamagedOneIsRefusedWithItsFileAndOffset() throws IOException {
    write(disk, 255, List.of("a".repeat(100)));
    disk.bytes("checkpoint-00000000000000ff")[70] ^= 1;
    assertThatThrownBy(() -> open(disk))
        .isInstanceOfSatisfying(
            CorruptJournal.class,
            e -> {
              assertThat(e.file()).isEqualTo("checkpoint-00000000000000ff");
              assertThat(e.offset()).isEqualTo(40);
            })
        .hasMessageContaining("memory")
        .hasMessageContaining("Restore");
  }
}
