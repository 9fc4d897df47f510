package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.typed.CheckedEvent;

/** One mistake at a time in events that sync with procedures in Java. */
class JavaCallsTest {
  private static final String PAYMENT =
      """
      module pay.Payment

      specification Payment {
        fields { id: Integer @key amount: Money marks: set[Integer] names: map[Currency: Boolean] }
        events { order[] note[] cancel[] }
        lifeCycle {
          initial none -> ordered: order
          ordered -> ordered: note
                  -> cancelled: cancel
          final cancelled
        }
      }

      event order(provider: String, amount: Money) {
        preconditions { amount > EUR 0.00; }
        postconditions {
          new this.amount == amount;
          new this.marks == {};
          new this.names == ();
        }
        sync { @doc { Somebody must deliver. } Provider[provider].AddOrder(this.id, amount); }
      }
      event note(day: Date) {
        sync { Provider[this.id].Note(now, day, this.marks, this.names, this.amount); }
      }
      event cancel(other: Integer) {
        sync { not Payment[other].cancel(7); }
      }
      """;

  private static CheckResult check(String text) {
    return Checker.check(Map.of("pay/Payment.ebl", text), Provider.application().schema());
  }

  @Test
  void findsNothingWrongWithIt() {
    CheckResult result = check(PAYMENT);
    assertThat(result.diagnostics()).isEmpty();
    CheckedEvent order =
        result.application().orElseThrow().specifications().getFirst().events().getFirst();
    assertThat(order.sync()).isEmpty();
    assertThat(order.calls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.actor()).isEqualTo("Provider");
              assertThat(call.procedure().name()).isEqualTo("AddOrder");
              assertThat(call.documentation()).isEqualTo("Somebody must deliver.");
              assertThat(call.arguments()).hasSize(2);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      quoteCharacter = '\u00a7',
      value = {
        // what is replaced ~ by what ~ the error's code ~ the marked text ~ what would do
        "Provider[provider].Add ~ Provder[provider].Add ~ unknown-specification ~ Provder ~ Did you"
            + " mean `Provider`?",
        "AddOrder( ~ AddOder( ~ unknown-event ~ AddOder ~ Did you mean `AddOrder`?",
        "AddOrder(this.id, amount) ~ AddOrder(this.id) ~ argument-count ~"
            + " Provider[provider].AddOrder(this.id); ~ They are: (id: long, amount: string).",
        "AddOrder(this.id, amount) ~ AddOrder(amount, amount) ~ type ~ amount ~ `.amount`, which"
            + " counts hundredths",
        "AddOrder(this.id, amount) ~ AddOrder(1, 2) ~ type ~ 2 ~ a long or a BigInteger",
        "AddOrder(this.id, amount) ~ Plan(amount) ~ java-type ~ Plan ~ Let it take text",
        "AddOrder(this.id, amount) ~ Risk() ~ java-query ~ Risk ~ Call a procedure that aborts",
        "Provider[provider].AddOrder(this.id, amount) ~ not Provider[provider].AddOrder(this.id,"
            + " amount) ~ java-negated ~ not Provider[provider].AddOrder(this.id, amount); ~ that"
            + " aborts",
        "Provider[provider].AddOrder(this.id, amount) ~ Provider[amount].AddOrder(this.id, amount)"
            + " ~ key-type ~ amount ~ is a String",
        "Provider[provider].AddOrder(this.id, amount) ~ Provider.AddOrder(this.id, amount) ~"
            + " key-missing ~ Provider ~ Say which one",
        "amount > EUR 0.00; ~ Provider[provider].total > EUR 0.00; ~ java-unseen ~ Provider ~ Let a"
            + " procedure look",
        "amount > EUR 0.00; ~ initialized Provider[provider]; ~ java-unseen ~ Provider ~ Let a"
            + " procedure look",
        "not Payment[other].cancel(7) ~ not Payment[other].order(\"a\", EUR 1.00) ~ java-negated ~"
            + " not Payment[other].order(\"a\", EUR 1.00); ~ in a precondition",
        "Note(now, day, ~ Note(day, day, ~ type ~ day ~ ",
        "this.marks, this.names ~ this.names, this.names ~ type ~ this.names ~ "
      })
  void findsTheMistakeAtItsPlace(
      String old, String replacement, String code, String marked, String help) {
    assertThat(PAYMENT).containsOnlyOnce(old);
    CheckResult result = check(PAYMENT.replace(old, replacement));
    assertThat(result.application()).isEmpty();
    assertThat(result.diagnostics())
        .anySatisfy(
            diagnostic -> {
              assertThat(diagnostic.code()).isEqualTo(code);
              assertThat(diagnostic.span().text()).endsWith(marked);
              assertThat(diagnostic.help()).contains(help == null ? "" : help);
            });
  }

  @Test
  void theSameTextNeedsTheActors() {
    assertThat(Checker.check(Map.of("pay/Payment.ebl", PAYMENT)).diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly("unknown-specification");
  }
}
