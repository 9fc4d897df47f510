package tutti.model.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveFolderTest {
  @TempDir private Path folder;

  @Test
  void whatGoesDuringTheLookIsPassedOverAndWhatStaysIsFound() throws Exception {
    Path stays = Files.writeString(Files.createDirectories(folder.resolve("in")).resolve("z"), "");
    AtomicInteger turns = new AtomicInteger();
    Thread alive = Thread.ofPlatform().start(() -> renameOnAndOn(turns));
    try {
      for (int looks = 0; looks < 300 || turns.get() < 300; looks++) {
        assertThat(LiveFolder.files(folder)).contains(stays);
      }
      Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
      LiveFolder.copy(folder, copy);
      assertThat(copy.resolve("in/z")).exists();
      LiveFolder.delete(copy);
      assertThat(copy).doesNotExist();
    } finally {
      alive.interrupt();
      alive.join();
    }
    assertThat(LiveFolder.all(folder.resolve("none"))).isEmpty();
    assertThat(LiveFolder.all(folder.resolve("in"))).containsExactly(folder.resolve("in"), stays);
  }

  /** A file and a folder that are there for a moment, as a node's new copy of a small file is. */
  private void renameOnAndOn(AtomicInteger turns) {
    try {
      for (; !Thread.currentThread().isInterrupted(); turns.incrementAndGet()) {
        Path copy = Files.writeString(folder.resolve("meta.tmp"), "1");
        Path made = Files.createDirectory(folder.resolve("made"));
        Files.move(copy, folder.resolve("meta"), StandardCopyOption.REPLACE_EXISTING);
        Files.delete(made);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
