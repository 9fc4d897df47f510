package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.memory.Heap;
import tutti.engine.memory.TestHeap;

/** The end of a start whose data does not fit into the heap. */
class StartDiskTest {
  private static final int BYTES = 100_000;

  private final TestHeap heap = new TestHeap();
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final StartDisk start = new StartDisk(disk, heap);

  private void file(String name, int content) throws Exception {
    try (DiskFile file = disk.open(name, true)) {
      byte[] bytes = new byte[content];
      java.util.Arrays.fill(bytes, (byte) 1);
      file.write(ByteBuffer.wrap(bytes), 0);
      file.preallocate(BYTES);
    }
  }

  @Test
  void saysHowMuchTheWholeFolderNeeds() throws Exception {
    file("checkpoint-7", BYTES);
    file("log-7", BYTES / 2);
    file("spare-1", BYTES);
    try (DiskFile file = start.open("checkpoint-7", false)) {
      file.read(ByteBuffer.allocate(BYTES * 3 / 4), 0);
      heap.alive(930);
      // Half of 150,000 bytes are read, and 930 MB live.
      assertThatThrownBy(() -> file.read(ByteBuffer.allocate(100), BYTES * 3L / 4))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("does not fit into the heap of 1000 MB")
          .hasMessageContaining("by the 50% of it that were read")
          .hasMessageContaining("-Xmx2406m")
          .extracting(e -> ((DataFolderRefused) e).kind())
          .isEqualTo(DataFolderRefused.Kind.MEMORY_FULL);
    }
  }

  @Test
  void garbageIsCollectedFirstAndAStartedNodeIsNotWatched() throws Exception {
    file("log-0", BYTES);
    try (DiskFile file = start.open("log-0", false)) {
      heap.alive(300);
      heap.used = heap.most();
      assertThat(file.read(ByteBuffer.allocate(100), 0)).isEqualTo(100);
      assertThat(heap.used).isEqualTo(300 * TestHeap.MB);
      start.started();
      heap.alive(990);
      assertThat(file.read(ByteBuffer.allocate(100), 0)).isEqualTo(100);
    }
  }

  @Test
  void anAmpleHeapIsNeverTooSmall() throws Exception {
    file("log-0", BYTES);
    try (DiskFile file = new StartDisk(disk, Heap.AMPLE).open("log-0", false)) {
      assertThat(file.read(ByteBuffer.allocate(100), 0)).isEqualTo(100);
    }
  }
}
