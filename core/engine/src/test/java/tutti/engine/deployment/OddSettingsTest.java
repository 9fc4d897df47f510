package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each key with values that nobody means is taken, or named with its place; nothing else. */
class OddSettingsTest {
  private static final List<String> ODD =
      List.of(
          "\"\"",
          "\" \"",
          "null",
          "true",
          "-1",
          "0",
          "1",
          "1.5",
          "1e400",
          "-1e400",
          "99999999999999999999999999",
          "9223372036854775807",
          "NaN",
          "\"Infinity\"",
          "[]",
          "[1, 2]",
          "[null]",
          "{}",
          "{ a = 1 }",
          "\"\\ud800\"",
          "\"\\u0000\"",
          "\"%s %d %n\"",
          "\"١\"",
          "0s",
          "-5s",
          "1ns",
          "5 lightyears",
          "9223372036854775807 s",
          "9223372036854775807 d",
          "1e30 d",
          "0 B",
          "-1 MiB",
          "9223372036854775807 EiB",
          "0.0000000001",
          "\"" + "x".repeat(10_000) + "\"",
          "${nothing}",
          "${?nothing}",
          "\"../../etc\"",
          "\"http://[::1\"",
          "\"a b\"");

  static Stream<String> keys() {
    return DeploymentKeys.describe().stream().map(DeploymentKeys.Description::path);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void areTakenOrNamed(String key) {
    for (String value : ODD) {
      for (String text :
          List.of("tutti." + key + " = " + value, "tutti { x { }, " + key + " = " + value + " }")) {
        Reading reading = DeploymentReader.parse(text, "odd.conf");
        if (reading instanceof Reading.Invalid(var problems)) {
          assertThat(problems).as(text).isNotEmpty();
          for (Object problem : problems) {
            assertThat(problem.toString())
                .as(text)
                .startsWith("odd.conf")
                .doesNotContain("Exception", "java.", "com.typesafe", "tutti.engine");
          }
        }
      }
    }
  }
}
