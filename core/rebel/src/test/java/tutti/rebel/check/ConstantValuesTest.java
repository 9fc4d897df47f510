package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Default values and values of configurations that cannot be computed. */
class ConstantValuesTest {
  private static CheckResult check(String event, String use) {
    return Checker.check(
        Map.of(
            "T.ebl",
            """
            module T
            specification T {
              fields { id: Integer @key n: Integer }
              events { %s }
              lifeCycle { initial fresh -> made: mk  final made }
            }
            %s
            """
                .formatted(use, event)));
  }

  @ParameterizedTest
  @CsvSource({
    "Integer, 7 / 0, cannot be divided by zero",
    "Money, EUR 1.00 + USD 1.00, different currencies",
    "Money, EUR 1.00 / 0, cannot be divided by zero"
  })
  void aDefaultThatCannotBeComputedIsNamedWithItsPlace(String type, String value, String why) {
    CheckResult result =
        check(
            "event mk(a: %s = %s) { postconditions { new this.n == 1; } }".formatted(type, value),
            "mk[]");
    assertThat(result.application()).as("requests may give another value").isPresent();
    assertThat(result.diagnostics())
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.toString()).contains("The default value of `a`", why, "`mk`");
              assertThat(told.span().text()).isEqualTo(value);
            });
  }

  @Test
  void aConfigurationThatCannotBeComputedIsNamedWithItsPlace() {
    CheckResult result =
        check(
            "event mk[lim: Integer = 1]() { postconditions { new this.n == lim; } }",
            "mk[lim = 7 / 0]");
    assertThat(result.diagnostics())
        .singleElement()
        .satisfies(told -> assertThat(told.span().text()).isEqualTo("7 / 0"));
  }

  @Test
  void whatCanBeComputedIsNotNamed() {
    CheckResult result =
        check("event mk(a: Integer = 7 / 2) { postconditions { new this.n == a; } }", "mk[]");
    assertThat(result.diagnostics()).isEmpty();
  }
}
