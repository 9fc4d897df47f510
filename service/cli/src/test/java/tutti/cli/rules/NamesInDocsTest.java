package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The types and methods that pages name are in the sources, in whatever package. */
class NamesInDocsTest {
  private static final Path ROOT = Repository.root();
  private static final String LIFE = "docs/life-of-a-transaction.md";
  private static final String NAMES = "docs/decisions/0015-names.md";
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");

  /** A type in code, perhaps with a member of it. */
  private static final Pattern NAME =
      Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:[.#](\\w+))?(?:\\([^`]*\\))?`");

  private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.([a-z]\\w*)`");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*|none) \\| ([^|]*) \\|$");

  private static final Pattern QUALIFIED = Pattern.compile("`([\\w.]+)`");

  /** Pages for users, whose types are those of applications, of the language and of HTTP. */
  private static final Set<String> FOR_USERS =
      Set.of(
          "docs/api.md",
          "docs/guide-java.md",
          "docs/history-format.md",
          "docs/java-actors.md",
          "docs/rebel.md",
          "docs/remote-client.md",
          "docs/rebel-values.md",
          "docs/writing-an-application.md");

  /** Words in code on other pages that are no types of Tutti. */
  private static final Set<String> NO_TYPES =
      Set.of("ClassName", "Ends", "Janus", "Location", "MultiPaxosLog", "NonBlockingHashMapLong");

  private static final List<String> OF_THE_JDK =
      List.of("java.lang.", "java.util.", "java.util.concurrent.", "java.time.", "java.math.");

  private static SourceTypes types;

  @BeforeAll
  static void readsTheSources() throws IOException {
    types = SourceTypes.of(ROOT);
  }

  /** The pages about the code; a decision is about the code of its day. */
  static Stream<Path> pages() throws IOException {
    return DocsTest.pages()
        .filter(page -> page.startsWith("docs") || page.getNameCount() == 1)
        .filter(page -> !page.startsWith("docs/decisions"))
        .filter(page -> !page.endsWith("CHANGELOG.md"))
        .filter(page -> !FOR_USERS.contains(page.toString().replace('\\', '/')));
  }

  private static String text(String page) throws IOException {
    return FENCE.matcher(Files.readString(ROOT.resolve(page))).replaceAll("");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyTypeOfAPageIsInTheSources(Path page) throws IOException {
    Set<String> wrong = new TreeSet<>();
    Matcher names = NAME.matcher(text(page.toString()));
    while (names.find()) {
      String type = names.group(1);
      String member = names.group(2);
      if (NO_TYPES.contains(type) || isOfTheJdk(type)) {
        continue;
      }
      if (!types.has(type)) {
        wrong.add(names.group() + ": no type " + type + newName(type));
      } else if (member != null && !types.has(member) && !types.hasMember(type, member)) {
        wrong.add(names.group() + ": no " + member + " in " + types.filesOf(type));
      }
    }
    assertThat(wrong).as("names in %s that the sources do not have", page).isEmpty();
  }

  private static boolean isOfTheJdk(String type) {
    for (String start : OF_THE_JDK) {
      try {
        Class.forName(start + type, false, NamesInDocsTest.class.getClassLoader());
        return true;
      } catch (ClassNotFoundException notThere) {
        // It may be in the next package.
      }
    }
    return false;
  }

  /** The table's new name of a type that is gone. */
  private static String newName(String type) throws IOException {
    for (MatchResult row : rows()) {
      if (row.group(1).endsWith("." + type + "`")) {
        return ", which is " + row.group(2) + " now";
      }
    }
    return "; rename it here, too";
  }

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(text(NAMES)).results().toList();
  }

  @Test
  void everyMethodOfTheLifeOfATransactionIsDeclaredWhereItSays() throws IOException {
    Set<String> wrong = new TreeSet<>();
    int found = 0;
    Matcher methods = METHOD.matcher(text(LIFE).replace("`ClassName.method`", ""));
    while (methods.find()) {
      found++;
      String type = methods.group(1);
      String method = methods.group(2);
      if (!types.has(type)) {
        wrong.add(methods.group() + ": no type " + type + newName(type));
      } else if (!types.hasMethod(type, method)) {
        wrong.add(methods.group() + ": no method " + method + " in " + types.filesOf(type));
      }
    }
    assertThat(wrong)
        .as("steps of %s whose class or method was renamed: adapt the page", LIFE)
        .isEmpty();
    assertThat(found).isGreaterThan(80);
  }

  @Test
  void everyStepOfTheLifeOfATransactionNamesAMethod() throws IOException {
    List<String> without = new ArrayList<>();
    int steps = 0;
    for (String part : text(LIFE).split("\n\n")) {
      List<String> step =
          part.startsWith("|")
              ? part.lines().skip(2).filter(line -> line.matches("\\| \\d+ .*")).toList()
              : part.startsWith("**") ? List.of(part) : List.of();
      steps += step.size();
      step.stream().filter(each -> !METHOD.matcher(each).find()).forEach(without::add);
    }
    assertThat(without).isEmpty();
    assertThat(steps).isGreaterThan(25);
  }

  @Test
  void theTableOfNamesLeadsFromTypesThatAreGoneToTypesThatAreThere() throws IOException {
    List<MatchResult> rows = rows();
    for (MatchResult row : rows) {
      String old = row.group(1).replace("`", "");
      List<MatchResult> news = QUALIFIED.matcher(row.group(2)).results().toList();
      boolean stays = news.stream().anyMatch(each -> each.group(1).equals(old));
      assertThat(types.hasQualified(old))
          .as("%s is a type, so it is no old name of %s unless a split left it there", old, NAMES)
          .isEqualTo(stays);
      assertThat(news.isEmpty()).as("the row of %s", old).isEqualTo(row.group(2).equals("none"));
      for (MatchResult each : news) {
        assertThat(types.hasQualified(each.group(1)))
            .as("%s, the new name of %s, is a type", each.group(1), old)
            .isTrue();
      }
    }
    assertThat(rows.stream().map(row -> row.group(1))).isNotEmpty().doesNotHaveDuplicates();
  }
}
