package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.testing.Effort;

/** The pages about several nodes: their commands in their order, and the answers they show. */
class SeveralNodesPageTest {
  private static final String PAGE = "docs/several-nodes.md";

  @TempDir private Path folder;

  /** Nodes with folders of their own: a factory's tests share one. */
  private Cluster cluster() throws IOException {
    return new Cluster(Files.createTempDirectory(folder, "walk"));
  }

  private void everyCommandDoesWhatThePageSays() throws Exception {
    List<Walk.Step> steps = Walk.steps(Files.readString(TuttiProcess.ROOT.resolve(PAGE)));
    assertThat(steps).hasSizeGreaterThan(25);
    try (Cluster cluster = cluster()) {
      Walk walk = new Walk(cluster);
      walk.follow(steps.getFirst());
      theMetricsThatThePageNamesAreThere(cluster.at(0).text("/metrics"));
      for (Walk.Step step : steps.subList(1, steps.size())) {
        walk.follow(step);
      }
      assertThat(walk.inDoubt()).isPositive();
    }
  }

  /** The walks take turns: usually one of all {@link DearFamily}. */
  @TestFactory
  Stream<DynamicTest> pagesAreTrue() {
    return Effort.fewInTurn(
        DearFamily.PAGES,
        DearFamily.COUNT,
        List.of(
            dynamicTest(PAGE, this::everyCommandDoesWhatThePageSays),
            dynamicTest("docs/replication.md", () -> follow("docs/replication.md", 14)),
            dynamicTest("docs/tapir.md", () -> follow("docs/tapir.md", 18)),
            dynamicTest("docs/janus.md", () -> follow("docs/janus.md", 14)),
            dynamicTest("docs/stuck-transactions.md", this::whatIsStuckIsEndedAsItsPageSays)))
        .stream();
  }

  /** Follows all steps of a page, of which there are more than so many. */
  private void follow(String page, int fewer) throws Exception {
    List<Walk.Step> steps = Walk.steps(Files.readString(TuttiProcess.ROOT.resolve(page)));
    assertThat(steps).hasSizeGreaterThan(fewer);
    try (Cluster cluster = cluster()) {
      Walk walk = new Walk(cluster);
      for (Walk.Step step : steps) {
        walk.follow(step);
      }
    }
  }

  private void whatIsStuckIsEndedAsItsPageSays() throws Exception {
    List<Walk.Step> orders =
        Walk.steps(Files.readString(TuttiProcess.ROOT.resolve("docs/stuck-transactions.md")));
    assertThat(orders).hasSizeGreaterThan(5);
    String page = Files.readString(TuttiProcess.ROOT.resolve(PAGE));
    try (Cluster cluster = cluster()) {
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
