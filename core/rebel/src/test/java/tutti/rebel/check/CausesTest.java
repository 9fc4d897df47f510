package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.rebel.load.Diagnostic;

/** One mistake gives one message, and that names the mistake instead of what follows from it. */
class CausesTest {

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      quoteCharacter = '\u00a7',
      value = {
        // what is replaced ~ by what ~ the only message: its code, the marked text, its help
        "event move(amount: Money) { ~ event move(amount: Money) ~ syntax ~ postconditions ~ ''",
        "module bank.Lib ~ module bnk.Lib ~ module-place ~ bnk.Lib ~ Move the file",
        "module bank.Lib ~ module Lib ~ module-place ~ Lib ~ Write `module bank.Lib`.",
        "module bank.Account ~ module bank.Acount ~ module-place ~ bank.Acount ~ Move the file",
        "module bank.Lib ~ modul bank.Lib ~ syntax ~ modul ~ module bank.Account",
        "import bank.Lib ~ import bank.Lbi ~ missing-import ~ bank.Lbi ~ Did you mean `bank.Lib`?",
        "new this.balance == amount; ~ new this.balance = amount; ~ syntax ~ = ~ Equality is"
            + " written `==`.",
        "word: String = \"new\" ~ word: String = 'new' ~ single-quotes ~ 'new' ~ Write `\"new\"`.",
        "word: String = \"new\" ~ word: String = '' ~ single-quotes ~ '' ~ Write `\"\"`.",
        "close[] move[] } ~ close[], move[] } ~ syntax ~ , ~ Leave it out: `open[] close[]`.",
        "since: Date ~ since: Date; ~ syntax ~ ; ~ Leave it out",
        "id: Integer @key ~ id: int @key ~ unknown-type ~ int ~ Did you mean `Integer`?",
        "times: Integer = 1 ~ times: long = 1 ~ unknown-type ~ long ~ Did you mean `Integer`?",
        "Account[this.friend].add(amount); ~ @doc { Why. } Account[this.friend].add(); ~"
            + " argument-count ~ Account[this.friend].add(); ~ ''"
      })
  void saysItOnce(String old, String replacement, String code, String marked, String help) {
    List<Diagnostic> found = Sample.with(old, replacement).diagnostics();
    assertThat(found).as("%s", found).hasSize(1);
    Diagnostic only = found.getFirst();
    assertThat(only.code()).isEqualTo(code);
    assertThat(only.span().text()).isEqualTo(marked);
    assertThat(only.help()).contains(help.equals("''") ? "" : help);
  }

  /**
   * A text that could not be read comes first, wherever it stands; other mistakes are still
   * reported.
   */
  @Test
  void causesComeFirst() {
    List<Diagnostic> found =
        Checker.check(
                java.util.Map.of(
                    "bank/Account.ebl",
                    Sample.ACCOUNT.replace("balance: Money", "balance: Monney"),
                    "bank/Lib.ebl",
                    Sample.LIB.replace("amount >= least;", "amount >= ;")))
            .diagnostics();
    assertThat(found).extracting(Diagnostic::code).startsWith("syntax");
    assertThat(found.getFirst().span().file().name()).isEqualTo("bank/Lib.ebl");
    // A type that is near to a known one is a mistake of its own.
    assertThat(found.get(1).help()).isEqualTo("Did you mean `Money`?");
  }
}
