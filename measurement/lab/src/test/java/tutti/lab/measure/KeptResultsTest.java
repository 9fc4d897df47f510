package tutti.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tutti.lab.BenchCommand;
import tutti.lab.measure.KeptResults.Change;
import tutti.lab.measure.KeptResults.Kept;

/** A regression is seen by the ratios of two measurements. */
class KeptResultsTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static Kept kept(String figure, double low, double high) {
    return new Kept("abc", "a/b", figure, new Ratio((low + high) / 2, low, high, 8));
  }

  @Test
  void whatOverlapsIsAsBefore() {
    assertThat(kept("throughput", 0.8, 1.0).since(kept("throughput", 0.9, 1.2)))
        .isEqualTo(Change.NONE);
  }

  @Test
  void whatLiesApartIsBetterOrWorseByTheFigure() {
    assertThat(kept("throughput", 0.5, 0.6).since(kept("throughput", 0.9, 1.2)))
        .isEqualTo(Change.WORSE);
    assertThat(kept("throughput", 1.3, 1.6).since(kept("throughput", 0.9, 1.2)))
        .isEqualTo(Change.BETTER);
    assertThat(kept("cpu-us-per-request", 1.3, 1.6).since(kept("cpu-us-per-request", 0.9, 1.2)))
        .isEqualTo(Change.WORSE);
    assertThat(kept("cpu-us-per-request", 0.5, 0.6).since(kept("cpu-us-per-request", 0.9, 1.2)))
        .isEqualTo(Change.BETTER);
    assertThat(kept("cpu-us-per-request", 0.5, 0.6).since(kept("throughput", 0.9, 1.2)))
        .isEqualTo(Change.OTHER_FIGURE);
  }

  private int results(Path measured, Path kept, String... more) {
    CommandLine command = new CommandLine(new BenchCommand());
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    String[] words = {"results", measured.toString(), "--kept", kept.toString()};
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return command.execute(all);
  }

  private void measured(double low, double high) throws Exception {
    Files.writeString(
        folder.resolve("journal.json"),
        "{\"commit\":\"abc\",\"parameters\":{\"ratio-of\":\"cpu-us-per-request\"},\"ratios\":{\"tutti/bare-file\":"
            + "{\"median\":%s,\"low\":%s,\"high\":%s,\"pairs\":8}}}"
                .formatted((low + high) / 2, low, high));
  }

  @Test
  void theCommandKeepsResultsAndFailsForWhatIsWorse(@TempDir Path elsewhere) throws Exception {
    Path kept = elsewhere.resolve("results.json");
    measured(1.0, 1.1);
    assertThat(results(folder, kept, "--keep")).isZero();
    assertThat(out.toString()).contains("new", "1 comparisons, 0 of them worse");
    assertThat(results(folder, kept)).isZero();
    assertThat(out.toString()).contains("as before");
    measured(1.2, 1.3);
    assertThat(results(folder, kept)).isOne();
    assertThat(out.toString()).contains("WORSE than at abc", "1 of them worse");
    assertThat(KeptResults.read(kept).get("journal").ratio().high()).isEqualTo(1.1);
  }

  @Test
  void aFolderThatIsNotThereIsNamedInWords() {
    Path missing = folder.resolve("nope");
    assertThat(results(missing, folder.resolve("results.json"))).isOne();
    assertThat(err.toString()).isEqualTo("tutti: there is no " + missing + "\n");
  }

  /** A gate that has measured nothing does not pass. */
  @Test
  void aFolderWithoutComparisonsIsAFailure() throws Exception {
    Path kept = folder.resolve("kept/results.json");
    assertThat(results(folder, kept)).isOne();
    Files.writeString(folder.resolve("other.json"), "{\"median\":1.0}");
    assertThat(results(folder, kept)).isOne();
    assertThat(err.toString()).contains("there is no comparison in " + folder);
    Files.writeString(folder.resolve("other.json"), "{");
    assertThat(results(folder, kept)).isOne();
    assertThat(err.toString()).contains("other.json is no JSON: ").doesNotContain("\tat ");
  }

  @Test
  void theKeptResultsOfTheRepositoryCanBeRead() throws Exception {
    assertThat(KeptResults.read(Path.of("../../docs/benchmarks/results.json")))
        .containsKeys("journal", "http", "transport")
        .allSatisfy(
            (name, result) -> {
              assertThat(result.figure()).isNotEmpty();
              assertThat(result.ratio().low()).isPositive();
            });
  }
}
