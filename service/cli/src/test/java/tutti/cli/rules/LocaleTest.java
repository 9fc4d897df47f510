package tutti.cli.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Texts that Tutti writes do not depend on the language of the system: a host once refused its own
 * folder, since its number was written in Arabic digits.
 */
class LocaleTest {
  private static final Pattern CALL =
      Pattern.compile("\\.formatted\\(|String\\.format\\(|\\.printf\\(|\\.format\\((?=\\s*\")");

  /** Numbers and times have the digits of a language; {@code %s} of a number has not. */
  private static final Pattern NUMBER =
      Pattern.compile("%(\\d+\\$)?[-#+ 0,(]*\\d*(\\.\\d+)?[dfeEgGtT]");

  @Test
  void noNumberIsFormattedInTheLanguageOfTheSystem() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : Repository.files().stream().filter(LocaleTest::isMain).toList()) {
      String source = Files.readString(file);
      Matcher call = CALL.matcher(source);
      while (call.find()) {
        if (NUMBER.matcher(format(source, call)).find()) {
          found.add(Repository.root().relativize(file) + ": " + format(source, call).strip());
        }
      }
    }
    assertThat(found)
        .as("write %s for whole numbers, or String.format(Locale.ROOT, ...)")
        .isEmpty();
    String bad = "a(\"%d of\"\n  + \" %s\".formatted(1, 2));";
    Matcher call = CALL.matcher(bad);
    assertThat(call.find()).isTrue();
    assertThat(NUMBER.matcher(format(bad, call)).find()).isTrue();
  }

  private static boolean isMain(Path file) {
    String path = file.toString();
    return path.endsWith(".java") && path.contains("/src/main/java/");
  }

  /** The part of a statement that has the format; empty if the call names a locale. */
  private static String format(String source, Matcher call) {
    if (call.group().equals(".formatted(")) {
      String before = source.substring(0, call.start());
      int begin =
          Math.max(
              before.lastIndexOf(';'),
              Math.max(before.lastIndexOf("{\n"), before.lastIndexOf("}\n")));
      return before.substring(begin + 1);
    }
    int end = source.indexOf(';', call.end());
    String arguments = source.substring(call.end(), end < 0 ? source.length() : end);
    return arguments.stripLeading().startsWith("Locale") ? "" : arguments;
  }

  @Test
  void noTextIsInLettersOfTheSystemsLanguage() {
    noClasses()
        .should()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .because("'I' is another letter in Turkish: name Locale.ROOT")
        .check(ProductionClasses.ALL);
  }
}
