package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/**
 * The command of docs/install.md writes a repository, whose artifacts have what Maven Central wants
 * of each: its name, description, address, licence, developers and sources in the POM or in that of
 * its parent, a jar of sources, one of Javadoc, and checksums.
 */
@Tag("slow")
class PublishedTest {
  private static final String VERSION = "0.1.0-SNAPSHOT";
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(tutti-[a-z]+)</artifactId>");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

  @TempDir private Path folder;
  private Path repository;

  private void publish() throws Exception {
    String page = Files.readString(Installed.ROOT.resolve("docs/install.md"));
    Matcher command =
        Pattern.compile("(?m)^    \\./mvnw (.* deploy .*=)staging::\\S+$").matcher(page);
    assertThat(command.find()).isTrue();
    repository = folder.resolve("staging");
    List<String> words =
        new ArrayList<>(List.of(Installed.ROOT.resolve("mvnw").toString(), "-B", "-ntp", "-q"));
    words.addAll(List.of((command.group(1) + "staging::" + repository.toUri()).split(" ")));
    // What is published, and what that needs; in folders of its own, since other tests use the jars
    // of the build.
    words.addAll(List.of("-pl", "bom,client,testkit", "-am", "-Dtutti.target=target/published"));
    // Nor is anything put into the repository of the user.
    words.addAll(Installed.repositoryOfItsOwn(folder));
    ProcessBuilder builder = new ProcessBuilder(words).directory(Installed.ROOT.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Installed.said(builder);
  }

  /** The file of an artifact with this end of its name; a snapshot's name has its time. */
  private Path file(String artifact, String end) throws IOException {
    Path where = repository.resolve("io/tutti").resolve(artifact).resolve(VERSION);
    Pattern name = Pattern.compile(artifact + "-[\\d.]+(-[\\d.]+-\\d+)?" + Pattern.quote(end));
    try (Stream<Path> files = Files.list(where)) {
      List<Path> found =
          files.filter(file -> name.matcher(file.getFileName().toString()).matches()).toList();
      assertThat(found).as("%s%s", artifact, end).hasSize(1);
      return found.getFirst();
    }
  }

  private Document pom(String artifact) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file(artifact, ".pom").toFile());
  }

  private static String value(Document pom, String path) throws XPathExpressionException {
    return XPathFactory.newInstance().newXPath().evaluate("/project/" + path, pom).strip();
  }

  /** The value of an element in a POM, or in that of its parent, with the properties of both. */
  private static String value(Document pom, Optional<Document> parent, String path)
      throws XPathExpressionException {
    String value = value(pom, path);
    if (value.isEmpty() && parent.isPresent()) {
      value = value(parent.get(), path);
    }
    for (MatchResult each : PROPERTY.matcher(value).results().toList()) {
      String property = value(parent.orElse(pom), "properties/" + each.group(1));
      value = value.replace(each.group(), property);
    }
    return value;
  }

  @Test
  void allThatIsPublishedKeepsTheRulesOfMavenCentral() throws Exception {
    publish();
    TreeSet<String> published = new TreeSet<>(List.of("tutti", "tutti-bom"));
    String bom = Files.readString(Installed.ROOT.resolve("clients/bom/pom.xml"));
    ARTIFACT.matcher(bom).results().map(each -> each.group(1)).forEach(published::add);
    try (Stream<Path> folders = Files.list(repository.resolve("io/tutti"))) {
      assertThat(folders.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(published);
    }
    for (String artifact : published) {
      Document pom = pom(artifact);
      keepsTheRules(artifact, pom);
      if (!value(pom, "packaging").equals("pom")) {
        hasItsJars(artifact);
      }
    }
  }

  private void keepsTheRules(String artifact, Document pom) throws Exception {
    Optional<Document> parent =
        value(pom, "parent/artifactId").isEmpty() ? Optional.empty() : Optional.of(pom("tutti"));
    assertThat(value(pom, "name")).as(artifact).startsWith("Tutti");
    assertThat(value(pom, "description")).as(artifact).endsWith(".");
    for (String address :
        List.of(
            "url",
            "licenses/license/url",
            "developers/developer/url",
            "scm/url",
            "scm/connection",
            "scm/developerConnection")) {
      assertThat(value(pom, parent, address))
          .as("%s of %s", address, artifact)
          .matches("(scm:git:)?https://\\S+")
          .doesNotContain("${");
    }
    assertThat(value(pom, parent, "licenses/license/name")).isEqualTo("Apache-2.0");
    assertThat(value(pom, parent, "developers/developer/name")).as(artifact).isNotEmpty();
    for (String foreign : List.of("repositories", "pluginRepositories", "distributionManagement")) {
      assertThat(value(pom, foreign)).as("%s of %s", foreign, artifact).isEmpty();
    }
    for (String sum : List.of(".md5", ".sha1")) {
      assertThat(file(artifact, ".pom" + sum)).isNotEmptyFile();
    }
  }

  private void hasItsJars(String artifact) throws IOException {
    hasEntries(artifact, ".jar", "META-INF/LICENSE", "META-INF/NOTICE", ".class");
    hasEntries(artifact, "-sources.jar", "META-INF/LICENSE", "META-INF/NOTICE", ".java");
    hasEntries(artifact, "-javadoc.jar", "META-INF/LICENSE", "META-INF/NOTICE", "index.html");
  }

  private void hasEntries(String artifact, String end, String... entries) throws IOException {
    Path file = file(artifact, end);
    try (JarFile jar = new JarFile(file.toFile())) {
      List<String> names = jar.stream().map(Object::toString).toList();
      for (String each : entries) {
        assertThat(names).as("%s", file).anyMatch(name -> name.endsWith(each));
      }
    }
    for (String sum : List.of(".md5", ".sha1")) {
      assertThat(file(artifact, end + sum)).isNotEmptyFile();
    }
  }
}
