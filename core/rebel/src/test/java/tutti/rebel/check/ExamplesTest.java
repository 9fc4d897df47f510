package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.rebel.load.Diagnostic;

/** The example applications of this repository check without a warning. */
class ExamplesTest {

  static List<Path> examples() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("..", "..", "examples"))) {
      return folders.filter(ExamplesTest::isRebel).sorted().toList();
    }
  }

  /** Returns whether an example has specifications; the others are in Java. */
  private static boolean isRebel(Path folder) {
    String[] files = folder.toFile().list((in, name) -> name.endsWith(".ebl"));
    return files != null && files.length > 0;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void checks(Path folder) {
    CheckResult result = Checker.check(folder);
    assertThat(result.diagnostics().stream().map(Diagnostic::render).toList()).isEmpty();
    assertThat(result.application()).isPresent();
  }
}
