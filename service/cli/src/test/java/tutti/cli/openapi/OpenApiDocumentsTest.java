package tutti.cli.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The descriptions of a bank in Rebel and of travellers in Java are those that are kept. */
class OpenApiDocumentsTest {
  private static final String REWRITE =
      "./tutti test -pl service/cli -am -Dtest=OpenApiDocumentsTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dtutti.golden=write";

  @ParameterizedTest
  @ValueSource(strings = {"bank", "travel"})
  void areThoseThatAreKept(String example) throws IOException {
    String text = Descriptions.text(Descriptions.of(example));
    Path file = Descriptions.file(example);
    if (System.getProperty("tutti.golden", "").equals("write")) {
      Files.writeString(file, text);
    }
    assertThat(text)
        .as("%s; if the change is meant, this rewrites the file: %s", file, REWRITE)
        .isEqualTo(Files.readString(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bank", "shop", "hotel", "exchange", "travel"})
  void keepTheRules(String example) {
    JsonNode document = Descriptions.of(example);
    assertThat(OpenApiRules.brokenBy(document)).isEmpty();
  }
}
