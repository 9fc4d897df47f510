package tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckHistoryCommandTest {
  private static final String SKEW =
      """
      {"tutti-history":1,"claim":"strict-serializable"}
      {"operation":"t1","client":"c1","invoked":0,"completed":9,"outcome":"committed","reads":[{"actor":"x","version":0}],"writes":[{"actor":"y","version":1}]}
      {"operation":"t2","client":"c2","invoked":0,"completed":9,"outcome":"committed","reads":[{"actor":"y","version":0}],"writes":[{"actor":"x","version":1}]}
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Tutti.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String file(String text) throws Exception {
    return Files.writeString(folder.resolve("history.jsonl"), text).toString();
  }

  @Test
  void tellsEveryAnomalyAsAStory() throws Exception {
    Path verdict = folder.resolve("verdict.json");
    assertThat(run("check-history", file(SKEW), "--out", verdict.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("G2: t1, t2")
        .contains("t1 must come before t2: t1 saw version 0 of x, without version 1, which t2 made")
        .contains("2 operations, claimed strict-serializable: 1 anomal");
    JsonNode json = JsonMapper.shared().readTree(Files.readString(verdict));
    assertThat(json.propertyNames()).containsExactly("file", "claim", "operations", "anomalies");
    assertThat(json.at("/anomalies/0/name").asString()).isEqualTo("G2");
    assertThat(json.at("/anomalies/0/operations/1").asString()).isEqualTo("t2");
    assertThat(json.at("/anomalies/0/story")).hasSizeGreaterThan(3);
  }

  @Test
  void tellsAnEmptyFileFromOneWithoutAHeader() throws Exception {
    assertThat(run("check-history", file(""))).isEqualTo(2);
    assertThat(err.toString()).contains("the file is empty; a history begins with a line {");
    for (String text : new String[] {"{}", SKEW.lines().toList().getLast()}) {
      err.getBuffer().setLength(0);
      assertThat(run("check-history", file(text))).isEqualTo(2);
      assertThat(err.toString())
          .contains("line 1", "the first line is no header")
          .doesNotContain("empty");
    }
  }

  @Test
  void judgesByMoreOrLessThanTheFileClaims() throws Exception {
    assertThat(run("check-history", file(SKEW), "--claim", "object")).isZero();
    assertThat(out.toString()).contains("2 operations, claimed object: as claimed");
    assertThat(run("check-history", file(SKEW), "--claim", "serializable")).isEqualTo(1);
    assertThat(run("check-history", file(SKEW), "--claim", "strict")).isEqualTo(2);
    assertThat(err.toString()).contains("--claim: 'strict' is not one of object, serializable");
  }

  @Test
  void whatIsNoHistoryIsWrongUsage() throws Exception {
    assertThat(run("check-history", "no-such-file")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no no-such-file");
    assertThat(run("check-history", file(SKEW + "{\"operation\":\"t3\"}"))).isEqualTo(2);
    assertThat(err.toString()).contains("line 4, client: is missing");
    assertThat(run("check-history", file(SKEW.replace("c2", "c1")))).isEqualTo(2);
    assertThat(out.toString()).contains("A client asks for one thing at a time.");
  }
}
