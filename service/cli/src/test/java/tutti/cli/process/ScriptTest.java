package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.rules.Repository;

/** The calls of Maven by the script {@code tutti}, where a script stands for Maven. */
class ScriptTest {
  private static final Pattern TUTTI = Pattern.compile("<artifactId>tutti-([a-z]+)</artifactId>");

  @TempDir private Path folder;

  @BeforeEach
  void copyTheScript() throws Exception {
    Files.copy(TuttiProcess.ROOT.resolve("tutti"), folder.resolve("tutti"));
    Path shared = Files.createDirectories(folder.resolve("service/packaging")).resolve("launch.sh");
    Files.copy(TuttiProcess.ROOT.resolve("service/packaging/launch.sh"), shared);
    executable("mvnw", "printf '%s\\n' \"$@\" > maven.said");
  }

  private void executable(String name, String text) throws Exception {
    Path file = Files.createDirectories(folder.resolve(name).getParent()).resolve(name);
    Files.writeString(folder.resolve(name), "#!/usr/bin/env bash\n" + text + "\n");
    assertThat(folder.resolve(name).toFile().setExecutable(true)).as("%s", file).isTrue();
  }

  private String run(int status, String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", folder.resolve("tutti").toString());
    builder.command().addAll(java.util.List.of(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().merge("PATH", folder + "/bin", (old, mine) -> mine + ":" + old);
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(status);
    return output;
  }

  /** All that the bill of materials names, with what an IDE shows of it. */
  @Test
  void installsWhatApplicationsUse() throws Exception {
    assertThat(run(0, "install"))
        .startsWith("installing what applications use into the local Maven repository\n")
        .contains("installed; ");
    String said = Files.readString(folder.resolve("maven.said"));
    assertThat(said).contains("-Ppublish\n", "-DskipTests\n", "-am\n").endsWith("install\n");
    Set<String> built = new TreeSet<>();
    for (String module : said.split("-pl\n")[1].lines().findFirst().orElseThrow().split(",")) {
      add(module.substring(module.indexOf('/') + 1), built);
    }
    assertThat(built).containsAll(named("bom")).doesNotContain("lab", "benchmark", "cli");
  }

  private static void add(String module, Set<String> built) throws Exception {
    if (built.add(module) && !module.equals("bom")) {
      for (String needed : named(module)) {
        add(needed, built);
      }
    }
  }

  private static Set<String> named(String module) throws Exception {
    String pom = Files.readString(Repository.module(module).resolve("pom.xml"));
    Set<String> named = new TreeSet<>();
    TUTTI.matcher(pom).results().map((MatchResult one) -> one.group(1)).forEach(named::add);
    named.remove("bom");
    return named;
  }

  @Test
  void anInstallationTakesNoArguments() throws Exception {
    assertThat(run(0, "install", "--help")).contains("Usage: tutti install");
    assertThat(run(2, "install", "model")).contains("install takes no arguments");
    assertThat(folder.resolve("maven.said")).doesNotExist();
  }

  /** Maven ends here when the script has waited for a little more than a minute, as it counts. */
  @Test
  void aLongBuildSaysThatItGoesOn() throws Exception {
    executable("mvnw", "until [ -e enough ]; do read -r -t 0.02 <> <(:) || true; done");
    executable(
        "bin/sleep",
        "cd '%s' && echo x >> slept && if [ \"$(wc -l < slept)\" -ge 61 ]; then touch enough; fi"
            .formatted(folder));
    assertThat(run(0, "install"))
        .startsWith(
            """
            installing what applications use into the local Maven repository
            installing what applications use into the local Maven repository: 30s so far
            installing what applications use into the local Maven repository: 60s so far
            """);
  }
}
