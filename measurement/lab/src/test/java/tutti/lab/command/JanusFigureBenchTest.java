package tutti.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.BenchCommand;

/** {@code tutti bench figure janus-3}, small. */
@Timeout(300)
class JanusFigureBenchTest {
  private static final String SMALL =
      "--thetas=0.9 --graphs=ring --clients=9 --seconds=0.005 --warmup=0.002 ";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int figure(String arguments) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(("figure janus-3 " + arguments).split(" "));
  }

  private String written(int threads) throws Exception {
    Path where = folder.resolve("of-" + threads);
    assertThat(figure(SMALL + "--threads=" + threads + " --out=" + where))
        .as("%s%n%s", out, err)
        .isZero();
    return Files.readString(where.resolve("janus-3.json"));
  }

  @Test
  @Tag("slow")
  void nothingDependsOnTheNumberOfRunsAtOnce() throws Exception {
    String one = written(1);
    assertThat(written(3)).isEqualTo(one);
    JsonNode json = JsonMapper.builder().build().readTree(one);
    assertThat(json.at("/runs")).hasSize(12);
    assertThat(json.at("/runs/0/label").asString()).isEqualTo("ring janus theta 0.9");
    assertThat(json.at("/runs/0/throughput").asDouble()).isPositive();
    assertThat(List.of(json.at("/failed"), json.at("/outstanding"))).allMatch(JsonNode::isEmpty);
    assertThat(json.at("/runs/0").propertyNames())
        .as("no disk takes part in a simulated run")
        .doesNotContain("fsync-probe-us");
    assertThat(err.toString()).contains("12 of 12, ring ");
  }

  @Test
  void atLeastOneRunAtOnce() {
    assertThat(figure("--threads=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--threads must be between 1 and 1024, is 0");
  }
}
