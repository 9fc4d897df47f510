package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the table of {@code docs/formats.md} to the sources and to the folders that are kept. */
class FormatsPageTest {
  private static final Path ROOT = Repository.root();

  /** The cells of the row whose first cell begins so. */
  private static List<String> row(String what) throws IOException {
    return Files.readAllLines(ROOT.resolve("docs/formats.md")).stream()
        .filter(line -> line.startsWith("| " + what))
        .map(line -> List.of(line.substring(2).split(" \\| ")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("docs/formats.md has no row for " + what));
  }

  private static Path source(String type) throws IOException {
    String path = type.replace('.', '/') + ".java";
    String module = type.split("\\.")[1];
    return Repository.module(module).resolve("src/main/java/" + path);
  }

  @ParameterizedTest
  @CsvSource({
    "data folder, tutti.engine.journal.Format, VERSION",
    "an application's schema, tutti.model.schema.ApplicationSchema, VERSION",
    "backup, tutti.cli.operate.BackupFolder, FORMAT",
    "frames between nodes, tutti.engine.transport.tcp.Frames, VERSION",
    "messages between nodes, tutti.engine.distribution.message.MessageFormat, VERSION",
    "histories, tutti.simulator.history.file.HistoryFiles, FORMAT"
  })
  void theVersionIsThatOfTheSource(String what, String type, String constant) throws IOException {
    Matcher declared =
        Pattern.compile("static final int " + constant + " = (\\d+);")
            .matcher(Files.readString(source(type)));
    assertThat(declared.find()).as(type).isTrue();
    assertThat(row(what).get(2)).matches(declared.group(1) + "(?:,.*)?");
  }

  @Test
  void everyFolderThatIsKeptIsNamedAndOpened() throws IOException {
    String test =
        Files.readString(
            ROOT.resolve(
                "service/cli/src/test/java/tutti/cli/application/EarlierFoldersTest.java"));
    String written = row("data folder").get(3);
    try (Stream<Path> versions = Files.list(ROOT.resolve("service/cli/src/test/folders"))) {
      for (Path version : versions.toList()) {
        assertThat(written).contains(version.getFileName().toString());
        try (Stream<Path> folders = Files.list(version)) {
          assertThat(folders)
              .isNotEmpty()
              .allSatisfy(
                  folder ->
                      assertThat(test)
                          .contains(
                              "\"" + folder.getFileName().toString().replace(".zip", "") + "\""));
        }
      }
    }
  }
}
