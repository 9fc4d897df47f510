package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The codes of problems in {@code docs/api.md}, beside those that the sources answer with. */
class CodesPageTest {
  private static final Path PAGE = Repository.root().resolve("docs/api.md");
  private static final List<String> MODULES = List.of("model", "rebel", "sql", "engine", "server");
  private static final String KEBAB = "\"([a-z]+(?:-[a-z]+)*)\"";

  /** A call that makes a problem, with its code as a text, or as a constant of that name. */
  private static final Pattern MADE =
      Pattern.compile(
          "\\b(?:Refusal\\.of|ValueRefused|Unavailable|Abort|ListFailed|PassedOver|BadRequest"
              + "|BadJson|ProblemDocument|(?:Result|Answer)\\.Failed(?:<\\w*>)?|Fault|fault|fails"
              + "|refuse|refused|notReady)\\(\\s*(?:(?:id|[A-Za-z]+\\.id\\(\\)|\\d+),\\s*)?"
              + "(?:%s|(?:\\w+\\.)*?(?:(\\w+)\\.)?([A-Z][A-Z_]+)\\b)".formatted(KEBAB));

  /** A kind of reason with one code. */
  private static final Pattern KIND = Pattern.compile("case \\w+ _ -> %s;".formatted(KEBAB));

  private static final Pattern CONSTANT =
      Pattern.compile("\\bString ([A-Z][A-Z_]+) =\\s*%s;".formatted(KEBAB));

  /** Codes that no client is told. */
  private static final Set<String> WITHIN = Set.of("given-up", "not-pure");

  @Test
  void thePageHasEveryCodeThatTheSourcesAnswerWith() throws IOException {
    Map<Path, String> sources = new TreeMap<>();
    for (String module : MODULES) {
      Path folder = Repository.module(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          sources.put(file, Files.readString(file));
        }
      }
    }
    Map<String, Path> codes = codes(sources);
    Path reasons = file(sources, "Reason");
    KIND.matcher(sources.get(reasons)).results().forEach(it -> codes.put(it.group(1), reasons));
    assertThat(codes).hasSizeGreaterThan(90).containsKeys("negated-sync", "vote-no", "deadlock");
    String page = Files.readString(PAGE);
    codes.keySet().removeIf(code -> WITHIN.contains(code) || page.contains("`" + code + "`"));
    assertThat(codes).as("codes without a place in the tables of %s", PAGE).isEmpty();
  }

  /** Returns the codes with a file each that makes problems with it. */
  private static Map<String, Path> codes(Map<Path, String> sources) {
    Map<String, String> constants = constants(sources);
    Map<String, Path> codes = new TreeMap<>();
    sources.forEach(
        (file, text) -> {
          Matcher made = MADE.matcher(text);
          while (made.find()) {
            String qualifier = made.group(2) == null ? type(file) : made.group(2);
            String code =
                made.group(1) == null
                    ? constants.get(qualifier + "." + made.group(3))
                    : made.group(1);
            if (code != null) {
              codes.put(code, file);
            }
          }
        });
    return codes;
  }

  /** Returns the texts of constants by their name, with any type of their file before it. */
  private static Map<String, String> constants(Map<Path, String> sources) {
    Pattern type = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");
    Map<String, String> constants = new HashMap<>();
    sources.forEach(
        (file, text) -> {
          Matcher constant = CONSTANT.matcher(text);
          while (constant.find()) {
            Matcher types = type.matcher(text);
            while (types.find()) {
              constants.put(types.group(1) + "." + constant.group(1), constant.group(2));
            }
          }
        });
    return constants;
  }

  private static Path file(Map<Path, String> sources, String type) {
    return sources.keySet().stream()
        .filter(file -> type(file).equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static String type(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }
}
