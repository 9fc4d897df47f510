package tutti.cli;

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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.rebel.syntax.Parser;
import tutti.rebel.syntax.SourceFile;

/** {@code tutti init}: writes a small application that runs. */
@Command(
    name = "init",
    description = "Write a small specification that runs, to begin an application with.",
    footer = {
      "",
      "Example:",
      "  tutti init shop    writes shop/Article.ebl, shop/ArticleEvents.ebl and shop/deployment.conf",
      "  tutti run shop     serves them",
      "",
      "The folder's name is the package of the modules: a lower-case letter, then letters, digits",
      "and '_'. The folder must be new or empty."
    })
final class InitCommand implements Callable<Integer> {
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("Article.ebl", "Article.ebl.template");
    FILES.put("ArticleEvents.ebl", "ArticleEvents.ebl.template");
    FILES.put("deployment.conf", "deployment.conf.template");
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder to write to; it is made if need be.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Path target = folder.toAbsolutePath().normalize();
    String name = packageName(target);
    if (Files.exists(target) && !isEmptyFolder(target)) {
      throw new Failure(
          ExitStatus.USAGE, folder + " is not an empty folder; name a new one, or empty it first");
    }
    try {
      write(target, name);
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot write to " + folder + ": " + Errors.why(failed));
    }
    PrintWriter out = spec.commandLine().getOut();
    FILES.keySet().forEach(file -> out.println("wrote " + folder.resolve(file)));
    out.println();
    out.println("Next: tutti run " + folder);
    return ExitStatus.GOOD;
  }

  /**
   * Writes the application.
   *
   * @param name its package, which must be the name of {@code folder}
   */
  static void write(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), template(file.getValue(), name));
    }
  }

  /** The package that the folder's name gives. */
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
    try (InputStream in = InitCommand.class.getResourceAsStream("init/" + resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar has no " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("PACKAGE", name);
    }
  }
}
