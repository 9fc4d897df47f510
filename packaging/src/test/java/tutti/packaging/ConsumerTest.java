package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.Tutti;

/**
 * Projects outside of this build, those that {@code tutti init} writes, are compiled and tested
 * against the artifacts by their names, as Maven finds them in a repository.
 */
@Tag("slow")
class ConsumerTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String VERSION = "0.1.0-SNAPSHOT";

  @TempDir private Path folder;

  /** Puts an artifact where 'mvn install' would. */
  private void install(String module, String artifact) throws IOException {
    Path to = folder.resolve("repository/io/tutti").resolve(artifact).resolve(VERSION);
    String name = artifact + "-" + VERSION;
    Files.createDirectories(to);
    Files.copy(ROOT.resolve(module).resolve("pom.xml"), to.resolve(name + ".pom"));
    Path jar = ROOT.resolve(module).resolve("target").resolve(name + ".jar");
    if (Files.exists(jar)) {
      Files.copy(jar, to.resolve(name + ".jar"));
    }
  }

  @BeforeEach
  void install() throws IOException {
    install(".", "tutti");
    install("bom", "tutti-bom");
    for (String module :
        List.of("model", "rebel", "protocol", "engine", "embedded", "simulator", "testkit")) {
      install(module, "tutti-" + module);
    }
  }

  @Test
  void actorsInJavaAreTested() throws Exception {
    Path project = folder.resolve("project");
    assertThat(Tutti.commandLine().execute("init", "--java", project.toString())).isZero();
    withVersionsOfTheBillOfMaterials(project.resolve("pom.xml"));
    assertThat(packaged(project)).contains("Tests run: 2, Failures: 0", "BUILD SUCCESS");
    assertThat(Tutti.commandLine().execute("check", project + "/target/project.jar")).isZero();
  }

  @Test
  void aSpecificationIsTested() throws Exception {
    Path project = folder.resolve("shop");
    assertThat(Tutti.commandLine().execute("init", project.toString())).isZero();
    assertThat(packaged(project)).contains("Tests run: 1, Failures: 0", "BUILD SUCCESS");
    assertThat(Tutti.commandLine().execute("check", project.toString())).isZero();
  }

  /** Packages a project, and returns the output of Maven. */
  private String packaged(Path project) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                ROOT.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Dmaven.repo.local.tail="
                    + Path.of(System.getProperty("user.home"), ".m2", "repository"),
                "package")
            .directory(project.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process maven = builder.start();
    maven.getOutputStream().close();
    String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(maven.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  private static void withVersionsOfTheBillOfMaterials(Path pom) throws IOException {
    String text = Files.readString(pom);
    String managed =
        """
          <dependencyManagement>
            <dependencies>
              <dependency><groupId>io.tutti</groupId><artifactId>tutti-bom</artifactId><version>%s</version><type>pom</type><scope>import</scope></dependency>
            </dependencies>
          </dependencyManagement>
          <dependencies>
        """
            .formatted(VERSION);
    String without = text.replaceAll("\\s*<version>" + VERSION + "</version>", "");
    assertThat(without).isNotEqualTo(text);
    Files.writeString(pom, without.replaceFirst("  <dependencies>\n", managed));
  }
}
