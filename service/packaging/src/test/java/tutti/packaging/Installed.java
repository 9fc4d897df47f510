package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tutti on a machine that has the archive and no clone: unpacked in a folder with a blank in its
 * name, started through two links. Its processes have a home of their own, and a {@code PATH} with
 * nothing but bash, some of the coreutils, and the JDK.
 */
final class Installed {
  static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  private static final Pattern RUN = Pattern.compile("(?m)^    (bin/tutti run \\S+)$");

  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "cksum",
          "dirname",
          "mkdir",
          "mv",
          "nice",
          "readlink",
          "rm",
          "rmdir",
          "sleep",
          "stty");

  private final Path folder;
  private final Path home;
  private boolean warm;

  private Installed(Path folder, Path home) {
    this.folder = folder;
    this.home = home;
  }

  /**
   * Makes the archive of the jars of the last build, and installs it.
   *
   * @param folder is empty
   */
  static Installed in(Path folder) throws Exception {
    Path materials = Path.of("target/tutti-bom.json");
    if (!Files.exists(materials)) {
      throw new NoSuchFileException(
          materials.toString(), null, "the archive needs a build: './tutti dist' makes it");
    }
    Path archive =
        new Distribution(ROOT, 1_790_000_000)
            .write(Path.of("target/lib"), materials, folder.resolve("dist"));
    Path unpacked = Files.createDirectories(folder.resolve("un packed"));
    said(new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", unpacked.toString()));
    try (Stream<Path> one = Files.list(unpacked)) {
      Files.createSymbolicLink(folder.resolve("current"), one.findFirst().orElseThrow());
    }
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Files.copy(found(tool), tools.resolve(tool), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.createSymbolicLink(tools.resolve("tutti"), Path.of("../current/bin/tutti"));
    Files.createDirectories(folder.resolve("home"));
    return new Installed(folder, folder.resolve("current").toRealPath());
  }

  private static Path found(String tool) {
    return Stream.of("/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
        .map(each -> Path.of(each, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine has no " + tool));
  }

  /** The folder that was unpacked. */
  Path home() {
    return home;
  }

  /** A command that is to be started in a folder. */
  ProcessBuilder command(Path where, String... arguments) {
    List<String> words = new ArrayList<>(List.of(folder.resolve("tools/tutti").toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(where.toFile());
    builder.environment().clear();
    Path jdk = Path.of(System.getProperty("java.home"), "bin");
    builder.environment().put("PATH", folder.resolve("tools") + File.pathSeparator + jdk);
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    if (!warm) {
      // A start that misses its cache leaves a process behind that makes it.
      builder.environment().put("TUTTI_AOT", "off");
    }
    return builder;
  }

  /** Runs a command in a folder to its good end, and returns its output. */
  String run(Path where, String... arguments) throws Exception {
    return said(command(where, arguments));
  }

  /** Makes the cache of loaded classes, with which all later commands start. */
  void warmUp() throws Exception {
    warm = true;
    assertThat(run(folder, "warm-up")).startsWith("made " + home.resolve("lib"));
  }

  /** The flags by which Maven installs into a folder's repository, and reads the user's as well. */
  static List<String> repositoryOfItsOwn(Path folder) {
    Path ofTheUser = Path.of(System.getProperty("user.home"), ".m2", "repository");
    return List.of(
        "-Dmaven.repo.local=" + folder.resolve("repository"),
        "-Dmaven.repo.local.tail=" + ofTheUser);
  }

  /** Runs a command to its good end, and returns its output. */
  static String said(ProcessBuilder builder) throws Exception {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s:\n%s", builder.command(), said).isZero();
    return said;
  }

  /** Serves an application on a free port, and waits until the service is ready. */
  Served serve(Path application, Path data) throws Exception {
    return served(command(folder, "run", application.toString()), data);
  }

  /** Serves by the command of a page, whose reader stands in the archive's folder. */
  Served serve(String page, Path data) throws Exception {
    Matcher said = RUN.matcher(page);
    assertThat(said.find()).as(page).isTrue();
    ProcessBuilder builder = command(home);
    builder.command(new ArrayList<>(List.of(said.group(1).split(" "))));
    return served(builder, data);
  }

  private Served served(ProcessBuilder builder, Path data) throws Exception {
    builder.command().addAll(List.of("--port", "0", "--data", data.toString()));
    Path log = Files.createTempFile(folder, "log", ".txt");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return Served.when(process, log);
  }

  /** The files of the clone that a process has open or mapped, where the system tells. */
  static List<String> ofTheClone(long pid) throws IOException {
    Path told = Path.of("/proc", Long.toString(pid));
    List<String> found = new ArrayList<>();
    if (Files.isDirectory(told)) {
      found.addAll(Files.readAllLines(told.resolve("maps")));
      try (Stream<Path> open = Files.list(told.resolve("fd"))) {
        for (Path each : open.toList()) {
          found.add(" " + Files.readSymbolicLink(each));
        }
      }
      assertThat(found).anyMatch(each -> each.endsWith("/lib/tutti.jar"));
    }
    found.removeIf(each -> !each.contains(" " + ROOT + "/"));
    return found;
  }
}
