package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.CommitExploration.Violation;

/**
 * TLC finds of the models in {@code docs/tla} what their page says, and the explorer finds the same
 * of the machines. Needs Python with pip, and once the registry from which that gets TLC: without
 * them the test fails, and says so.
 */
@Tag("slow")
class ModelsTest {
  private static final Path MODELS = root().resolve("docs/tla");

  /** Name, finding, and number of states. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\S+)` \\|.*\\| ([^|]*) \\| ([0-9,]+)[^|]*\\|$", Pattern.MULTILINE);

  private record Row(String model, boolean holds, String states) {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("docs/tla/check"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("the tests must run inside the repository");
    }
    return folder;
  }

  static List<Row> rows() throws IOException {
    List<MatchResult> rows =
        ROW.matcher(Files.readString(MODELS.resolve("README.md"))).results().toList();
    return rows.stream()
        .map(
            row ->
                new Row(
                    row.group(1), row.group(2).equals("no error"), row.group(3).replace(",", "")))
        .toList();
  }

  @Test
  void everyModelHasARow() throws IOException {
    try (var files = Files.list(MODELS)) {
      assertThat(rows().stream().map(row -> row.model() + ".cfg"))
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".cfg"))
                  .toList());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void tlcFindsWhatThePageSays(Row row) throws Exception {
    ProcessBuilder check =
        new ProcessBuilder(MODELS.resolve("check").toString(), row.model())
            .redirectErrorStream(true);
    check.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = check.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said)
        .contains(row.holds() ? "No error has been found" : "Invariant EndsAlike is violated")
        .contains(" " + row.states() + " distinct states found");
  }

  /** The scopes of the models, without what nobody need do. */
  private static CommitExploration explore(String name) {
    CommitScope scope = CommitScope.of(Assumption.SYNCHRONOUS_CRASH, 2, 0, 0, 0).withoutRefusals();
    return new CommitExplorer(Explored.named(name), scope, Assumption.ASYNCHRONOUS)
        .explore(Set.of(0, 1, 2), states -> {});
  }

  @Test
  void theMachinesOfEasyCommitEndAlike() {
    CommitExploration all = explore("easy-commit");
    assertThat(all.violations()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.ends())
        .contains("COMMITTED COMMITTED COMMITTED told COMMIT", "ABORTED ABORTED ABORTED told ABORT")
        .noneMatch(end -> end.contains("COMMIT") && end.contains("ABORT"));
  }

  @Test
  void thoseOfThePapersFormDoNot() {
    assertThat(explore("easy-commit-paper").violations())
        .last()
        .extracting(Violation::rule)
        .isIn("agreement", "matrix");
  }
}
