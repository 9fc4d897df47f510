package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.testing.Await;

/** The script {@code bin/tutti} of the archive, with a Java that only says how it was started. */
class InstalledScriptTest {
  private static final String JAVA =
      """
      #!/bin/sh
      for word in "$@"; do
        case "$word" in
          -XX:AOTCacheOutput=*) echo "a cache" >"${word#*=}"; exit "${CACHE_STATUS:-0}" ;;
        esac
      done
      printf '%s\\n' "$@"
      """;

  @TempDir private Path folder;
  private Path home;
  private Path jre;
  private Path cacheOfUser;

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectories(folder.resolve("some where/tutti 9")).toRealPath();
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    Files.copy(Path.of("bin/tutti"), home.resolve("bin/tutti"));
    Files.copy(Path.of("launch.sh"), home.resolve("lib/launch.sh"));
    jre = java("jre", "25.0.1");
    cacheOfUser = folder.resolve("cache of a user");
  }

  private Path java(String name, String version) throws IOException {
    Path java = Files.createDirectories(folder.resolve(name).resolve("bin")).resolve("java");
    Files.writeString(java, JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve(name + "/release"), "JAVA_VERSION=\"" + version + "\"\n");
    return folder.resolve(name).toRealPath();
  }

  private List<String> said(Path from, Path script, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of("bash", script.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(from.toFile());
    builder.environment().put("JAVA_HOME", jre.toString());
    builder.environment().put("XDG_CACHE_HOME", cacheOfUser.toString());
    builder.environment().keySet().removeAll(List.of("TUTTI_AOT", "CACHE_DIRECTORY"));
    builder.environment().put("TUTTI_AOT_DELAY", "0");
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output.lines().toList();
  }

  private List<Path> caches(Path where) throws IOException {
    try (Stream<Path> files = Files.list(where)) {
      return files.filter(file -> file.toString().endsWith(".aot")).toList();
    }
  }

  @Test
  void worksThroughAChainOfLinksFromAnywhere() throws Exception {
    Path one = Files.createDirectories(folder.resolve("one two"));
    Files.createSymbolicLink(one.resolve("current"), home);
    Files.createSymbolicLink(one.resolve("inner"), Path.of("current/bin/tutti"));
    Path three = Files.createDirectories(folder.resolve("three"));
    Path link = Files.createSymbolicLink(three.resolve("tutti"), Path.of("../one two/inner"));
    assertThat(said(three, link, "check", "an app"))
        .containsSubsequence("-jar", home.resolve("lib/tutti.jar").toString(), "check", "an app");
    assertThat(said(three, Path.of("tutti"), "version"))
        .containsSubsequence("-jar", home.resolve("lib/tutti.jar").toString(), "version");
  }

  @Test
  void onlyTheFiguresOfLargeRunsHaveMostOfTheMemory() throws Exception {
    String most = "-XX:MaxRAMPercentage=75";
    Path script = home.resolve("bin/tutti");
    assertThat(said(folder, script, "bench", "figure", "janus-4")).contains(most);
    assertThat(said(folder, script, "bench", "figure", "--clients", "9", "janus-3")).contains(most);
    assertThat(said(folder, script, "bench", "figure", "psac-6")).doesNotContain(most);
    assertThat(said(folder, script, "check", "janus-4")).doesNotContain(most);
  }

  @Test
  void aServiceEndsWhenItsHeapIsFull() throws Exception {
    Path script = home.resolve("bin/tutti");
    assertThat(said(folder, script, "run", "bank")).contains("-XX:+ExitOnOutOfMemoryError");
    assertThat(said(folder, script, "check", "bank")).doesNotContain("-XX:+ExitOnOutOfMemoryError");
  }

  @Test
  void aJreWithoutACompilerIsEnough() throws Exception {
    assertThat(said(folder, home.resolve("bin/tutti"), "version")).last().isEqualTo("version");
    jre = java("old", "21.0.2");
    assertThat(said(folder, home.resolve("bin/tutti"), "version").getFirst())
        .startsWith("tutti: JAVA_HOME=" + jre + " is a JDK or JRE 21, and 25 or newer is needed");
  }

  @Test
  void theCacheIsMadeBesideTheJarsAndThenUsed() throws Exception {
    assertThat(said(folder, home.resolve("bin/tutti"), "version"))
        .noneMatch(word -> word.contains("AOTCache"));
    assertThat(said(folder, home.resolve("bin/tutti"), "warm-up").getFirst())
        .startsWith("made " + home.resolve("lib"));
    Path cache = caches(home.resolve("lib")).getFirst();
    assertThat(said(folder, home.resolve("bin/tutti"), "version"))
        .contains("-XX:AOTCache=" + cache);
    jre = java("newer", "25.0.2");
    assertThat(said(folder, home.resolve("bin/tutti"), "version"))
        .as("a cache fits the Java that made it")
        .noneMatch(word -> word.contains("AOTCache"));
  }

  @Test
  void aNewCacheTakesThePlaceOfThoseThatWereNotReadForTwoMonths() throws Exception {
    Path unused = Files.writeString(home.resolve("lib/tutti-1.aot"), "old");
    Path used = Files.writeString(home.resolve("lib/tutti-2.aot"), "old");
    FileTime longAgo = FileTime.from(Instant.now().minus(90, ChronoUnit.DAYS));
    for (Path file : List.of(unused, used)) {
      Files.getFileAttributeView(file, BasicFileAttributeView.class)
          .setTimes(longAgo, file == unused ? longAgo : null, null);
    }
    assertThat(said(folder, home.resolve("bin/tutti"), "warm-up").getFirst()).startsWith("made ");
    assertThat(caches(home.resolve("lib"))).hasSize(2).contains(used).doesNotContain(unused);
  }

  @Test
  void theFirstRunMakesTheCacheBesideItself() throws Exception {
    assertThat(said(folder, home.resolve("bin/tutti"), "run", "bank"))
        .contains("run", "bank")
        .noneMatch(word -> word.contains("AOTCache"));
    Await.that("the cache is there", () -> caches(home.resolve("lib")).size() == 1);
  }

  @Test
  void aFolderThatIsNotTheUsersOwnHasItsCacheInTheHomeOfTheUser() throws Exception {
    // A user who may write everywhere, as root, is made to look like one who may not.
    Path script = home.resolve("bin/tutti");
    Files.writeString(script, Files.readString(script).replace("[ -w \"$home/lib\" ]", "false"));
    assertThat(said(folder, script, "warm-up").getFirst()).startsWith("made " + cacheOfUser);
    assertThat(caches(home.resolve("lib"))).isEmpty();
    assertThat(said(folder, script, "version"))
        .contains("-XX:AOTCache=" + caches(cacheOfUser.resolve("tutti")).getFirst());
  }

  /** As in an image, whose cache root has made and another user reads. */
  @Test
  void theCacheBesideTheJarsIsUsedByThoseWhoMayNotWriteThere() throws Exception {
    Path script = home.resolve("bin/tutti");
    said(folder, script, "warm-up");
    Path cache = caches(home.resolve("lib")).getFirst();
    Files.writeString(script, Files.readString(script).replace("[ -w \"$home/lib\" ]", "false"));
    assertThat(said(folder, script, "run", "bank")).contains("-XX:AOTCache=" + cache);
    assertThat(cacheOfUser).doesNotExist();
  }

  @Test
  void aCacheThatCannotBeMadeIsNoHarm() throws Exception {
    Files.writeString(jre.resolve("bin/java"), JAVA.replace("CACHE_STATUS:-0", "CACHE_STATUS:-1"));
    assertThat(said(folder, home.resolve("bin/tutti"), "warm-up").getFirst())
        .contains("could not be made", "everything works without it");
    assertThat(said(folder, home.resolve("bin/tutti"), "version")).last().isEqualTo("version");
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("launch.sh");
    }
  }

  @Test
  void aMachineWithoutAnyJavaIsToldWhatToGet() throws Exception {
    jre = folder.resolve("nothing");
    Path script = home.resolve("lib/launch.sh");
    // Not one of the usual folders of the machine that runs the test.
    Files.writeString(
        script,
        Files.readString(script)
            .replaceAll("(?s)for candidate in .*?; do", "for candidate in /nope; do")
            .replace("command -v java", "command -v no-such-java"));
    assertThat(said(folder, home.resolve("bin/tutti"), "version").getFirst())
        .startsWith("tutti: needs a JDK or JRE 25 or newer, and found none in JAVA_HOME, PATH");
  }
}
