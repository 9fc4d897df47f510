package tutti.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs jcstress in a process of its own: no outcome that is forbidden ever comes. */
class StressTest {
  @TempDir private Path folder;

  @Test
  void nothingForbiddenHappens() throws IOException, InterruptedException {
    Path log = folder.resolve("jcstress.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                // The modes of the compiler are the same for all actors of a test.
                "-sc",
                "false",
                "-m",
                System.getProperty("tutti.stress", "quick"),
                "-r",
                folder.resolve("results").toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int status = process.waitFor();
    String said = Files.readString(log);
    assertThat(said)
        .contains("Failed tests: No matches.", "Error tests: No matches.")
        .contains("5 matching test results");
    assertThat(status).as(said).isZero();
  }
}
