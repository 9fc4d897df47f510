package tutti.engine.journal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.DataFolderRefused.Kind;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.runtime.RealScheduler;

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

  /**
   * A log on a disk that is not mounted is not one that never was: the node would begin with
   * nothing.
   */
  @Test
  void aFolderWhoseFilesCannotBeReachedIsRefusedAndLeftAsItIs() throws IOException {
    Path folder = Files.createDirectories(temporary.resolve("folder"));
    Path link = folder.resolve("log-0000000000000000");
    Files.createSymbolicLink(link, temporary.resolve("unmounted/log"));
    for (String name : List.of("s2-meta-format", "fence")) {
      Files.createDirectories(folder.resolve(name));
    }
    assertRefused(folder, "fence is a folder, where a file is expected");
    Files.delete(folder.resolve("fence"));
    assertRefused(
        folder, "log-0000000000000000 is a link to " + temporary.resolve("unmounted/log"));
    Files.delete(link);
    assertRefused(folder, "s2-meta-format is a folder");
    Files.delete(folder.resolve("s2-meta-format"));
    assertThat(folder).isEmptyDirectory();
    Files.createDirectories(folder.resolve("lost+found"));
    FolderDisk.open(folder).close();
  }

  /** As where a disk is not mounted: a start without it would begin with nothing. */
  @Test
  void aFolderThatALinkDoesNotReachIsRefused() throws IOException {
    Path away = temporary.resolve("unmounted");
    Path link = Files.createSymbolicLink(temporary.resolve("data"), away);
    String found = link + " is a link to " + away + ", which cannot be reached";
    assertRefused(link, found);
    assertRefused(link.resolve("a"), found);
    assertThat(away).doesNotExist();
    Files.createDirectory(away);
    FolderDisk.open(link.resolve("a")).close();
  }

  private static void assertRefused(Path folder, String found) {
    assertThatThrownBy(() -> FolderDisk.open(folder).close())
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining(found);
    assertThatThrownBy(() -> ReadOnlyFolder.open(folder).close())
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining(found);
  }

  /**
   * Without that a power failure soon after the first start would leave no folder, and a blank
   * node.
   */
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
    assertThat(
            RecordingFile.readAllEvents(recorded).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.FileForce"))
                .map(event -> event.getString("path")))
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

  private Process holder() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Holder.class.getName(),
            temporary.toString())
        .redirectErrorStream(true)
        .start();
  }

  /** The folder of a node may be a link to that of another one. */
  @Test
  void aLinkIsToldWithTheFolderToWhichItLeads() throws Exception {
    Path there = Files.createDirectories(temporary.resolve("a"));
    Path link = Files.createSymbolicLink(temporary.resolve("b"), Path.of("a"));
    String told = link + " (a link to " + there.toRealPath() + ")";
    try (Disk disk = FolderDisk.open(link)) {
      assertThat(disk.describe()).isEqualTo(told);
      assertThatThrownBy(() -> FolderDisk.open(link)).hasMessageContaining(told + " is in use");
      try (ReadOnlyFolder looked = ReadOnlyFolder.open(link)) {
        assertThat(looked.describe()).isEqualTo(told);
      }
    }
    try (Disk disk = FolderDisk.open(there)) {
      assertThat(disk.describe()).isEqualTo(there.toString());
    }
  }

  /** By POSIX a lock goes when the process closes any descriptor of the file. */
  @Test
  void aRefusedSecondOpeningLetsNoOtherProcessIn() throws Exception {
    Path link = Files.createSymbolicLink(temporary.resolveSibling("link"), temporary);
    try (Disk disk = FolderDisk.open(temporary)) {
      for (Path spelling : List.of(temporary, temporary.resolve("."), link)) {
        assertThatThrownBy(() -> FolderDisk.open(spelling))
            .isInstanceOfSatisfying(
                DataFolderRefused.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOCKED))
            .hasMessageContaining("this process has it open already");
      }
      disk.requireOwnedByName();
      Process holder = holder();
      try (BufferedReader said = holder.inputReader()) {
        assertThat(said.lines().toList())
            .anyMatch(line -> line.contains("in use by the process with id " + own()));
      } finally {
        holder.destroyForcibly().waitFor();
      }
      disk.requireOwnedByName();
    } finally {
      Files.delete(link);
    }
    FolderDisk.open(temporary).close();
  }

  private static long own() {
    return ProcessHandle.current().pid();
  }

  /** As where file locks do not hold: here the lock file is removed. */
  @Test
  void aProcessWhoseFolderIsTakenOverNotices() throws Exception {
    try (Disk disk = FolderDisk.open(temporary)) {
      disk.requireOwned();
      disk.requireOwnedByName();
      Files.delete(temporary.resolve("lock"));
      Process holder = holder();
      try {
        assertThat(holder.inputReader().readLine()).startsWith("holding");
        assertThatThrownBy(disk::requireOwned)
            .isInstanceOfSatisfying(
                DataFolderRefused.class, e -> assertThat(e.kind()).isEqualTo(Kind.TAKEN_OVER))
            .hasMessageContaining("process " + holder.pid());
        assertThatThrownBy(() -> disk.rename("a", "b")).isInstanceOf(DataFolderRefused.class);
        assertThatThrownBy(() -> disk.delete("a")).isInstanceOf(DataFolderRefused.class);
        assertThatThrownBy(() -> disk.open("a", true)).isInstanceOf(DataFolderRefused.class);
      } finally {
        holder.destroyForcibly().waitFor();
      }
    }
  }

  /** Removes the folder of a disk that is open and has no data. */
  private static void remove(Path folder) throws IOException {
    Files.delete(folder.resolve("lock"));
    Files.delete(folder.resolve("fence"));
    Files.delete(folder);
  }

  @Test
  void aProcessWhoseFolderIsRemovedNotices() throws Exception {
    Path folder = temporary.resolve("removed");
    try (Disk disk = FolderDisk.open(folder)) {
      remove(folder);
      assertThatThrownBy(disk::requireOwnedByName)
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("was removed or moved");
      FolderDisk.open(temporary).close();
    }
  }

  /** As when the process has too many files open: nobody has moved the folder. */
  @Test
  void aFolderThatCannotBeReadIsNotSaidToBeGone() throws Exception {
    Path folder = temporary.resolve("unread");
    try (Disk disk = FolderDisk.open(folder)) {
      Files.delete(folder.resolve("fence"));
      Files.createDirectory(folder.resolve("fence"));
      assertThatThrownBy(disk::requireOwnedByName)
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(DataFolderRefused.class)
          .hasMessageStartingWith("cannot be read: ")
          .hasMessageContaining("Is a directory");
    }
  }

  @Test
  void aFlushOfARemovedFolderSaysThatItIsGone() throws Exception {
    Path folder = temporary.resolve("removed");
    try (Disk disk = FolderDisk.open(folder)) {
      remove(folder);
      assertThatThrownBy(disk::force).hasMessageContaining("was removed or moved");
      assertThatThrownBy(disk::list).hasMessageContaining("was removed or moved");
      assertThatThrownBy(disk::free).hasMessageContaining("was removed or moved");
      assertThatThrownBy(() -> disk.open("spare-5", false))
          .hasMessageContaining("was removed or moved");
    }
  }

  /** The journal takes no record that another opener may not have read. */
  @Test
  void aJournalWhoseFolderIsTakenOverAcknowledgesNothing() throws Exception {
    SegmentedJournal.Settings settings =
        new SegmentedJournal.Settings(1 << 16, 1 << 16, Duration.ZERO);
    RealScheduler scheduler = new RealScheduler();
    try (Disk disk = FolderDisk.open(temporary)) {
      SegmentedJournal journal =
          SegmentedJournal.open(disk, settings, scheduler, 0, (p, b, o, l) -> {});
      CompletableFuture<String> failed = new CompletableFuture<>();
      journal.onFailure(failed::complete);
      assertThat(durable(journal)).isTrue();
      Files.write(temporary.resolve("fence"), new byte[128]);
      assertThat(durable(journal)).isFalse();
      assertThat(failed.get(1, TimeUnit.MINUTES)).contains("uses the data folder");
      journal.close();
    } finally {
      scheduler.close();
    }
  }

  /** The journal looks although nothing is written. */
  @Test
  void anIdleJournalNoticesThatItsFolderIsTakenOver() throws Exception {
    SegmentedJournal.Settings settings =
        new SegmentedJournal.Settings(1 << 16, 1 << 16, Duration.ZERO);
    ManualScheduler scheduler = new ManualScheduler();
    try (Disk disk = FolderDisk.open(temporary)) {
      SegmentedJournal journal =
          SegmentedJournal.open(disk, settings, scheduler, 0, (p, b, o, l) -> {});
      for (int i = 0; i < 3; i++) {
        scheduler.advance(disk.lookNanos());
        scheduler.runAll();
      }
      assertThat(journal.failed()).isFalse();
      Files.write(temporary.resolve("fence"), new byte[128]);
      scheduler.advance(disk.lookNanos());
      scheduler.runAll();
      assertThat(journal.failed()).isTrue();
    }
  }

  /** A trial of a start changes nothing, also while a node has the folder open. */
  @Test
  void aReadOnlyFolderIsChangedInMemoryAlone() throws Exception {
    Files.writeString(temporary.resolve("a"), "hello");
    try (Disk used = FolderDisk.open(temporary);
        ReadOnlyFolder trial = ReadOnlyFolder.open(temporary)) {
      try (DiskFile file = trial.open("a", false)) {
        file.write(ByteBuffer.wrap("J".getBytes(UTF_8)), 0);
        file.write(ByteBuffer.wrap("!".getBytes(UTF_8)), 5000);
        ByteBuffer read = ByteBuffer.allocate(5);
        assertThat(file.read(read, 0)).isEqualTo(5);
        assertThat(new String(read.array(), UTF_8)).isEqualTo("Jello");
        assertThat(file.size()).isEqualTo(5001);
        file.truncate(3);
        file.preallocate(10);
        ByteBuffer cut = ByteBuffer.allocate(20);
        assertThat(file.read(cut, 0)).isEqualTo(10);
        assertThat(new String(cut.array(), 0, 4, UTF_8)).isEqualTo("Jel\0");
      }
      trial.rename("a", "b");
      trial.open("c", true).close();
      assertThat(trial.list()).containsExactly("b", "c");
      trial.delete("b");
      assertThat(trial.exists("b")).isFalse();
      assertThat(used.list()).containsExactly("a");
    }
    assertThat(Files.readString(temporary.resolve("a"))).isEqualTo("hello");
  }

  private static boolean durable(SegmentedJournal journal) throws Exception {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    journal.whenDurable(journal.append(new byte[] {1}, 0, 1), done::complete);
    return done.get(1, TimeUnit.MINUTES);
  }

  @Test
  void anInterruptedThreadOpensAFolder() throws Exception {
    Thread.currentThread().interrupt();
    try (Disk disk = FolderDisk.open(temporary.resolve("a/b"))) {
      disk.requireOwned();
      disk.requireOwnedByName();
      MetaStore.open(disk).put("node", new byte[] {1});
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void aSecondProcessIsToldWhoUsesTheFolder() throws Exception {
    Process holder = holder();
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
