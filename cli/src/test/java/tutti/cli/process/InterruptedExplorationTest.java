package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Ctrl-C, or the signal of {@code kill}: an exploration that would take long says how far it has
 * come, and that it is not done. The latter is sent here: processes of a background job never hear
 * of the former.
 */
class InterruptedExplorationTest {
  @Test
  void saysHowFarItHasCome() throws Exception {
    try (TuttiProcess tutti =
        TuttiProcess.start(
            "simulate",
            "--exhaustive",
            "--commit",
            "easy-commit",
            "--participants",
            "5",
            "--crashes",
            "3")) {
      Cluster.await(
          "exploring: " + tutti.output(), () -> tutti.output().contains("at most 3 crashes"));
      Thread.sleep(500);
      tutti.terminate();
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(143);
      assertThat(tutti.output())
          .containsPattern("[1-9][0-9]* states, .* transitions")
          .endsWith(
              "not done: interrupted; everything that is claimed held in every state until then\n");
    }
  }
}
