package tutti.cli.process;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tutti.cli.rules.Repository;
import tutti.model.testing.LiveFolder;

/**
 * The words that start {@code tutti} in a process of its own: from the build that the property
 * {@code tutti.dist} names, as in the whole suite, or from the classes of the test's class path. A
 * test run starts some ninety processes, so the Java virtual machine's cache of loaded classes is
 * made once for all of them. The cache knows no classes in folders: folders are packed as jars
 * first. A change of any class makes a new generation.
 */
final class Launcher {
  private static final Path GENERATIONS = Repository.root().resolve("service/cli/target/processes");

  /** A start without the cache takes longer and is otherwise equal. */
  private static final int MOST_SECONDS = 300;

  private static final String MAIN = "tutti.cli.Tutti";

  static final List<String> WORDS = words();

  private Launcher() {}

  private static List<String> words() {
    String built = System.getProperty("tutti.dist");
    if (built != null) {
      // As the script starts it: the cache takes no other options of modules than it was made with.
      // The script makes it while tests run; a start that comes before goes without.
      return java(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UseCompactObjectHeaders",
          "-XX:AOTCache=" + Path.of(built, "tests.aot"),
          "-Xlog:aot=off",
          "-Xlog:cds=off",
          "-jar",
          Path.of(built, "tutti.jar").toString());
    }
    try {
      Path generation = GENERATIONS.resolve(HexFormat.of().toHexDigits(stamp()));
      Path cache = generation.resolve("classes.aot");
      String classPath = classPath(generation);
      if (!Files.exists(cache)) {
        makeCache(cache, classPath);
      }
      return unpacked(classPath, "-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /**
   * The words for {@code tutti} on a class path, with more classes on it, as the script has them.
   * Packages that a jar's manifest opens stay closed then.
   */
  static List<String> onClassPath(String... more) {
    List<String> words = new ArrayList<>(WORDS);
    int jar = words.indexOf("-jar");
    int classes = jar < 0 ? words.indexOf("-cp") + 1 : jar + 1;
    String separator = File.pathSeparator;
    words.set(
        classes,
        Stream.concat(Stream.of(words.get(classes)), Stream.of(more))
            .collect(Collectors.joining(separator)));
    if (jar >= 0) {
      words.set(jar, "-cp");
      words.add(jar + 2, MAIN);
    }
    return words;
  }

  /** The words that start the classes of a class path. */
  private static List<String> unpacked(String classPath, String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    words.add("--enable-native-access=ALL-UNNAMED");
    words.addAll(List.of("-cp", classPath, MAIN));
    return java(words.toArray(String[]::new));
  }

  private static List<String> java(String... more) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Processes live for seconds: the quick compiler and the simplest collector cost them least.
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    words.addAll(List.of(more));
    return List.copyOf(words);
  }

  private static List<Path> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::exists)
        .filter(entry -> !entry.endsWith("test-classes"))
        .toList();
  }

  private static List<Path> files(Path folder) throws IOException {
    return LiveFolder.files(folder);
  }

  /** Differs when a class path differs in its files, their lengths or their times. */
  private static int stamp() throws IOException {
    CRC32 stamp = new CRC32();
    for (Path entry : entries()) {
      for (Path file : files(entry)) {
        String line = file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file) + "\n";
        stamp.update(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return (int) stamp.getValue();
  }

  /** The test's class path with a jar in the place of each folder. */
  private static String classPath(Path generation) throws IOException {
    List<String> jars = new ArrayList<>();
    for (Path entry : entries()) {
      if (Files.isDirectory(entry)) {
        Path jar = generation.resolve("classes-" + jars.size() + ".jar");
        if (!Files.exists(jar)) {
          pack(entry, jar);
        }
        jars.add(jar.toString());
      } else {
        jars.add(entry.toString());
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static void pack(Path folder, Path jar) throws IOException {
    Files.createDirectories(jar.getParent());
    Path part = Path.of(jar + ".part");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (Path file : files(folder)) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, zip);
      }
    }
    Files.move(part, jar);
  }

  private static void makeCache(Path cache, String classPath)
      throws IOException, InterruptedException {
    Files.createDirectories(cache.getParent());
    removeOthers(cache.getParent());
    Path part = Path.of(cache + ".part");
    List<String> command =
        new ArrayList<>(unpacked(classPath, "-XX:AOTCacheOutput=" + part, "-Xlog:all=off"));
    command.addAll(List.of("warm-up", "--brief"));
    Process process =
        new ProcessBuilder(command)
            .directory(Repository.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(cache.resolveSibling("warm-up.log").toFile())
            .start();
    if (process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)
        && process.exitValue() == 0
        && Files.exists(part)) {
      Files.move(part, cache);
    } else {
      process.destroyForcibly();
    }
  }

  private static void removeOthers(Path generation) throws IOException {
    try (Stream<Path> all = Files.list(GENERATIONS)) {
      for (Path other : all.filter(each -> !each.equals(generation)).toList()) {
        for (Path file : files(other)) {
          Files.deleteIfExists(file);
        }
        Files.deleteIfExists(other);
      }
    }
  }
}
