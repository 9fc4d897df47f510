package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Name;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Rules for the main sources, such as a card for each package. No number limits a file, a method or
 * a package: one state machine or one format may be long and whole. What is much longer than all
 * else is printed.
 */
class StyleTest {
  private static final int LINES_OF_A_FILE = 1_000;
  private static final int LINES_OF_A_METHOD = 100;

  /** The number of types from which on a package's card says where a reader begins. */
  private static final int TYPES_TO_BEGIN_WITH = 4;

  private static final Pattern BEGIN = Pattern.compile("\\b[Bb]egin[\\s*]+(?:with|in)\\b");
  private static final String CARD = "package-info.java";

  private static Path root;

  /** The main sources of all modules. */
  private static List<Path> sources;

  /** The packages, each with the number of its files. */
  private static final SortedMap<String, Integer> PACKAGES = new TreeMap<>();

  private static final SortedMap<String, Integer> METHODS = new TreeMap<>();

  /** Words of the project's own, for which the field has others (docs/decisions/0015-names.md). */
  private static final Pattern OLD_WORD =
      Pattern.compile(
          "(?i)(?<![a-z])(?:reign(?:s|ing)?|deposed|canvass\\w*|electors?|handback)(?![a-z])");

  /** The place between two words of a name. */
  private static final Pattern WORD_BEGIN = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");

  /** The names that a source declares with an old word, with their files. */
  private static final Set<String> OLD_WORDS = new TreeSet<>();

  /** The methods that give a reason, or null. */
  private static final Set<String> REASONS = new TreeSet<>();

  @BeforeAll
  static void find() throws IOException {
    root = Repository.root();
    sources = inModules("src/main/java");
    sources.forEach(file -> PACKAGES.merge(name(file.getParent()), 1, Integer::sum));
    assertThat(sources).hasSizeGreaterThan(1000);
    parse();
  }

  private static List<Path> inModules(String folder) throws IOException {
    return Repository.modules().stream()
        .map(module -> module.resolve(folder))
        .filter(Files::isDirectory)
        .flatMap(StyleTest::javaFiles)
        .sorted()
        .toList();
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String name(Path path) {
    return root.relativize(path).toString().replace('\\', '/');
  }

  /** A number says where to look, and not that anything is wrong there. */
  @Test
  void printsWhatIsLong() throws IOException {
    SortedMap<String, Integer> files = new TreeMap<>();
    for (Path file : sources) {
      files.put(name(file), Files.readAllLines(file).size());
    }
    assertThat(METHODS).hasSizeGreaterThan(5000);
    print("files", LINES_OF_A_FILE, files);
    print("methods", LINES_OF_A_METHOD, METHODS);
  }

  private static void print(String what, int many, SortedMap<String, Integer> lines) {
    List<String> outliers =
        lines.entrySet().stream()
            .filter(each -> each.getValue() > many)
            .map(each -> each.getKey() + ": " + each.getValue())
            .toList();
    System.out.println(what + " of more than " + many + " lines: " + outliers);
  }

  /**
   * A part of a transaction that can fail gives a {@code Result}. Only questions for a state may
   * answer null: why it is stopped, or bound to fail, if it is.
   */
  @Test
  void noMethodOfTheEngineGivesNullForSuccess() {
    assertThat(REASONS).containsExactly("stopped");
  }

  /** A reader who knows the field finds the code by its word for a thing. */
  @Test
  void noNameHasAWordThatTheFieldHasAnotherOneFor() {
    assertThat(OLD_WORDS).isEmpty();
  }

  private static void parse() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        String file = name(Path.of(unit.getSourceFile().toUri()));
        new Sizes(unit, positions, file).scan(unit, null);
      }
    }
  }

  /** A collector of the lines of each method, from its first annotation to its last brace. */
  private static final class Sizes extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final String file;

    Sizes(CompilationUnitTree unit, SourcePositions positions, String file) {
      this.unit = unit;
      this.positions = positions;
      this.file = file;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
      long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
      // Of methods with one name in one file, the longest counts.
      METHODS.merge(file + "#" + method.getName(), Math.toIntExact(last - first + 1), Math::max);
      String type = String.valueOf(method.getReturnType());
      boolean nullable = (method.getModifiers().getAnnotations() + type).contains("@Nullable");
      if (nullable && (type.equals("Reason") || type.startsWith("Reason."))) {
        REASONS.add(method.getName().toString());
      }
      named(method.getName());
      return super.visitMethod(method, nothing);
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      named(type.getSimpleName());
      return super.visitClass(type, nothing);
    }

    @Override
    public Void visitVariable(VariableTree variable, Void nothing) {
      named(variable.getName());
      return super.visitVariable(variable, nothing);
    }

    private void named(Name name) {
      if (OLD_WORD.matcher(WORD_BEGIN.matcher(name).replaceAll(" ")).find()) {
        OLD_WORDS.add(name + " in " + file);
      }
    }
  }

  @Test
  void everyPackageHasACardThatSaysWhereToBegin() throws IOException {
    SortedMap<String, Integer> without = new TreeMap<>();
    for (Map.Entry<String, Integer> each : PACKAGES.entrySet()) {
      Path card = root.resolve(each.getKey()).resolve(CARD);
      int types = each.getValue() - 1;
      boolean says =
          Files.exists(card)
              && (types < TYPES_TO_BEGIN_WITH || BEGIN.matcher(Files.readString(card)).find());
      without.put(each.getKey(), says ? 0 : 1);
    }
    StyleExceptions.staysBelow("card", 0, without);
  }

  /** The usual build does not compile the stress tests, which use classes of their own packages. */
  @Test
  void everyStressTestIsInThePackageOfItsClass() {
    List<Path> tests = javaFiles(root.resolve("verification/stress/src/stress/java")).toList();
    assertThat(tests).isNotEmpty();
    for (Path test : tests) {
      String path = name(test).replace("verification/stress/src/stress", "core/engine/src/main");
      assertThat(root.resolve(path.replace("Stress.java", ".java"))).exists();
    }
  }
}
