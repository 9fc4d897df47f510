package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tutti.model.testing.Effort;

/** A seed is one run in every Java virtual machine, and on any number of threads. */
class SimulateProcessTest {
  private static final int PROCESSES = 1 + Effort.of(10);

  private static final List<String> SEEDS =
      List.of("--seed", "41", "--runs", "2", "--nodes", "2", "--requests", "8");

  /** Here two nodes that did not answer were once named in the order of a hash. */
  private static final List<String> HASHED = List.of("--seed", "31112623", "--requests", "300");

  /** Each compares the words of two processes, at least; so one of them is enough at a time. */
  @TestFactory
  Stream<DynamicTest> aSeedIsOneRunInEveryProcess() {
    return Effort.few(
        List.of(
            dynamicTest("mounted tasks", () -> seedsHaveTheSameDigestInTwoProcesses(true)),
            dynamicTest("permits", () -> seedsHaveTheSameDigestInTwoProcesses(false)),
            dynamicTest("hashes", this::noOrderIsThatOfAHash)))
        .stream();
  }

  /**
   * With {@code java.lang} opened tasks are mounted on the run's own thread, without it they hand a
   * permit to each other; each way has digests of its own.
   */
  private void seedsHaveTheSameDigestInTwoProcesses(boolean opened) throws Exception {
    String alone = lastLine(opened, SEEDS, "--threads", "1");
    assertThat(alone).matches("everything held; digest [0-9a-f]{16}");
    assertThat(lastLine(opened, SEEDS, "--threads", "2")).isEqualTo(alone);
  }

  /** Collections of the JDK iterate in an order that every process draws for itself. */
  private void noOrderIsThatOfAHash() throws Exception {
    Set<String> digests = new HashSet<>();
    for (int process = 0; process < PROCESSES; process++) {
      digests.add(lastLine(true, HASHED));
    }
    assertThat(digests).hasSize(1);
  }

  private static String lastLine(boolean opened, List<String> seeds, String... more)
      throws Exception {
    List<String> command =
        opened ? new ArrayList<>(TuttiProcess.launcher()) : Launcher.onClassPath();
    if (!opened) {
      command.removeIf(word -> word.equals("--add-opens") || word.contains("java.base/java.lang"));
    }
    command.add("simulate");
    command.addAll(seeds);
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            .directory(TuttiProcess.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
    return lines.getLast();
  }
}
