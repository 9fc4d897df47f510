package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;

/** docs/guide-java.md, followed: its files, its programs and what they print, its tests. */
@Isolated("takes what the whole virtual machine prints")
class GuidePageTest {
  private static final Pattern FILE = Pattern.compile("(?ms)^`([\\w./-]+)`\n\n```\\w+\n(.*?)^```$");
  private static final Pattern PRINTED =
      Pattern.compile("(?m)^\\$ java -cp \\S+ exchange\\.Main\n((?:(?!\\$|```).*\n)+)");

  /** The page's files, which are compiled once. */
  @TempDir private static Path pages;

  private static final Map<String, Path> FILES = new LinkedHashMap<>();
  private static String page = "";
  private static ClassLoader compiled = GuidePageTest.class.getClassLoader();

  @TempDir private Path folder;
  private ClassLoader classes = compiled;

  @BeforeAll
  static void writesItsFiles() throws IOException {
    Path docs = SimulatedSpecificationsTest.bank().resolve("../../docs").normalize();
    page = Files.readString(docs.resolve("guide-java.md"));
    Matcher named = FILE.matcher(page);
    List<String> sources = new ArrayList<>();
    while (named.find()) {
      Path file = pages.resolve(named.group(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, named.group(2));
      FILES.put(named.group(1), file);
      if (named.group(1).endsWith(".java")) {
        sources.add(file.toString());
      }
    }
    assertThat(sources).hasSize(6);
    compiled = compile(pages, sources);
  }

  private static ClassLoader compile(Path folder, List<String> sources) throws IOException {
    Path out = Files.createTempDirectory(folder, "classes");
    List<String> options = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-proc:none"));
    options.addAll(List.of("-d", out.toString(), "-cp", System.getProperty("java.class.path")));
    options.addAll(sources);
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(new String[0]));
    assertThat(status).isZero();
    List<URL> path = new ArrayList<>(List.of(out.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    // A loader that has all, as that of a program has: the examples' package is of the same name.
    return new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  private Object call(String type, String method, Object... arguments) throws Exception {
    Class<?>[] parameters =
        Arrays.stream(arguments)
            .map(each -> each instanceof Path ? Path.class : each.getClass())
            .toArray(Class<?>[]::new);
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(classes);
    try {
      return classes.loadClass(type).getMethod(method, parameters).invoke(null, arguments);
    } finally {
      current.setContextClassLoader(before);
    }
  }

  @Test
  void itsProgramPrintsWhatItSays() throws Exception {
    Matcher printed = PRINTED.matcher(page);
    int runs = 0;
    while (printed.find()) {
      assertThat(run()).isEqualTo(printed.group(1));
      runs++;
    }
    assertThat(runs).isEqualTo(2);
  }

  private String run() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      call("exchange.Main", "main", (Object) new String[] {folder.resolve("data").toString()});
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void whatElseACallerCanSayIsSo() throws Exception {
    run();
    assertThat(
            call(GuideSteps.class.getName(), "more", FILES.get("s3.conf"), folder.resolve("data")))
        .isEqualTo(
            List.of(
                "taken, unsettled is 76", "78", "78", "of paypal 2 is left", "unsettled is 51"));
  }

  /** The lines of the README that open a node in the user's own process. */
  @Test
  void theReadmesProgramTakesAPayment() throws Exception {
    Path readme = SimulatedSpecificationsTest.bank().resolve("../../README.md").normalize();
    Matcher shown =
        Pattern.compile("(?ms)^```java\n(.*?)}\n```$").matcher(Files.readString(readme));
    assertThat(shown.find()).isTrue();
    Path program = folder.resolve("Readme.java");
    Files.writeString(
        program,
        """
        package exchange;

        import java.math.BigDecimal;
        import java.nio.file.Path;
        import java.util.List;
        import tutti.embedded.ActorHandle;
        import tutti.embedded.Tutti;

        public final class Readme {
          public static BigDecimal run(Path data) throws Exception {
            %s
              return unsettled;
            }
          }
        }
        """
            .formatted(shown.group(1).replace("Path.of(\"data\")", "data")));
    classes =
        compile(
            folder,
            Stream.concat(FILES.values().stream(), Stream.of(program))
                .map(Path::toString)
                .filter(name -> name.endsWith(".java"))
                .toList());
    assertThat(call("exchange.Readme", "run", folder.resolve("readme")))
        .isEqualTo(new BigDecimal("60"));
  }

  @Test
  void itsTestsPass() throws Exception {
    assertThat(
            call(
                GuideSteps.class.getName(),
                "tests",
                (Object) new String[] {"exchange.ExchangeTest"}))
        .isEqualTo(List.of("2 succeeded"));
  }

  /** A new application of {@code tutti init --java} comes with tests, and they pass. */
  @Test
  void theTestsOfANewApplicationPass() throws Exception {
    Path templates =
        SimulatedSpecificationsTest.bank()
            .resolve("../../service/cli/src/main/resources/tutti/cli/init/java")
            .normalize();
    List<String> sources = new ArrayList<>();
    for (String name : List.of("Shop", "Customer", "Main", "ShopTest")) {
      Path file = Files.createDirectories(folder.resolve("shop")).resolve(name + ".java");
      String text = Files.readString(templates.resolve(name + ".java.template"));
      Files.writeString(file, text.replace("PACKAGE", "my-app"));
      sources.add(file.toString());
    }
    classes = compile(folder, sources);
    assertThat(call(GuideSteps.class.getName(), "tests", (Object) new String[] {"shop.ShopTest"}))
        .isEqualTo(List.of("2 succeeded"));
  }

  @Test
  void itsDeploymentIsRight() {
    assertThat(DeploymentReader.read(FILES.get("s3.conf"), List.of()))
        .isInstanceOf(Reading.Valid.class);
  }

  /** The guide's dependencies are modules of this build, in their versions. */
  @Test
  void itsProjectNamesWhatThereIs() throws IOException {
    Path root = SimulatedSpecificationsTest.bank().resolve("../..").normalize();
    String ours = Files.readString(root.resolve("pom.xml"));
    String pom = Files.readString(FILES.get("pom.xml"));
    Matcher dependency =
        Pattern.compile("<artifactId>([\\w-]+)</artifactId><version>([^<]+)</version>")
            .matcher(pom);
    int found = 0;
    while (dependency.find()) {
      found++;
      // The log's binding is the application's choice; it goes with the API of this build.
      String named = dependency.group(1).replace("slf4j-simple", "slf4j-api");
      assertThat(ours).contains(named.replace("junit-jupiter", "junit-bom"));
      assertThat(ours).contains(">" + dependency.group(2) + "<");
    }
    assertThat(found).isEqualTo(8);
    assertThat(pom).contains("<requireJavaVersion>", "set JAVA_HOME");
    assertThat(page).contains("$ tutti/tutti install");
  }
}
