package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigParseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.commit.Assumption;

/** The assumption and its bound, where one file includes another: HOCON forgets one of them. */
class IncludedAssumptionTest {
  private static final String WORD = "tutti.assume = synchronous-crash";
  private static final String BOUND = "tutti { assume.delay-bound = 7ms }";

  @TempDir private Path folder;

  private Path write(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, String.join("\n", lines));
  }

  private static Deployment.Commitment read(Path file) {
    return switch (DeploymentReader.read(file, List.of())) {
      case Reading.Valid(var settings) -> settings.deployment().commitment();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems);
    };
  }

  private static List<String> problems(Path file) {
    return switch (DeploymentReader.read(file, List.of())) {
      case Reading.Valid(var settings) -> throw new AssertionError(settings);
      case Reading.Invalid(var problems) -> problems.stream().map(Object::toString).toList();
    };
  }

  private static void hasBoth(Path file) {
    assertThat(read(file).assume()).isEqualTo(Assumption.SYNCHRONOUS_CRASH);
    assertThat(read(file).delayBound()).isEqualTo(Duration.ofMillis(7));
  }

  @ParameterizedTest
  @CsvSource({
    "base.conf, base.conf",
    "base.conf, base",
    "sub/base.conf, sub/base.conf",
    "b.json, b.json"
  })
  void keepsBothWhicheverFileTheyStandIn(String name, String included) throws IOException {
    String include = "include \"" + included + "\"";
    boolean json = name.endsWith(".json");
    write(name, json ? "{\"tutti\":{\"assume\":{\"delay-bound\":\"7ms\"}}}" : BOUND);
    hasBoth(write("first.conf", include, WORD));
    hasBoth(write("last.conf", WORD, include));
    write(name, json ? "{\"tutti\": {\"assume\": \"synchronous-crash\"}}" : WORD);
    hasBoth(write("first.conf", include, BOUND));
    hasBoth(write("last.conf", BOUND, include));
  }

  @Test
  void keepsBothOfAnIncludedFileAndOfOneThatThatIncludes() throws IOException {
    write("base.conf", WORD, BOUND);
    hasBoth(write("my.conf", "include \"base.conf\""));
    write("sub/inner.conf", BOUND);
    write("sub/outer.conf", "include required(\"inner.conf\")", WORD);
    hasBoth(write("my.conf", "include required(\"sub/outer.conf\")"));
    hasBoth(write("my.conf", "include file(\"" + folder.resolve("base.conf") + "\")"));
    write("in-tutti.conf", "assume.delay-bound = 7ms");
    hasBoth(write("my.conf", "tutti { include \"in-tutti.conf\"", "assume = synchronous-crash }"));
  }

  @Test
  void takesTheLaterOneOfTwoBounds() throws IOException {
    write("base.conf", "tutti.assume.delay-bound = 9s");
    hasBoth(write("my.conf", "include \"base.conf\"", WORD, BOUND));
  }

  @Test
  void namesTheFileOfABoundWhereThereIsNone() throws IOException {
    Path base = write("base.conf", "# shared", BOUND);
    assertThat(problems(write("my.conf", "include \"base.conf\"", "tutti.assume = asynchronous")))
        .singleElement()
        .asString()
        .startsWith(base + ":2: assume = asynchronous says");
  }

  @Test
  void refusesAFileThatIsNotThere() throws IOException {
    for (String include : List.of("include \"nothing.conf\"", "tutti { include \"nothing\" }")) {
      assertThat(problems(write("my.conf", include)))
          .singleElement()
          .asString()
          .contains("my.conf includes nothing", "is not there");
    }
  }

  @Test
  void refusesFilesThatIncludeThemselves() throws IOException {
    Path file = write("my.conf", "include \"other\"");
    write("other.conf", "include \"my.conf\"");
    assertThat(problems(file)).singleElement().asString().contains("my.conf", "include");
    // The library sees no circle where the file is named without a folder.
    assertThatThrownBy(
            () ->
                Assumed.parse(
                    Files.readString(file), ConfigParseOptions.defaults(), file, List.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("my.conf includes itself");
  }

  @Test
  void refusesItWhereBothCannotBeKept() throws IOException {
    Path base = write("base.properties", "tutti.assume.delay-bound=7ms");
    for (String include : List.of("\"base.properties\"", "url(\"" + base.toUri() + "\")")) {
      assertThat(problems(write("my.conf", "include " + include, WORD)))
          .singleElement()
          .asString()
          .contains("my.conf: assume stands in", "base.properties", "write it in one that is");
    }
  }
}
