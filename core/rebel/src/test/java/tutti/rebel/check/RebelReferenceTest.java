package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.rebel.load.Diagnostic;

/** The examples in docs/rebel.md check, and those with a mistake have exactly that mistake. */
class RebelReferenceTest {

  static Stream<String> sections() {
    return RebelReference.applications().keySet().stream();
  }

  static Stream<RebelReference.Mistake> mistakes() {
    return RebelReference.mistakes().stream();
  }

  @Test
  void thereAreExamplesForTheMainConstructs() {
    assertThat(RebelReference.applications().keySet())
        .contains("Modules", "Fields", "Events", "Life cycle", "Sync", "Invariants", "Functions")
        .contains("Expressions", "Sets, maps and references", "Types")
        .contains("Inheritance and modifiers");
    assertThat(RebelReference.mistakes()).hasSizeGreaterThan(3);
  }

  @ParameterizedTest
  @MethodSource("sections")
  void theExamplesCheck(String section, @TempDir Path folder) throws IOException {
    for (Map.Entry<String, String> file : RebelReference.applications().get(section).entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    CheckResult result = Checker.check(folder);
    assertThat(result.diagnostics().stream().map(Diagnostic::render).toList()).isEmpty();
    assertThat(result.application()).isPresent();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void theMistakesAreFound(RebelReference.Mistake mistake) {
    CheckResult result = Checker.check(Map.of(mistake.file(), mistake.text()));
    assertThat(result.diagnostics())
        .isNotEmpty()
        .allSatisfy(diagnostic -> assertThat(diagnostic.code()).isEqualTo(mistake.code()));
  }
}
