package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same seeds are the same runs in every Java virtual machine, and on any number of threads. */
class SimulateProcessTest {
  private static final List<String> ARGUMENTS =
      List.of("simulate", "--seed", "41", "--runs", "3", "--nodes", "2", "--requests", "40");

  /**
   * With {@code java.lang} opened tasks are mounted on the run's own thread, without it they hand a
   * permit to each other; each way has digests of its own.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void seedsHaveTheSameDigestInTwoProcesses(boolean opened) throws Exception {
    String alone = lastLine(opened, "--threads", "1");
    assertThat(alone).matches("everything held; digest [0-9a-f]{16}");
    assertThat(lastLine(opened, "--threads", "3")).isEqualTo(alone);
  }

  private static String lastLine(boolean opened, String... more) throws Exception {
    List<String> command = new ArrayList<>(TuttiProcess.launcher());
    if (!opened) {
      command.removeIf(word -> word.equals("--add-opens") || word.contains("java.base/java.lang"));
    }
    command.addAll(ARGUMENTS);
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            .directory(TuttiProcess.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return lines.getLast();
  }
}
