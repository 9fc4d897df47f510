package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;

/** The page about several nodes: its commands in their order, and the answers that it shows. */
class SeveralNodesPageTest {
  private static final String PAGE = "docs/several-nodes.md";

  @TempDir private Path folder;

  @Test
  void everyCommandDoesWhatThePageSays() throws Exception {
    List<Walk.Step> steps = Walk.steps(Files.readString(TuttiProcess.ROOT.resolve(PAGE)));
    assertThat(steps).hasSizeGreaterThan(25);
    try (Cluster cluster = new Cluster(folder)) {
      Walk walk = new Walk(cluster);
      walk.follow(steps.getFirst());
      theMetricsThatThePageNamesAreThere(cluster.at(0).text("/metrics"));
      for (Walk.Step step : steps.subList(1, steps.size())) {
        walk.follow(step);
      }
      assertThat(walk.inDoubt()).isPositive();
    }
  }

  /** A page that people follow on three processes; it has more steps than so many. */
  private record Page(String file, int fewer) {}

  /** The pages take turns: usually one of them in a run of the suite. */
  static List<Page> pagesOfReplicas() {
    return Effort.few(
        List.of(
            new Page("docs/replication.md", 14),
            new Page("docs/tapir.md", 18),
            new Page("docs/janus.md", 14)));
  }

  @ParameterizedTest
  @MethodSource("pagesOfReplicas")
  void replicasDoWhatTheirPageSays(Page page) throws Exception {
    follow(page.file(), page.fewer());
  }

  /** Follows all steps of a page, of which there are more than so many. */
  private void follow(String page, int fewer) throws Exception {
    List<Walk.Step> steps = Walk.steps(Files.readString(TuttiProcess.ROOT.resolve(page)));
    assertThat(steps).hasSizeGreaterThan(fewer);
    try (Cluster cluster = new Cluster(folder)) {
      Walk walk = new Walk(cluster);
      for (Walk.Step step : steps) {
        walk.follow(step);
      }
    }
  }

  @Test
  void whatIsStuckIsEndedAsItsPageSays() throws Exception {
    List<Walk.Step> orders =
        Walk.steps(Files.readString(TuttiProcess.ROOT.resolve("docs/stuck-transactions.md")));
    assertThat(orders).hasSizeGreaterThan(5);
    String page = Files.readString(TuttiProcess.ROOT.resolve(PAGE));
    try (Cluster cluster = new Cluster(folder)) {
      Walk walk = new Walk(cluster);
      for (Walk.Step step : Walk.steps(page)) {
        walk.follow(step);
        if (step.command().equals("kill -9 $(cat data/a/lock)")) {
          break;
        }
      }
      for (Walk.Step step : orders) {
        walk.follow(step);
      }
    }
  }

  private static void theMetricsThatThePageNamesAreThere(String metrics) throws IOException {
    Matcher names =
        Pattern.compile("`(tutti_[a-z_]+)")
            .matcher(Files.readString(TuttiProcess.ROOT.resolve(PAGE)));
    int found = 0;
    while (names.find()) {
      found++;
      assertThat(metrics + "\ntutti_in_doubt_actor{\ntutti_commit_phase{")
          .contains("\n" + names.group(1));
    }
    assertThat(found).isGreaterThan(6);
  }
}
