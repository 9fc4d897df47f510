package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Await;

/**
 * Ctrl-C, or the signal of {@code kill}: an exploration that would take long says how far it has
 * come, and that it is not done. The latter is sent here: processes of a background job never hear
 * of the former.
 */
class InterruptedExplorationTest {
  private static final String[] LONG = {
    "simulate", "--exhaustive", "--commit", "easy-commit", "--participants", "5", "--crashes", "3"
  };

  @Test
  void saysHowFarItHasCome() throws Exception {
    String said = interruptedAfter(200);
    for (int millis = 1_000; said.contains(" 0 states") && millis < 60_000; millis *= 4) {
      said = interruptedAfter(millis);
    }
    assertThat(said)
        .containsPattern("[1-9][0-9]* states, .* transitions")
        .endsWith(
            "not done: interrupted; everything that is claimed held in every state until then\n");
  }

  private static String interruptedAfter(int millis) throws Exception {
    try (TuttiProcess tutti = TuttiProcess.start(LONG)) {
      Await.that(
          () -> "exploring: " + tutti.output(), () -> tutti.output().contains("at most 3 crashes"));
      Thread.sleep(millis);
      tutti.terminate();
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(143);
      return tutti.output();
    }
  }

  @Tag("slow")
  @Test
  void saysThatItNeedsMoreMemory() throws Exception {
    List<String> command =
        new ArrayList<>(
            TuttiProcess.launcher().stream()
                .map(word -> word.startsWith("-Xmx") ? "-Xmx48m" : word)
                .toList());
    command.addAll(List.of(LONG));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(1);
    assertThat(said)
        .contains("not done: there are more states than memory", "TUTTI_JAVA_OPTIONS=-Xmx8g")
        .doesNotContain("Exception");
  }
}
