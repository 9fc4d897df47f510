package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.state.CommitScope;

/**
 * TLC finds of the models in {@code docs/tla} what their page says, and the machines end as the
 * models do, as the page says. Needs Python with pip, and once the registry from which that gets
 * TLC: without them the test fails, and says so.
 */
@Tag("slow")
class ModelsTest {
  private static final Path MODELS = root().resolve("docs/tla");

  /** Name, finding, and number of states. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\S+)` \\|.*\\| ([^|]*) \\| ([0-9,]+)[^|]*\\|$", Pattern.MULTILINE);

  private static final Pattern WORD = Pattern.compile("\"(\\w+)\"");

  private record Row(String model, boolean holds, String states) {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("docs/tla/check"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("the tests must run inside the repository");
    }
    return folder;
  }

  static List<Row> rows() throws IOException {
    List<MatchResult> rows =
        ROW.matcher(Files.readString(MODELS.resolve("README.md"))).results().toList();
    return rows.stream()
        .map(
            row ->
                new Row(
                    row.group(1), row.group(2).equals("no error"), row.group(3).replace(",", "")))
        .toList();
  }

  @Test
  void everyModelHasARow() throws IOException {
    try (var files = Files.list(MODELS)) {
      assertThat(rows().stream().map(row -> row.model() + ".cfg"))
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".cfg"))
                  .toList());
    }
  }

  /** The output of the script that runs TLC; the script must end well. */
  private static String check(String model) throws Exception {
    ProcessBuilder check =
        new ProcessBuilder(MODELS.resolve("check").toString(), model).redirectErrorStream(true);
    check.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = check.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void tlcFindsWhatThePageSays(Row row) throws Exception {
    assertThat(check(row.model()))
        .containsPattern(row.holds() ? "No error has been found" : "Invariant \\w+ is violated")
        .contains(" " + row.states() + " distinct states found");
  }

  /** How all have ended where a model is quiet, in the explorer's words. */
  private static SortedSet<String> endsOf(String model) throws Exception {
    check(model);
    try (Stream<String> lines = Files.lines(root().resolve("target/tla/" + model + ".txt"))) {
      return lines
          .filter(line -> line.startsWith("<<\"ends\","))
          .map(ModelsTest::end)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static String end(String line) {
    List<String> words = WORD.matcher(line).results().map(word -> word.group(1)).toList();
    String told = words.getLast();
    return String.join(" ", words.subList(1, words.size() - 1))
        + (told.equals("nothing") ? " " : " told " + told.toUpperCase(Locale.ROOT));
  }

  /** A constant of a model. */
  private static int number(String model, String constant) throws IOException {
    MatchResult line =
        Pattern.compile(constant + " = (\\d+)")
            .matcher(Files.readString(MODELS.resolve(model + ".cfg")))
            .results()
            .findFirst()
            .orElseThrow();
    return Integer.parseInt(line.group(1));
  }

  /** In the scope of a model, without the steps that are optional; all change something. */
  private static CommitExploration explore(String protocol, String model) throws IOException {
    int last = number(model, "Last");
    CommitScope scope =
        CommitScopes.withoutRefusals(
            CommitScopes.withParticipants(
                CommitScopes.of(Assumption.SYNCHRONOUS_CRASH, number(model, "MaxCrashes"), 0, 0, 0),
                last + 1));
    Set<Integer> all = IntStream.rangeClosed(0, last).boxed().collect(Collectors.toSet());
    return new CommitExplorer(Explored.named(protocol), scope, Assumption.ASYNCHRONOUS)
        .explore(all, states -> {});
  }

  @ParameterizedTest
  @ValueSource(strings = {"EasyCommit", "EasyCommit-one-participant"})
  void theMachinesOfEasyCommitEndAsTheModelDoes(String model) throws Exception {
    CommitExploration all = explore("easy-commit", model);
    assertThat(all.violations()).isEmpty();
    assertThat(all.complete()).isTrue();
    assertThat(all.ends())
        .isEqualTo(endsOf(model))
        .hasSizeGreaterThan(10)
        .noneMatch(end -> end.contains("COMMIT") && end.contains("ABORT"));
  }

  @Test
  void thoseOfThePapersFormDoNot() throws Exception {
    assertThat(explore("easy-commit-paper", "EasyCommit-paper").violations())
        .last()
        .extracting(Violation::rule)
        .isIn("agreement", "matrix");
  }

  /**
   * The members are two participants; the coordinator only looks and counts. Everything else of the
   * model needs more than one crash of the machines.
   */
  @Test
  void theMachinesOfPaxosCommitEndAsTheModelDoesWithACrash() throws Exception {
    CommitScope scope =
        CommitScopes.withoutRefusals(
            CommitScopes.withTimers(CommitScopes.of(Assumption.ASYNCHRONOUS, 1, 0, 0, 0), 1, 0));
    CommitExploration all =
        new CommitExplorer(Explored.named("paxos-commit"), scope, Assumption.ASYNCHRONOUS)
            .explore(Set.of(1, 2), states -> {});
    assertThat(all.violations()).isEmpty();
    assertThat(all.complete()).isTrue();
    Set<String> ends = new TreeSet<>(endsOf("PaxosCommit"));
    assertThat(ends).contains("COMMITTED OPEN ", "OPEN COMMITTED ", "OPEN OPEN told ABORT");
    ends.removeAll(Set.of("COMMITTED OPEN ", "OPEN COMMITTED ", "OPEN OPEN told ABORT"));
    assertThat(all.ends().stream().map(end -> end.replaceFirst("^LOOKED ", "")))
        .containsExactlyInAnyOrderElementsOf(ends);
  }
}
