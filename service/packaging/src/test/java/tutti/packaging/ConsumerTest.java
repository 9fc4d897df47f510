package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Projects outside of this build, those that the archive's {@code tutti init} writes, are compiled
 * and tested against the artifacts by their names, as Maven finds them in a repository. The
 * archive's command checks and serves what they make.
 */
@Tag("slow")
class ConsumerTest {
  private static final Path ROOT = Installed.ROOT;
  private static final String VERSION = "0.1.0-SNAPSHOT";

  /** The program of a client in another process: what it asks is what the project's tests ask. */
  private static final String REMOTE_TEST =
      """
      package shop;

      import static org.junit.jupiter.api.Assertions.assertEquals;
      import static org.junit.jupiter.api.Assertions.assertThrows;

      import java.math.BigDecimal;
      import org.junit.jupiter.api.Test;
      import tutti.client.RemoteClient;
      import tutti.embedded.ActorHandle;
      import tutti.embedded.Client;
      import tutti.embedded.RefusedException;
      import tutti.embedded.Tutti;

      class MovedTest {
        @Test
        void aNodeHere() {
          try (Tutti tutti = Tutti.builder().application(Main.application()).openInMemory()) {
            sell(tutti);
          }
        }

        @Test
        void aServiceElsewhere() throws Exception {
          String url = System.getProperty("shop.url");
          try (RemoteClient tutti = RemoteClient.connect(Main.application(), url)) {
            sell(tutti);
          }
        }

        private static void sell(Client tutti) {
          ActorHandle<Shop> shop = tutti.actor(Shop.class, "main");
          assertEquals(3, shop.call(new Shop.Stock("bell", BigDecimal.TEN, 3)));
          tutti.actor(Customer.class, "ada").call(new Customer.Deposit(new BigDecimal("100")));
          Shop.Order order = new Shop.Order("ada", "bell", 2);
          for (int i = 0; i < 2; i++) {
            ActorHandle<Shop> once = tutti.once("ada-1").actor(Shop.class, "main");
            assertEquals(new BigDecimal("20"), once.call(order));
          }
          RefusedException refused = assertThrows(RefusedException.class, () -> shop.call(order));
          assertEquals("out-of-stock", refused.code());
          assertEquals(new BigDecimal("20"), shop.call(new Shop.Revenue()));
        }
      }
      """;

  private static final String CLIENT =
      """
          <dependency><groupId>io.tutti</groupId><artifactId>tutti-client</artifactId><scope>test</scope></dependency>
        </dependencies>
        <build>
      """;

  @TempDir private Path folder;
  private Installed tutti;

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
  void install() throws Exception {
    install(".", "tutti");
    install("clients/bom", "tutti-bom");
    for (String module :
        List.of(
            "core/model",
            "core/rebel",
            "core/protocol",
            "core/engine",
            "clients/embedded",
            "clients/client",
            "verification/simulator",
            "clients/testkit")) {
      install(module, "tutti-" + module.substring(module.indexOf('/') + 1));
    }
    tutti = Installed.in(Files.createDirectories(folder.resolve("installed")));
  }

  @Test
  void actorsInJavaAreTestedAndMoveToAService() throws Exception {
    Path project = folder.resolve("project");
    tutti.run(folder, "init", "--java", "project");
    Path pom = project.resolve("pom.xml");
    withVersionsOfTheBillOfMaterials(pom);
    assertThat(maven(project, "package")).contains("Tests run: 2, Failures: 0", "BUILD SUCCESS");
    tutti.run(project, "check", "target/project.jar");
    Files.writeString(pom, Files.readString(pom).replace("  </dependencies>\n  <build>\n", CLIENT));
    Files.writeString(project.resolve("src/test/java/shop/MovedTest.java"), REMOTE_TEST);
    try (Served service =
        tutti.serve(project.resolve("target/project.jar"), folder.resolve("data"))) {
      assertThat(maven(project, "test", "-Dtest=MovedTest", "-Dshop.url=" + service.url()))
          .contains("Tests run: 2, Failures: 0", "BUILD SUCCESS");
      service.stop();
    }
  }

  @Test
  void aSpecificationIsTested() throws Exception {
    Path project = folder.resolve("shop");
    tutti.run(folder, "init", "shop");
    assertThat(maven(project, "package")).contains("Tests run: 1, Failures: 0", "BUILD SUCCESS");
    tutti.run(folder, "check", "shop");
  }

  /** Runs Maven in a project, and returns its output. */
  private String maven(Path project, String... goals) throws Exception {
    List<String> words = new ArrayList<>(List.of(ROOT.resolve("mvnw").toString(), "-B", "-ntp"));
    words.addAll(Installed.repositoryOfItsOwn(folder));
    words.addAll(List.of(goals));
    ProcessBuilder builder = new ProcessBuilder(words).directory(project.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return Installed.said(builder);
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
