package tutti.cli.application;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.SourceFile;

/** The command {@code tutti init}, which writes a small application that runs. */
@Command(
    name = "init",
    description = "Write a small specification that runs, to begin an application with.",
    footer =
        """

        Example:
          tutti init shop             a specification: shop/Article.ebl and shop/ArticleEvents.ebl
          tutti run shop              serves it
          tutti init --java my-app    actors in Java

        Either comes with a test that simulates crashes, a README that goes on from there, a
        deployment.conf and a .gitignore.

        The folder's name is the package of the modules: a lower-case letter, then letters, digits
        and '_'. The folder must be new or empty.\
        """)
public final class InitCommand implements Callable<Integer> {
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("Article.ebl", "Article.ebl.template");
    FILES.put("ArticleEvents.ebl", "ArticleEvents.ebl.template");
    FILES.put("deployment.conf", "deployment.conf.template");
    FILES.put("src/test/java/ArticleTest.java", "ArticleTest.java.template");
    FILES.put("pom.xml", "pom.xml.template");
    FILES.put("README.md", "README.md.template");
    FILES.put(".gitignore", "gitignore.template");
  }

  private static final Map<String, String> JAVA_FILES = new LinkedHashMap<>();

  static {
    String sources = "src/main/java/shop/";
    JAVA_FILES.put(sources + "Shop.java", "java/Shop.java.template");
    JAVA_FILES.put(sources + "Customer.java", "java/Customer.java.template");
    JAVA_FILES.put(sources + "Main.java", "java/Main.java.template");
    JAVA_FILES.put("src/test/java/shop/ShopTest.java", "java/ShopTest.java.template");
    JAVA_FILES.put("deployment.conf", "java/deployment.conf.template");
    JAVA_FILES.put("pom.xml", "java/pom.xml.template");
    JAVA_FILES.put("README.md", "java/README.md.template");
    JAVA_FILES.put(".gitignore", "gitignore.template");
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder to write to; it is made if need be.")
  private Path folder;

  @Option(names = "--java", description = "Write actors in Java instead of a specification.")
  private boolean java;

  @Override
  public Integer call() throws IOException {
    Path target = folder.toAbsolutePath().normalize();
    String name = java ? artifact(target) : packageName(target);
    if (Files.exists(target) && !isEmptyFolder(target)) {
      throw new Failure(
          ExitStatus.USAGE, folder + " is not an empty folder; name a new one, or empty it first");
    }
    try {
      write(target, name, files());
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot write to " + folder + ": " + Errors.why(failed));
    }
    PrintWriter out = spec.commandLine().getOut();
    files().keySet().forEach(file -> out.println("wrote " + folder.resolve(file)));
    out.println();
    out.println("Next: tutti run " + folder);
    return ExitStatus.GOOD;
  }

  /**
   * Writes the application.
   *
   * @param name its package, which must be the name of {@code folder}
   */
  public static void write(Path folder, String name) throws IOException {
    write(folder, name, FILES);
  }

  /**
   * Writes the application in Java.
   *
   * @param name the name of its artifact
   */
  public static void writeJava(Path folder, String name) throws IOException {
    write(folder, name, JAVA_FILES);
  }

  private static void write(Path folder, String name, Map<String, String> files)
      throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path target = folder.resolve(file.getKey());
      Files.createDirectories(target.resolveSibling("."));
      Files.writeString(target, template(file.getValue(), name));
    }
  }

  private Map<String, String> files() {
    return java ? JAVA_FILES : FILES;
  }

  /** The name of the artifact that a build tool makes. */
  private static String artifact(Path target) {
    Path last = target.getFileName();
    String name = last == null ? "" : last.toString();
    if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
      throw new Failure(
          ExitStatus.USAGE,
          "'"
              + name
              + "' cannot be the name of an application: it takes a letter, then letters, digits,"
              + " '-' and '_'");
    }
    return name;
  }

  /** The package name for the folder's name. */
  private String packageName(Path target) {
    Path last = target.getFileName();
    String name = last == null ? "" : last.toString();
    String module = "module " + name + ".Article\n\nspecification Article { }\n";
    boolean usable =
        name.matches("[a-z][a-zA-Z0-9_]*")
            && Parser.parse(new SourceFile(name, module)).problems().isEmpty();
    if (!usable) {
      String better = name.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^[^A-Za-z]+|_$", "");
      throw new Failure(
          ExitStatus.USAGE,
          "'"
              + name
              + "' cannot be the name of a package: it takes a lower-case letter, then letters,"
              + " digits and '_', and no word of the language"
              + (better.isEmpty() || better.equals(name)
                  ? ""
                  : "; for instance '" + better.toLowerCase(Locale.ROOT) + "'"));
    }
    return name;
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static String template(String resource, String name) throws IOException {
    try (InputStream in = InitCommand.class.getResourceAsStream("/tutti/cli/init/" + resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar has no " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("PACKAGE", name);
    }
  }
}
