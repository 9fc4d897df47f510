package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deployment files that are no file of a person's: each is read, or refused by one short line. */
class OddFilesTest {
  @TempDir private Path folder;

  private static String problem(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Invalid.class);
    List<Reading.Problem> problems = ((Reading.Invalid) reading).problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().message()).hasSizeLessThan(2100);
    return problems.getFirst().toString();
  }

  private Reading read(byte[] bytes) throws IOException {
    return DeploymentReader.read(Files.write(folder.resolve("odd.conf"), bytes), List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{ a ", "a = [", "a.a."})
  void withNestingOfAnyDepthAreRefused(String opens) throws IOException {
    String deep = "tutti " + (opens.equals("{ a ") ? "" : "{ ") + opens.repeat(50_000);
    problem(DeploymentReader.parse(deep, "odd.conf"));
    problem(read(deep.getBytes(StandardCharsets.UTF_8)));
    assertThatThrownBy(() -> ConfigFile.parse(deep, "odd.conf", "tutti"))
        .isInstanceOf(IllegalArgumentException.class);
    Files.writeString(folder.resolve("deep.conf"), deep);
    problem(read("include \"deep.conf\"".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void withLongValuesAreRefusedByAShortLine() {
    String text = "tutti { durability = " + "x".repeat(1_000_000) + " }";
    assertThat(problem(DeploymentReader.parse(text, "odd.conf"))).startsWith("odd.conf:1: durab");
    String node = "tutti { nodes { " + "x".repeat(1_000_000) + " = \"127.0.0.1:7401\" } }";
    assertThat(problem(DeploymentReader.parse(node, "odd.conf"))).startsWith("odd.conf:1: nodes");
  }

  @Test
  void inOtherEncodingsAreNamedSo() throws IOException {
    String text = "tutti { durability = async } # é\n";
    for (byte[] bytes :
        List.of(
            text.getBytes(StandardCharsets.ISO_8859_1), text.getBytes(StandardCharsets.UTF_16))) {
      assertThat(problem(read(bytes)))
          .endsWith("odd.conf: it is no text in UTF-8: save it in that encoding");
    }
    assertThat(read(("\ufeff" + text).getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Reading.Valid.class);
    assertThat(read(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Reading.Valid.class);
  }
}
