package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;

/** The links, files, dependencies and examples of the documentation are there. */
class DocsTest {
  private static final Path ROOT = Repository.root();
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern PAGE =
      Pattern.compile("(?<![\\w/])docs/[\\w./-]+\\.md(?:#[\\w-]+)?");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern MACHINE =
      Pattern.compile("(?<![\\w.])/(?:work|root|home/\\w+|tmp/wt|usr/lib/jvm/temurin)\\b");

  static Stream<Path> pages() throws IOException {
    List<Path> pages =
        new ArrayList<>(
            List.of(
                Path.of("README.md"),
                Path.of("CONTRIBUTING.md"),
                Path.of("CHANGELOG.md"),
                Path.of("SECURITY.md")));
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .map(ROOT::relativize)
            .sorted()
            .forEach(pages::add);
      }
    }
    return pages.stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Path page) throws IOException {
    String text = FENCE.matcher(Files.readString(ROOT.resolve(page))).replaceAll("");
    List<String> dead = new ArrayList<>();
    Matcher links = LINK.matcher(text);
    while (links.find()) {
      String link = links.group(1);
      if (!link.matches("(?:https?|mailto):.*") && !resolves(page, link)) {
        dead.add(link);
      }
    }
    assertThat(dead).as("dead links in " + page).isEmpty();
  }

  private static boolean resolves(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target =
        parts[0].isEmpty()
            ? ROOT.resolve(page)
            : ROOT.resolve(page).resolveSibling(parts[0]).normalize();
    if (!target.startsWith(ROOT) || !Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || anchors(Files.readString(target)).contains(parts[1]);
  }

  /** The anchors that a page's headings have on GitHub. */
  private static List<String> anchors(String text) {
    return FENCE
        .matcher(text)
        .replaceAll("")
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(
            line ->
                line.replaceFirst("^#+ *", "")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'))
        .toList();
  }

  @Test
  void pagesThatSourcesReferToAreThere() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path file : Repository.files().stream().filter(DocsTest::isSource).toList()) {
      Matcher pages = PAGE.matcher(Files.readString(file));
      while (pages.find()) {
        if (!resolves(Path.of("README.md"), pages.group())) {
          dead.add(ROOT.relativize(file) + ": " + pages.group());
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  private static boolean isSource(Path file) {
    return file.toString().matches(".*/src/(?:main|test)/.*\\.(?:java|mutant|conf)");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void namesNoPathOfOneMachine(Path page) throws IOException {
    assertThat(Files.readString(ROOT.resolve(page))).doesNotContainPattern(MACHINE);
  }

  @Test
  void listsEveryDependencyWithItsVersion() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    String page = Files.readString(ROOT.resolve("docs/dependencies.md"));
    Matcher managed =
        Pattern.compile(
                "<dependency><groupId>(?!io\\.tutti)[^<]*</groupId><artifactId>([^<]*)</artifactId>"
                    + "<version>\\$\\{([^}]*)}</version>")
            .matcher(pom);
    int found = 0;
    while (managed.find()) {
      found++;
      String name = managed.group(1).replace("junit-bom", "junit-jupiter");
      Matcher version =
          Pattern.compile("<" + managed.group(2) + ">([^<]*)</" + managed.group(2) + ">")
              .matcher(pom);
      assertThat(version.find()).as(managed.group(2)).isTrue();
      assertThat(page.lines())
          .as(name)
          .anyMatch(line -> line.contains(name) && line.contains("| " + version.group(1) + " |"));
    }
    assertThat(found).isGreaterThan(8);
  }

  /** The table of modules names the packages of a module that has several. */
  @ParameterizedTest
  @ValueSource(strings = {"model", "rebel", "engine", "simulator", "server", "cli"})
  void theMapHasEveryPackage(String module) throws IOException {
    String row =
        Files.readString(ROOT.resolve("docs/architecture.md"))
            .lines()
            .filter(line -> line.startsWith("| `" + module + "` |"))
            .findFirst()
            .orElseThrow();
    Path sources = Repository.module(module).resolve("src/main/java/tutti/" + module);
    try (Stream<Path> packages = Files.list(sources).filter(Files::isDirectory)) {
      assertThat(packages.map(each -> each.getFileName().toString()))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(row).contains("`" + name + "`"));
    }
  }

  @Test
  void listsEveryDecisionInTheIndex() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/decisions/README.md"));
    try (Stream<Path> decisions = Files.list(ROOT.resolve("docs/decisions"))) {
      assertThat(
              decisions
                  .map(file -> file.getFileName().toString())
                  .filter(name -> !name.equals("README.md"))
                  .filter(name -> !index.contains("(" + name + ")")))
          .isEmpty();
    }
  }

  @Test
  void everyExampleHasAReadmeAndDeploymentsThatRead() throws IOException {
    try (Stream<Path> examples = Files.list(ROOT.resolve("examples"))) {
      assertThat(examples.filter(Files::isDirectory))
          .isNotEmpty()
          .allSatisfy(
              example -> {
                assertThat(example.resolve("README.md")).exists();
                assertThat(example.resolve("deployment.conf")).exists();
                try (Stream<Path> files = Files.list(example)) {
                  assertThat(
                          files.filter(
                              file ->
                                  file.toString().endsWith(".conf")
                                      && !file.endsWith("roles.conf")))
                      .allSatisfy(
                          file ->
                              assertThat(DeploymentReader.read(file, List.of()))
                                  .isInstanceOf(Reading.Valid.class));
                }
              });
    }
  }
}
