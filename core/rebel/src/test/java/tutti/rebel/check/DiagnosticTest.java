package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.rebel.load.Diagnostic;

/** How mistakes look on a terminal. */
class DiagnosticTest {

  @Test
  void showsTheLineWithACaretUnderThePlace() {
    Diagnostic diagnostic =
        Sample.with("amount >= least", "amuont >= least").diagnostics().stream()
            .filter(d -> d.code().equals("unknown-name"))
            .findFirst()
            .orElseThrow();
    assertThat(diagnostic.render())
        .isEqualTo(
            """
            bank/Lib.ebl:5:46: error[unknown-name]: There is no name `amuont`.
             5 |   preconditions { @doc { At least so much. } amuont >= least; }
               |                                              ^^^^^^
               = Did you mean `amount`?
            """);
  }

  @Test
  void coloursOnlyWhenAsked() {
    Diagnostic diagnostic = Sample.with("balance: Money", "balance: Mony").diagnostics().getFirst();
    assertThat(diagnostic.render(false)).doesNotContain("\u001B");
    assertThat(diagnostic.render(true)).contains("\u001B[1;31merror[unknown-type]:");
  }

  @Test
  void keepsTheCaretInPlaceBehindTabsAndInLongLines() {
    String text = "module Lib\n\t\tevent a(" + "x".repeat(200) + ": Integr) {}\n";
    Diagnostic diagnostic =
        Checker.check(Map.of("Lib.ebl", text + "specification Lib { events { a[] } }"))
            .diagnostics()
            .stream()
            .filter(d -> d.code().equals("unknown-type"))
            .findFirst()
            .orElseThrow();
    String[] lines = diagnostic.render().split("\n");
    int caret = lines[2].indexOf('^');
    assertThat(lines[1].substring(caret, caret + 6)).isEqualTo("Integr");
    assertThat(lines[1].length()).isLessThan(130);
  }

  @Test
  void listsMistakesInTheOrderOfFilesAndLines() {
    var diagnostics = Sample.with("balance: Money", "balance: Mony").diagnostics();
    var sorted =
        diagnostics.stream()
            .sorted(
                java.util.Comparator.comparing((Diagnostic d) -> d.span().file().name())
                    .thenComparing(d -> d.span().start()))
            .toList();
    assertThat(diagnostics).isEqualTo(sorted);
  }
}
