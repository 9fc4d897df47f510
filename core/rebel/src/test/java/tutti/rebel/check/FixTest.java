package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.syntax.Fix;

/** The changes that diagnostics offer mend the mistakes. */
class FixTest {

  /** Puts a mistake into the sample; its fix makes the sample as it was. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "unknown-name ~ amount >= least ~ amuont >= least",
        "unknown-name ~ amount >= least ~ amount >= laest",
        "unknown-type ~ balance: Money ~ balance: Mony",
        "unknown-type ~ since: Date ~ since: LocalDate",
        "unknown-field ~ new this.balance == amount ~ new this.balnce == amount",
        "unknown-field ~ this.balance.amount == 0 ~ this.balance.am == 0",
        "unknown-event ~ opened -> opened: add ~ opened -> opened: ad",
        "unknown-event ~ events { open[least = EUR 5.00] public add[] ~ events { open[least = EUR 5.00]"
            + " public addd[]",
        "unknown-state ~ -> closed: close ~ -> closd: close",
        "unknown-config ~ open[least = EUR 5.00] ~ open[leats = EUR 5.00]",
        "unknown-invariant ~ invariants { positive } ~ invariants { positiv }",
        "unknown-function ~ twice(amount) * times ~ twise(amount) * times",
        "unknown-specification ~ Account[this.friend].add ~ Acount[this.friend].add",
        "missing-import ~ import bank.Lib ~ import bank.Lbi",
        "missing-semicolon ~ amount > EUR 0.00;\\n ~ amount > EUR 0.00\\n",
        "syntax ~ move[] } ~ move }",
        "syntax ~ opened -> opened: add, write, move\\n ~ opened -> opened: add, write, move;\\n",
        "syntax ~ new this.balance == amount; ~ new this.balance = amount;",
        "single-quotes ~ != \"x\" ~ != 'x'"
      })
  void mendsTheMistake(String code, String right, String wrong) {
    String good = right.replace("\\n", "\n");
    String bad = wrong.replace("\\n", "\n");
    Diagnostic found =
        Sample.with(good, bad).diagnostics().stream()
            .filter(each -> each.code().equals(code) && each.fix().isPresent())
            .findFirst()
            .orElseThrow(() -> new AssertionError(Sample.with(good, bad).diagnostics()));
    String name = found.span().file().name();
    assertThat(apply(found)).isEqualToNormalizingWhitespace(Sample.files().get(name));
  }

  private static String apply(Diagnostic diagnostic) {
    Fix fix = diagnostic.fix().orElseThrow();
    StringBuilder text = new StringBuilder(fix.place().file().text());
    return text.replace(fix.place().start(), fix.place().end(), fix.text()).toString();
  }

  /** A field that is written like a parameter, and words that other languages have. */
  @ParameterizedTest
  @CsvSource({"balance,this.balance", "true,True", "false,False"})
  void offersTheNameThatIsMeant(String wrong, String right) {
    assertThat(Sample.with("amount >= least", wrong + " >= least").diagnostics())
        .filteredOn(each -> each.code().equals("unknown-name"))
        .extracting(each -> each.fix().orElseThrow().text())
        .containsExactly(right);
  }

  @Test
  void importsTheModuleThatDeclaresAName() {
    Map<String, String> files = Sample.files();
    files.computeIfPresent("bank/Account.ebl", (_, text) -> text.replace("import bank.Lib", ""));
    assertThat(Checker.check(files).diagnostics())
        .filteredOn(each -> each.code().equals("unknown-event"))
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(apply(each)).startsWith("module bank.Account\n\nimport bank.Lib\n"));
    files.computeIfPresent(
        "bank/Account.ebl", (_, text) -> text.replace("\n\n", "\nimport bank.More\n\n"));
    files.put("bank/More.ebl", "module bank.More");
    assertThat(Checker.check(files).diagnostics())
        .filteredOn(each -> each.code().equals("unknown-event"))
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(apply(each)).contains("import bank.More\nimport bank.Lib\n"));
  }

  /** In the place of a name with a qualifier the near name alone would be another mistake. */
  @Test
  void offersNoNameWithoutItsQualifier() {
    assertThat(Sample.with("close[] move[]", "bank.Lib.clse[] move[]").diagnostics())
        .filteredOn(each -> each.help().equals("Did you mean `close`?"))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.fix()).isEmpty());
  }
}
