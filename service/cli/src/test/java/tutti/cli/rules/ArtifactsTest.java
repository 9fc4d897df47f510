package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The artifacts have what a repository and a build that uses them want. */
class ArtifactsTest {
  private static final Path ROOT = Repository.root();
  private static final Pattern MODULE = Pattern.compile("<module>[a-z]+/([a-z]+)</module>");
  private static final Pattern MANAGED = Pattern.compile("<artifactId>tutti-([a-z]+)</artifactId>");

  private static String ofAll() throws IOException {
    return Files.readString(ROOT.resolve("pom.xml"));
  }

  private static String pom(String module) throws IOException {
    return Files.readString(Repository.module(module).resolve("pom.xml"));
  }

  /** The modules that have a jar. */
  static List<String> modules() throws IOException {
    return MODULE
        .matcher(ofAll())
        .results()
        .map(result -> result.group(1))
        .distinct()
        .filter(module -> !module.equals("bom"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void saysItsNames(String module) throws IOException {
    assertThat(pom(module))
        .contains("<artifactId>tutti-" + module + "</artifactId>")
        .contains("<tutti.module>tutti." + module + "</tutti.module>")
        .containsPattern("<name>Tutti: .+</name>")
        .containsPattern("<description>.+\\.</description>");
  }

  /** The module path of Java takes no package from two modules. */
  @Test
  void noPackageIsInTwoModules() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (String module : modules()) {
      Path sources = Repository.module(module).resolve("src/main/java");
      if (!Files.isDirectory(sources)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path card : files.filter(file -> file.endsWith("package-info.java")).toList()) {
          String other = found.put(sources.relativize(card).toString(), module);
          assertThat(other).as("%s is in %s, too", card, other).isNull();
        }
      }
    }
    assertThat(found).hasSizeGreaterThan(50);
  }

  @Test
  void theBillOfMaterialsHasTheModulesThatArePublished() throws IOException {
    TreeSet<String> published = new TreeSet<>();
    for (String module : modules()) {
      if (!pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>")) {
        published.add(module);
      }
    }
    String bom = pom("bom").replace("<artifactId>tutti-bom</artifactId>", "");
    assertThat(MANAGED.matcher(bom).results().map(result -> result.group(1)))
        .containsExactlyInAnyOrderElementsOf(published);
  }

  /** The bill of materials has no parent to take these from. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?m)^  <version>.*?</version>",
        "(?m)^  <url>.*?</url>",
        "(?s)<licenses>.*?</licenses>",
        "(?s)<developers>.*?</developers>",
        "(?s)<scm>.*?</scm>",
        "(?s)<id>sign</id>.*?</profile>",
        "<tutti.home>.*?</tutti.home>",
        "<tutti.source>.*?</tutti.source>"
      })
  void theBillOfMaterialsAgreesWithTheModules(String element) throws IOException {
    Pattern pattern = Pattern.compile(element);
    String modules = ofAll().replaceAll(" child\\.[^=]*=\"false\"", "");
    List<String> parts = pattern.matcher(modules).results().map(MatchResult::group).toList();
    assertThat(parts).hasSize(1);
    assertThat(pom("bom")).contains(parts.getFirst());
  }

  /** A snapshot's addresses may lead nowhere; those of a version that is published may not. */
  @Test
  void aVersionThatIsPublishedHasAddresses() throws IOException {
    String pom = ofAll();
    if (!pom.contains("-SNAPSHOT</version>")) {
      assertThat(pom).doesNotContain(".invalid");
    }
  }

  /** The list is that of docs/decisions/0018-types-of-the-engine.md. */
  @Test
  void theUsersApiNamesTheseTypesOfTheEngine() {
    Map<String, TreeSet<String>> named = new TreeMap<>();
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("tutti.model", "tutti.embedded", "tutti.client", "tutti.testkit")
            .stream()
            .filter(ArtifactsTest::isForUsers)
            .forEach(
                type -> {
                  Stream<JavaType> above =
                      Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
                  Stream<JavaClass> aboveIt =
                      above.flatMap(each -> each.getAllInvolvedRawTypes().stream());
                  Stream<JavaClass> inMembers =
                      type.getMembers().stream()
                          .filter(member -> isForUsers(member.getModifiers()))
                          .flatMap(member -> member.getAllInvolvedRawTypes().stream());
                  Stream.concat(aboveIt, inMembers)
                      .filter(each -> each.getPackageName().startsWith("tutti.engine"))
                      .forEach(
                          each ->
                              named
                                  .computeIfAbsent(type.getSimpleName(), _ -> new TreeSet<>())
                                  .add(each.getName().replaceFirst(".*\\.", "")));
                });
    assertThat(named)
        .isEqualTo(
            Map.of(
                "Connection",
                Set.of(
                    "TransactionRequest",
                    "Outcome",
                    "TransactionStatus",
                    "TransactionId",
                    "Node$ReadResult"),
                "TransactionStart",
                Set.of("ClientBlock"),
                "TuttiBuilder",
                Set.of("AdvancedTime", "Deployment")));
  }

  /** Whether programs can name a class: it is public, and so are those around it. */
  private static boolean isForUsers(JavaClass type) {
    return isForUsers(type.getModifiers())
        && type.getEnclosingClass().map(ArtifactsTest::isForUsers).orElse(true);
  }

  private static boolean isForUsers(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LICENSE", "NOTICE"})
  void theLicenceIsInEachJar(String name) throws IOException {
    List<URL> found =
        Collections.list(getClass().getClassLoader().getResources("META-INF/" + name));
    assertThat(List.of("model", "engine", "embedded", "client", "testkit", "cli"))
        .allSatisfy(
            module ->
                assertThat(found)
                    .anyMatch(
                        url ->
                            url.toString().contains("/" + module + "/target/")
                                || url.toString().contains("/tutti-" + module + "-")));
  }
}
