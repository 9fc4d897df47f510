package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.DeploymentKeys;

/** The table of {@code docs/keys.md}, which is made of the schema of the deployment file. */
class KeysPageTest {
  private static final Path PAGE = Repository.root().resolve("docs/keys.md");
  private static final String BEGIN = "<!-- keys: begin -->\n";
  private static final String END = "<!-- keys: end -->\n";
  private static final String WRITE = "tutti.write-pages";

  private static final String ONLY = "-Dtest=KeysPageTest -Dsurefire.failIfNoSpecifiedTests=false";

  private static final String HEAD =
      """
      | key | values | default | what it decides |
      |---|---|---|---|
      """;

  /** Words with commas between them, and perhaps other words for the same value in parentheses. */
  private static final String WORDS =
      "[\\w-]+(?: \\([\\w, -]+\\))?(?:, [\\w-]+(?: \\([\\w, -]+\\))?)*";

  @Test
  void theTableHasEveryKeyOfTheSchema() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    String written = page.substring(0, begin) + table() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(PAGE, written);
    }
    assertThat(Files.readString(PAGE))
        .as("to write it anew: ./tutti test -pl service/cli -am %s -D%s=true", ONLY, WRITE)
        .isEqualTo(written);
  }

  private static String table() {
    return HEAD
        + DeploymentKeys.describe().stream()
            .map(
                key ->
                    "| `%s` | %s | `%s` | %s |\n"
                        .formatted(key.path(), values(key.expected()), key.usual(), key.summary()))
            .collect(Collectors.joining());
  }

  private static String values(String expected) {
    return expected.matches(WORDS) ? expected.replaceAll("[\\w-]+", "`$0`") : expected;
  }
}
