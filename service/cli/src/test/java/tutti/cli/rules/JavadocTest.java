package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every Javadoc begins with the thing that it describes, and the Javadoc of everything that users
 * of actors in Java call is complete and can be read.
 */
class JavadocTest {
  private static final String SOURCE = ".*/src/(?:main|test|jmh)/java/.*\\.java";

  private static final List<String> FOR_USERS =
      List.of(
          "core/model/src/main/java/tutti/model/actor",
          "core/model/src/main/java/tutti/model/relation",
          "clients/embedded/src/main/java",
          "clients/client/src/main/java",
          "clients/testkit/src/main/java");

  /** Words that stand for a thing, or leave it out: a Javadoc begins with the thing itself. */
  private static final Pattern VAGUE =
      Pattern.compile(
          "(?:The same|Of|What|Who|Whose|Whom|Whoever|It|Its|That|So|Nobody|Somebody|Anybody"
              + "|Everybody|Nothing|Something|Those|These|They|Their|This|There|Such|Which|Another"
              + "|Others|Ones|Whether (?:it|they|that|this|those|somebody|nobody|anybody|who|what))"
              + "\\b.*",
          Pattern.DOTALL);

  private static final Pattern JAVADOC =
      Pattern.compile("/\\*\\*[ \\n*]*(.*?)\\*/", Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void everyJavadocBeginsWithTheThing() throws IOException {
    List<String> vague = new ArrayList<>();
    for (Path file : Repository.files()) {
      if (!file.toString().matches(SOURCE)) {
        continue;
      }
      Matcher javadocs = JAVADOC.matcher(Files.readString(file));
      while (javadocs.find()) {
        if (VAGUE.matcher(javadocs.group(1)).matches()) {
          vague.add(file.getFileName() + ": " + javadocs.group(1).lines().findFirst().orElse(""));
        }
      }
    }
    assertThat(vague).isEmpty();
  }

  @Test
  void everythingPublicSaysWhatItIs() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of(
              "-Xdoclint:all/public",
              "-Xmaxwarns",
              "10000",
              "-proc:none",
              "-implicit:none",
              "-d",
              folder.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      boolean compiles =
          compiler
              .getTask(
                  null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources()))
              .call();
      assertThat(compiles).isTrue();
    }
    assertThat(found.getDiagnostics()).as("some lack @return").isNotEmpty();
    assertThat(
            found.getDiagnostics().stream()
                .map(each -> each.toString().lines().findFirst().orElse(""))
                .filter(line -> !isUsual(line)))
        .isEmpty();
  }

  /** A sentence that says it all needs no tags; a class without state needs no constructor. */
  private static boolean isUsual(String line) {
    return line.matches(".*warning: (no @\\w+.*|use of default constructor.*)");
  }

  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String folder : FOR_USERS) {
      try (Stream<Path> files = Files.walk(Repository.root().resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }
}
