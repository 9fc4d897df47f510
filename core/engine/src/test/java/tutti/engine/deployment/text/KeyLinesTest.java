package tutti.engine.deployment.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.DeploymentReader;

/** Deployment files in which a brace is missing, or one too many. */
class KeyLinesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tutti {\\n  containers = 2\\n | '{' of line 1 is not closed",
        "tutti {\\n  nodes {\\n    a = \"h:1\"\\n }\\n | '{' of line 1 is not closed",
        "tutti {\\n  journal {\\n    segment-size = 1MiB\\n | '{' of line 2 is not closed",
        "tutti {\\n  # {\\n  placement { range { Account = [\"a\" } }\\n} | "
            + "'}' of line 3 stands where '[' of line 3 is open",
        "tutti {\\n  containers = 2\\n}\\n} | '}' of line 4 closes nothing",
      })
  void namesTheBrace(String text, String expected) throws IOException {
    String lines = text.replace("\\n", "\n");
    assertThat(DeploymentReader.parse(lines, "f.conf").toString()).contains("f.conf", expected);
    Path file = Files.writeString(folder.resolve("f.conf"), lines);
    assertThat(DeploymentReader.read(file, java.util.List.of()).toString()).contains(expected);
  }

  @Test
  void understandsEveryForm() {
    KeyLines outline =
        KeyLines.of(
            """
            include "other.conf"
            // a comment { with braces
            tutti { a = 1, "b.c" : "}{" # }
              d.e { f = ${x.y} tail, g = [ {h = 1}, [2] ], i += 3 }
              j = \"""{ }
              \"""
              k = 4
            }
            """);
    assertThat(outline.unbalanced()).isNull();
    assertThat(outline.entries().stream().map(each -> String.join("/", each.path()) + each.line()))
        .containsExactly(
            "tutti3",
            "tutti/a3",
            "tutti/b.c3",
            "tutti/d/e4",
            "tutti/d/e/f4",
            "tutti/d/e/g4",
            "tutti/d/e/h4",
            "tutti/j5",
            "tutti/k7");
  }
}
