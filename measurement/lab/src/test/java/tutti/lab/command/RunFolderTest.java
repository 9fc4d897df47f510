package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of runs, which stays only if it was named. */
class RunFolderTest {
  @TempDir private Path data;

  /** Run as a process of its own: makes a folder with a file in it, says its name, and waits. */
  static final class Waiting {
    private Waiting() {}

    static void main() throws Exception {
      try (RunFolder folder = RunFolder.of(null)) {
        Files.writeString(
            Files.createDirectory(folder.path().resolve("run-1")).resolve("log"), "x");
        System.out.println(folder.path());
        System.in.read();
      }
    }
  }

  @Test
  void aNamedFolderStays() throws Exception {
    Path named = data.resolve("deep/runs");
    try (RunFolder folder = RunFolder.of(named)) {
      assertThat(folder.path()).isEqualTo(named).isDirectory();
    }
    assertThat(named).isDirectory();
  }

  @Test
  void aTemporaryFolderIsRemovedWithWhatIsInIt() throws Exception {
    Path path;
    try (RunFolder folder = RunFolder.of(null)) {
      path = folder.path();
      Files.writeString(path.resolve("log"), "x");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void aSignalLeavesNothingEither() throws Exception {
    Process waiting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Djava.io.tmpdir=" + data,
                Waiting.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      Path path = Path.of(waiting.inputReader().readLine());
      assertThat(path.resolve("run-1/log")).exists();
      waiting.destroy();
      assertThat(waiting.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(path).doesNotExist();
    } finally {
      waiting.destroyForcibly();
    }
  }
}
