package tutti.rebel.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.syntax.Specification.Modifier;

class ParserTest {

  private static Module read(String text) {
    Parser.Parsed parsed = Parser.parse(new SourceFile("t.ebl", text));
    assertThat(parsed.problems()).isEmpty();
    return parsed.module();
  }

  private static List<String> problems(String text) {
    return Parser.parse(new SourceFile("t.ebl", text)).problems().stream()
        .map(problem -> problem.span().line() + ": " + problem.message())
        .toList();
  }

  @Test
  void readsASpecificationWithAllItsParts() {
    Module module =
        read(
            """
            module bank.core.Account
            import bank.Lib
            // a comment
            @doc { An \\{ account {with braces} }
            external specification Account extends bank.Base {
              fields {
                id: Integer @key @doc{The number}
                owner: String @ref = Customer
                limits: map[Currency : set[Money]]
                odd: (Integer, String) -> Boolean
              }
              events {
                open[least = EUR 5.00, most = Inf]
                bank.Lib.close[]
                ping(a: Integer, b: Date = 1 Jan 2020)
              }
              invariants { positive bank.Lib.small }
              lifeCycle {
                initial init -> opened: open, ping
                             -> closed: close
                opened -> opened: ping /* again */
                final closed
              }
            }
            """);
    Specification spec = module.specification().orElseThrow();
    assertThat(module.name().full()).isEqualTo("bank.core.Account");
    assertThat(module.imports()).extracting(Name::full).containsExactly("bank.Lib");
    assertThat(spec.modifier()).isEqualTo(Modifier.EXTERNAL);
    assertThat(spec.parent().orElseThrow().full()).isEqualTo("bank.Base");
    assertThat(((Annotation.Text) spec.annotations().getFirst()).text())
        .isEqualTo("An { account {with braces}");
    assertThat(spec.fields())
        .extracting(f -> f.name().text())
        .containsExactly("id", "owner", "limits", "odd");
    assertThat(spec.fields().getFirst().annotations()).hasSize(2);
    assertThat(spec.fields().get(3).type()).isInstanceOf(TypeExpr.Function.class);
    assertThat(spec.events()).hasSize(3);
    assertThat(((EventRef.Bound) spec.events().getFirst()).configuration()).hasSize(2);
    assertThat(((EventRef.Interface) spec.events().get(2)).parameters()).hasSize(2);
    assertThat(spec.invariants())
        .extracting(Name::full)
        .containsExactly("positive", "bank.Lib.small");
    assertThat(spec.lifeCycle()).hasSize(3);
    assertThat(spec.lifeCycle().getFirst().initial()).isTrue();
    assertThat(spec.lifeCycle().getFirst().destinations()).hasSize(2);
    assertThat(spec.lifeCycle().getLast().last()).isTrue();
  }

  /** The words are words only before an event in the list, and names everywhere else. */
  @Test
  void readsWhichEventsClientsMayCall() {
    Module module =
        read(
            """
            module Lib
            specification Till {
              fields { internal: Integer @key public: Money }
              events {
                take[] internal give[a = 1] public count[] internal
                  lib.Lib.hand[] internal report(a: Integer)
                internal[] internal internal[] internal public [] public(internal: Integer)
                internal.Lib.sync[] public public(a: Integer)
              }
              lifeCycle { initial internal -> public: internal, public }
            }
            event internal[public: Money](internal: Integer) {
              preconditions { internal > 0; public == EUR 1.00; }
            }
            """);
    assertThat(module.specification().orElseThrow().events())
        .extracting(event -> event.visibility() + " " + event.name())
        .containsExactly(
            "UNMARKED take",
            "INTERNAL give",
            "PUBLIC count",
            "INTERNAL lib.Lib.hand",
            "INTERNAL report",
            "UNMARKED internal",
            "INTERNAL internal",
            "INTERNAL public",
            "UNMARKED public",
            "UNMARKED internal.Lib.sync",
            "PUBLIC public");
  }

  @Test
  void readsALibraryWithAllItsParts() {
    Module module =
        read(
            """
            module Lib
            @doc {Opens.}
            event open[least: Money = EUR 0.00, m: Money](amount: Money, at: DateTime) {
              preconditions {
                @doc{Enough} amount >= least;
                (amount > EUR 1.00;)
                case at.date { 1 Jan 2020 => amount == m; ANY => (amount != m;) };
              }
              postconditions { new this.balance == amount; }
              sync {
                @doc{Tell} Log[1].note(amount);
                not Ban[this.id].check();
                not (Ban[this.id].check());
                Bank.total(amount);
              }
            }
            event close() {}
            function twice(a: Integer): Integer = a * 2;
            function sign(a: Integer): Integer = case a { 0 => 0; ANY => 1; }
            invariant positive { this.balance >= EUR 0.00; this.balance < EUR 9.99; }
            """);
    assertThat(module.declarations()).hasSize(5);
    Declaration.Event open = (Declaration.Event) module.declarations().getFirst();
    assertThat(open.configuration()).hasSize(2);
    assertThat(open.parameters()).hasSize(2);
    assertThat(open.preconditions()).hasSize(3);
    assertThat(open.preconditions().get(2)).isInstanceOf(Statement.Case.class);
    assertThat(open.sync())
        .extracting(SyncStatement::negated)
        .containsExactly(false, true, true, false);
    assertThat(open.sync().getLast().specification().text()).isEqualTo("Bank");
    assertThat(open.sync().getLast().event().text()).isEqualTo("total");
  }

  @Test
  void reportsSeveralMistakesAtOnceAndGoesOn() {
    String text =
        """
        module Lib
        event open(amount: Money) {
          preconditions {
            amount > ;
            amount = EUR 1.00;
            amount >= EUR 2.00
            amount < EUR 3.00;
          }
        }
        event (x: Integer) {}
        event close() { new this.x == 1; }
        function f(a Integer): Integer = a;
        invariant good { this.x > 1; }
        """;
    assertThat(problems(text))
        .containsExactly(
            "4: Expected an expression, found `;`.",
            "5: Expected `;` or an operator, found `=`.",
            "6: A `;` is missing at the end of this line.",
            "10: Expected the name of the event, found `(`.",
            "11: Expected `preconditions`, `postconditions`, `sync` or `}`, found `new`.",
            "12: Expected `:` before the type of the parameter, found `Integer`.");
    assertThat(Parser.parse(new SourceFile("t", text)).module().declarations())
        .extracting(declaration -> declaration.name().text())
        .containsExactly("open", "good");
  }

  @Test
  void goesOnInASpecificationAtTheNextLine() {
    assertThat(
            problems(
                """
                module Account
                specification Account {
                  fields { id Integer @key
                    balance: Money;
                    rate: Percentage
                  }
                  events { open close[] x[a=] }
                  states { a b }
                  lifeCycle { initial init => a: open
                    final closed }
                }
                """))
        .containsExactly(
            "3: Expected `:` before the type of the field, found `Integer`.",
            "4: Nothing stands between two fields.",
            "7: Expected `[` after the name of the event.",
            "7: Expected an expression, found `]`.",
            "8: Expected `fields`, `events`, `invariants`, `lifeCycle` or `}`, found `states`.",
            "9: Expected the name of a state, found `=>`.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "specification A { fields { D: Date d: Date } } | Find another name: `d` is taken.",
        "specification A { fields { d: map[String: Date] D: Date } } | Find another name",
        "specification A { fields { D: map[d: Date] } } | Call it `d`.",
        "specification A { fields { New: Date } } | Find another name: `new` is taken.",
        "event e(d: Date, D: Date) {} | Find another name: `d` is taken.",
        "event e[D: Date = now](d: Date) {} | Call it `d`.",
        "event e(D: Date) {} event f(d: Date) {} | Call it `d`.",
        "specification true {} | Find another name: `True` is taken.",
      })
  void suggestsNoNameThatIsTaken(String text, String help) {
    Parser.Parsed parsed = Parser.parse(new SourceFile("t", "module A " + text));
    Problem problem = parsed.problems().getFirst();
    assertThat(problem.code()).isEqualTo("name-form");
    assertThat(problem.help()).startsWith(help);
    assertThat(problem.fix().isPresent()).isEqualTo(help.equals("Call it `d`."));
  }

  @Test
  void saysThatAWordOfTheLanguageIsNoName() {
    Parser.Parsed parsed =
        Parser.parse(new SourceFile("t", "module Lib\nevent open(final: Integer) {}\n"));
    assertThat(parsed.problems().getFirst().help()).contains("`final` is a word of the language");
  }

  @Test
  void findsAMissingBraceWhereTheNextBlockBegins() {
    assertThat(
            problems(
                """
                module Lib
                event open() {
                  preconditions { 1 == 1;
                  postconditions { 1 == 1; }
                }
                """))
        .containsExactly("3: A `}` is missing at the end of the preconditions.");
  }
}
