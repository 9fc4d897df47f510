package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Folders that benches are given: refused before anything is measured if they are none. */
class BenchFoldersTest {
  @TempDir private Path folder;

  @Test
  void aFileIsNoFolder() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "x");
    assertThat(said("--export", file)).contains("--export " + file + " is a file, and no folder");
    assertThat(said("--data", file)).contains("--data " + file + " is a file, and no folder");
  }

  private static String said(String flag, Path path) {
    CommandLine command = new CommandLine(new TpccBench());
    StringWriter said = new StringWriter();
    command.setErr(new PrintWriter(said, true));
    assertThat(command.execute(flag, path.toString(), "--keep")).isEqualTo(2);
    return said.toString();
  }
}
