package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    return figure(Runs.ended(List.of(run)));
  }

  private static Figure figure(Runs runs) {
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
        runs);
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
    Document document = read(Plot.svg(figure(run("r", 1, 1)).panels().getFirst()));
    assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(4);
    assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
  }

  private static Document read(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void saysWhereACheckFailed() {
    Figure figure = figure(run("r", 1, 1).check("money-conserved", false));
    assertThat(figure.good()).isFalse();
    assertThat(FigureFiles.page(figure)).contains("**NO**");
  }

  @Test
  void tellsOfRunsThatFailedAndOfThoseThatAreOutstanding() throws Exception {
    Figure figure =
        figure(new Runs(List.of(run("r", 1, 1)), Map.of("s", "out of memory"), List.of("t", "u")));
    assertThat(figure.good()).isFalse();
    FigureFiles.write(figure(run("old", 1, 1)), folder);
    FigureFiles.write(figure, folder);
    assertThat(Files.readString(folder.resolve("f.md")))
        .contains(
            "checks hold: yes, of those",
            "- **FAILED**: s: out of memory\n",
            "- outstanding: 2 of 4 runs\n",
            "Verdict: **not measured**")
        .doesNotContain("found again**");
    JsonNode json =
        JsonMapper.builder().build().readTree(Files.readString(folder.resolve("f.json")));
    assertThat(json.at("/runs/0/label").asString()).isEqualTo("r");
    assertThat(json.at("/failed/s").asString()).isEqualTo("out of memory");
    assertThat(json.at("/outstanding/1").asString()).isEqualTo("u");
    assertThat(json.at("/panels/0/found-again").isNull()).isTrue();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).as("and no parts").hasSize(3);
    }
  }

  @Test
  void aFigureIsGoodOnlyIfEveryRunEnded() {
    List<RunResult> ended = List.of(run("r", 1, 1));
    assertThat(figure(new Runs(ended, Map.of(), List.of())).good()).isTrue();
    assertThat(figure(new Runs(ended, Map.of("s", "broken"), List.of())).good()).isFalse();
    assertThat(figure(new Runs(ended, Map.of(), List.of("t"))).good()).isFalse();
  }

  @Test
  void aPlotWithoutAPointIsWellFormed() throws Exception {
    Panel none =
        new Panel(
            "k",
            "t",
            "p",
            "c",
            false,
            "v",
            "x",
            "y",
            List.of(new Series("s", List.of())),
            List.of());
    assertThat(read(Plot.svg(none)).getElementsByTagName("circle").getLength()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"100, 20", "3, 1", "0.9, 0.2", "1234, 500", "0, 1"})
  void ticksAreRound(double highest, double step) {
    assertThat(Plot.step(highest)).isEqualTo(step);
  }
}
