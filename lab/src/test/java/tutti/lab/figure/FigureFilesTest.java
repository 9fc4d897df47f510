package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.lab.figure.Series.Point;
import tutti.lab.measure.Machine;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

class FigureFilesTest {
  @TempDir Path folder;

  static RunResult run(String label, double throughput, double millis) {
    Histogram latency = new Histogram(3);
    latency.recordValue((long) (millis * 1e6));
    return RunResult.of(label, throughput, latency, new Outcomes(7, 2, 0, 0, 1))
        .check("money-conserved", true);
  }

  private static Figure figure(RunResult run) {
    List<Series> series =
        List.of(
            new Series("two-phase-locking", List.of(new Point(1, 100), new Point(2, 180))),
            new Series("a < b & c", List.of(new Point(1, 110), new Point(2, 170))));
    return new Figure(
        "f",
        "A figure",
        "A note.",
        Map.of("nodes", List.of(1, 2)),
        3,
        "abc",
        new Machine("cpu", 2, 50),
        List.of(Psac6.similar("a", "(a) NoSync", "similar", series)),
        List.of(run));
  }

  @Test
  void writesDataPageAndPlots() throws Exception {
    assertThat(FigureFiles.write(figure(run("r", 100, 5)), folder))
        .containsExactly(
            folder.resolve("f.json"), folder.resolve("f.md"), folder.resolve("f-a.svg"));
    JsonNode json =
        JsonMapper.builder().build().readTree(Files.readString(folder.resolve("f.json")));
    JsonNode panel = json.get("panels").get(0);
    assertThat(panel.get("found-again").asBoolean()).isTrue();
    assertThat(panel.get("series").get("two-phase-locking").get(1).get(1).asDouble())
        .isEqualTo(180);
    assertThat(json.get("runs").get(0).get("checks").get("money-conserved").asBoolean()).isTrue();
    assertThat(json.get("runs").get(0).get("outcomes").get("refused").asLong()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("f.md")))
        .contains(
            "| nodes | two-phase-locking | path-sensitive | ratio |\n|---|---|---|---|\n"
                + "| 1 | 100 | 110 | 1.10 |",
            "**found again**",
            "![(a) NoSync](f-a.svg)",
            "checks hold: yes");
  }

  @Test
  void aPlotIsWellFormedAndHasAPointForEach() throws Exception {
    String svg = Plot.svg(figure(run("r", 1, 1)).panels().getFirst());
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(4);
    assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
  }

  @Test
  void saysWhereACheckFailed() {
    Figure figure = figure(run("r", 1, 1).check("money-conserved", false));
    assertThat(figure.good()).isFalse();
    assertThat(FigureFiles.page(figure)).contains("**NO**");
  }

  @ParameterizedTest
  @CsvSource({"100, 20", "3, 1", "0.9, 0.2", "1234, 500", "0, 1"})
  void ticksAreRound(double highest, double step) {
    assertThat(Plot.step(highest)).isEqualTo(step);
  }
}
