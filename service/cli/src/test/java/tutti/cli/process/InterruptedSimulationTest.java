package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ctrl-C, or the signal of {@code kill}, cuts the runs that go on, and the rest is reported. */
class InterruptedSimulationTest {

  @Test
  void saysWhatHasHeldUntilThen() throws Exception {
    List<String> command = new ArrayList<>(TuttiProcess.launcher());
    // As on a terminal, it says soon how far it is.
    command.add(1, "-Dtutti.stderr.terminal=true");
    command.addAll(List.of("simulate", "--minutes", "600", "--requests", "50", "--faults", "none"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    StringBuilder said = new StringBuilder();
    try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      int next;
      while (said.indexOf(" runs (") < 0 && (next = reader.read()) >= 0) {
        said.append((char) next);
      }
      // The process's own method would close what is read here.
      process.toHandle().destroy();
      while ((next = reader.read()) >= 0) {
        said.append((char) next);
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as(said.toString()).isEqualTo(143);
    assertThat(said.toString())
        .containsPattern("[1-9][0-9]* runs?( and [1-9][0-9]* cut)?, [0-9.]+ simulated seconds")
        .containsPattern("everything held; digest [0-9a-f]+\n$");
  }
}
