package tutti.engine.journal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.DataFolderRefused.Kind;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;

class FolderDiskTest {
  @TempDir Path temporary;

  /** The program of another process: lock the folder, say so, and wait for a line. */
  public static final class Holder {
    public static void main(String[] arguments) throws IOException {
      try (Disk disk = FolderDisk.open(Path.of(arguments[0]))) {
        System.out.println("holding " + disk.describe());
        System.in.read();
      }
    }
  }

  /** As a thread of an application may be that has the node in its process. */
  @Test
  void anInterruptedThreadReadsAndWrites() throws IOException {
    try (Disk disk = FolderDisk.open(temporary.resolve("folder"));
        DiskFile file = disk.open("a", true)) {
      ByteBuffer read = ByteBuffer.allocate(5);
      Thread.currentThread().interrupt();
      file.preallocate(100);
      Thread.currentThread().interrupt();
      file.write(ByteBuffer.wrap("hello".getBytes(UTF_8)), 10);
      file.force();
      assertThat(file.read(read, 10)).isEqualTo(5);
      file.truncate(50);
      assertThat(file.size()).isEqualTo(50);
      disk.force();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(new String(read.array(), UTF_8)).isEqualTo("hello");
      file.write(ByteBuffer.wrap("again".getBytes(UTF_8)), 10);
    } finally {
      Thread.interrupted();
    }
  }

  /** Else a power failure soon after the first start would leave no folder, and a blank node. */
  @Test
  void aFolderThatIsMadeIsForcedIntoTheFoldersAboveIt() throws Exception {
    Path recorded = temporary.resolve("forced.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      FolderDisk.open(temporary.resolve("new/data")).close();
      recording.stop();
      recording.dump(recorded);
    }
    assertThat(RecordingFile.readAllEvents(recorded).stream().map(event -> event.getString("path")))
        .contains(temporary.toString(), temporary.resolve("new").toString());
  }

  @Test
  void aClosedFileStaysClosed() throws IOException {
    try (Disk disk = FolderDisk.open(temporary.resolve("folder"))) {
      DiskFile file = disk.open("a", true);
      file.close();
      assertThatThrownBy(file::size).isInstanceOf(IOException.class);
    }
  }

  @Test
  void keepsFiles() throws IOException {
    Path folder = temporary.resolve("made/for/this");
    try (Disk disk = FolderDisk.open(folder);
        DiskFile file = disk.open("b", true)) {
      file.preallocate(3_000_000);
      assertThat(file.size()).isEqualTo(3_000_000);
      file.write(ByteBuffer.wrap("hello".getBytes(UTF_8)), 2_999_995);
      file.force();
      disk.rename("b", "c");
      disk.open("a", true).close();
      disk.open("d", true).close();
      disk.delete("d");
      disk.delete("not there");
      disk.force();
      assertThat(disk.list()).containsExactly("a", "c");
      assertThat(disk.free()).isPositive();
    }
    try (Disk disk = FolderDisk.open(folder);
        DiskFile file = disk.open("c", false)) {
      assertThat(disk.exists("c")).isTrue();
      assertThat(disk.exists("b")).isFalse();
      ByteBuffer end = ByteBuffer.allocate(10);
      assertThat(file.read(end, 2_999_993)).isEqualTo(7);
      assertThat(new String(end.array(), 0, 7, UTF_8)).isEqualTo("\0\0hello");
      file.truncate(4);
      assertThat(file.size()).isEqualTo(4);
      assertThatThrownBy(() -> disk.open("not there", false)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aSecondProcessIsToldWhoUsesTheFolder() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                temporary.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(holder.inputReader().readLine()).startsWith("holding");
      assertThatThrownBy(() -> FolderDisk.open(temporary))
          .isInstanceOfSatisfying(
              DataFolderRefused.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOCKED))
          .hasMessageContaining(temporary.toString())
          .hasMessageContaining("process with id " + holder.pid());
    } finally {
      holder.destroyForcibly().waitFor();
    }
    FolderDisk.open(temporary).close();
  }

  @Test
  void aSecondOpeningInThisProcessIsRefusedToo() throws IOException {
    try (Disk disk = FolderDisk.open(temporary)) {
      assertThat(disk.list()).isEmpty();
      assertThatThrownBy(() -> FolderDisk.open(temporary))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("in use");
    }
  }

  /** A file where the folder should be stands for a read-only one, which root could write. */
  @Test
  void aFolderThatCannotBeWrittenIsRefused() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "not a folder");
    assertThatThrownBy(() -> FolderDisk.open(file.resolve("data")))
        .isInstanceOfSatisfying(
            DataFolderRefused.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_WRITABLE))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("writable");
  }
}
