package tutti.rebel.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of diagnostics' texts, and its use by the parser and the checker. */
class ProblemTest {
  private static final Path TABLE = Path.of("src/main/resources/tutti/rebel/syntax/problems.txt");
  private static final Pattern KEY = Pattern.compile("\"([a-z]+(?:-[a-z]+)*(?:/[a-z-]+)?)\"");
  private static final Pattern CALL =
      Pattern.compile(
          "\\b(?:error|warning|cause|report)\\([^;\"]*\"([a-z]+(?:-[a-z]+)*[^\"]*)\"(?=,|\\s*:|\\);)");
  private static final Span PLACE = new Span(new SourceFile("a.ebl", ""), 0, 0);

  @Test
  void wordsEveryProblemThatIsReportedAndNoOther() throws IOException {
    TreeSet<String> table =
        new TreeSet<>(Files.readAllLines(TABLE).stream().filter(l -> !l.startsWith(" ")).toList());
    TreeSet<String> literals = new TreeSet<>();
    TreeSet<String> reported = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java/tutti/rebel"))) {
      for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
        String text = Files.readString(source);
        find(KEY, text, literals);
        find(CALL, text, reported);
      }
    }
    assertThat(reported).hasSizeGreaterThan(100);
    assertThat(table).containsAll(reported);
    literals.retainAll(table);
    assertThat(literals).isEqualTo(table);
  }

  private static void find(Pattern pattern, String text, TreeSet<String> found) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
  }

  @Test
  void hasALineForTheMessageAndPerhapsOnesForTheHelpAndTheFix() throws IOException {
    List<String> texts = List.of();
    for (String line : Files.readAllLines(TABLE)) {
      texts =
          line.startsWith(" ")
              ? Stream.concat(texts.stream(), Stream.of(line)).toList()
              : List.of();
      assertThat(line).matches("\\S+|  >|  \\S.*\\S");
      boolean afterAFix = texts.size() > 1 && texts.get(texts.size() - 2).startsWith("  >");
      assertThat(afterAFix).as(line).isFalse();
      boolean first = texts.size() == 1;
      assertThat(line).satisfies(each -> assertThat(first && each.startsWith("  >")).isFalse());
      assertThat(texts.stream().filter(each -> !each.startsWith("  >"))).hasSizeLessThan(3);
    }
  }

  @Test
  void fillsInArgumentsAsTheyAre() {
    Problem problem = Problem.of(PLACE, "config-missing", "{1}", "$1", "Integer");
    assertThat(List.of(problem.code(), problem.message(), problem.help()))
        .containsExactly(
            "config-missing", "`{1}` needs a value for `$1`, an Integer.", "Write `{1}[$1 = …]`.");
    assertThat(Problem.of(PLACE, "unset-field/after", "x").code()).isEqualTo("unset-field");
  }

  @Test
  void refusesAKeyThatTheTableDoesNotHave() {
    assertThatThrownBy(() -> Problem.of(PLACE, "no-such-key"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no-such-key");
  }
}
