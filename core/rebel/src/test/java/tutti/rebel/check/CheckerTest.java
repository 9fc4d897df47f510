package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.load.Diagnostic.Severity;

/** One mistake at a time in {@link Sample}: each is found, at its place. */
class CheckerTest {

  @Test
  void findsNothingWrongWithTheSample() {
    CheckResult result = Sample.check();
    assertThat(result.diagnostics()).isEmpty();
    assertThat(result.application()).isPresent();
    assertThat(result.files()).hasSize(2);
  }

  @Test
  void warnsOfAPartnerOfWhichNoWordTellsWhetherClientsMayCallIt() {
    String fan =
        """
        module Fan
        import Lib
        specification Fan {
          fields { id: Integer @key }
          events { join[] WORD Lib.refund[] block[] }
          lifeCycle { initial none -> fan: join fan -> fan: refund, block }
        }
        """;
    String library =
        """
        module Lib
        import Fan
        import Ticket
        event join() {}
        event refund() {}
        event block() {}
        event giveBack(fan: Integer) { sync { Fan[fan].refund(); not Fan[7].block(); } }
        """;
    String ticket =
        """
        module Ticket
        import Fan
        import Lib
        specification Ticket {
          fields { id: Integer @key }
          events { giveBack[] }
          lifeCycle { initial none -> returned: giveBack final returned }
        }
        """;
    Function<String, List<Diagnostic>> check =
        word ->
            Checker.check(
                    Map.of(
                        "Fan.ebl",
                        fan.replace("WORD", word),
                        "Lib.ebl",
                        library,
                        "Ticket.ebl",
                        ticket))
                .diagnostics();
    assertThat(check.apply("internal")).isEmpty();
    assertThat(check.apply("public")).isEmpty();
    Diagnostic warning = check.apply("").getFirst();
    assertThat(check.apply("")).hasSize(1);
    assertThat(warning.severity()).isEqualTo(Severity.WARNING);
    assertThat(warning.code()).isEqualTo("public-partner");
    assertThat(warning.message())
        .isEqualTo("Clients may call `Fan.refund`, with which `Ticket.giveBack` syncs.");
    assertThat(warning.fix().orElseThrow().text()).isEqualTo("internal Lib.refund");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      quoteCharacter = '\u00a7',
      value = {
        // what is replaced ~ by what ~ the error's code ~ the marked text
        "amount >= least ~ amuont >= least ~ unknown-name ~ amuont",
        "amount >= least ~ balance >= least ~ unknown-name ~ balance",
        "amount >= least ~ this.balanc >= least ~ unknown-field ~ balanc",
        "amount >= least ~ this.balance >= least ~ unset-field ~ this.balance",
        "amount >= least ~ amount >= 5 ~ type ~ amount >= 5",
        "amount >= least ~ amount ~ type ~ amount",
        "amount >= least ~ new this.balance == amount ~ stray-new ~ new this.balance",
        "amount >= least ~ it == 1 ~ stray-it ~ it",
        "amount >= least ~ amount == ANY ~ stray-any ~ ANY",
        "amount >= least ~ this.limits < () ~ unset-field ~ this.limits",
        "amount >= least ~ amount.cur == EUR ~ unknown-field ~ cur",
        "amount >= least ~ {1, EUR} == {2} ~ type ~ EUR",
        "amount >= least ~ |amount| > 1 ~ type ~ |amount|",
        "amount >= least ~ {x : 3 | x > 1} == {} ~ type ~ 3",
        "amount >= least ~ {1..EUR} == {} ~ type ~ {1..EUR}",
        "amount >= least ~ -\"a\" == \"a\" ~ type ~ -\"a\"",
        "amount >= least ~ (True ? 1 : EUR) == 1 ~ type ~ True ? 1 : EUR",
        "amount >= least ~ fixed 3% + fixed 4% == fixed 7% ~ type ~ fixed 3% + fixed 4%",
        "amount >= least ~ amount in least ~ type ~ amount in least",
        "amount >= least ~ Account == Account ~ key-missing ~ Account",
        "amount >= least ~ Acount[1] instate opened ~ unknown-specification ~ Acount",
        "amount >= least ~ Account[1] instate opend ~ unknown-state ~ opend",
        "amount >= least ~ Account[\"a\"] instate opened ~ key-type ~ \"a\"",
        "amount >= least ~ twise(amount) == least ~ unknown-function ~ twise",
        "amount >= least ~ twice(amount, 2) == least ~ argument-count ~ twice(amount, 2)",
        "amount >= least ~ twice(2) == least ~ type ~ 2",
        "amount >= least ~ exists amount : {1} | True ~ duplicate-name ~ amount",
        "new this.balance == amount; ~ new this.balance >= amount; ~ undetermined ~ this.balance",
        "new this.balance == amount; ~ new this.id == 3; ~ undetermined ~ balance",
        "new this.balance == amount; ~ amount > least -> new this.balance == amount; ~ undetermined"
            + " ~ open",
        "new this.limits == (); ~ new this.limits[EUR] == 1; ~ undetermined ~ this.limits",
        "new this.limits == (); ~ new this.limits == (); new this.limits == (); ~ determined-twice"
            + " ~ new this.limits == ()",
        "new this.limits == (); ~ new this.limits == new this.limits - {EUR}; ~ circular-equations"
            + " ~ new this.limits == new this.limits - {EUR}",
        "new this.limits == (); ~ new Account[1].balance == amount; ~ new-of-other ~ new"
            + " Account[1].balance",
        "new this.limits == (); ~ new amount == amount; ~ stray-new ~ new amount",
        "new this.note == note; ~ note == note; ~ undetermined ~ note",
        "new this.balance == amount; ~ new this.balance == EUR -1.00; ~ money-sign ~ -",
        "new this.balance == amount; ~ new this.balance == - EUR 1.00; ~ invariant-broken ~ open",
        "amount >= least; ~ amount < EUR 0.00; ~ invariant-broken ~ open",
        "open[least = EUR 5.00] ~ open[leest = EUR 5.00] ~ unknown-config ~ leest",
        "open[least = EUR 5.00] ~ open[least = 5] ~ type ~ 5",
        "open[least = EUR 5.00] ~ open[least = EUR 5.00, least = EUR 6.00] ~ duplicate-name ~"
            + " least",
        "word: String = \"new\" ~ word: String ~ config-missing ~ open[least = EUR 5.00]",
        "word: String = \"new\" ~ word: String = 3 ~ type ~ 3",
        "word: String = \"new\" ~ amount: String = \"new\" ~ duplicate-name ~ amount",
        "write[] close[] ~ wirte[] close[] ~ unknown-event ~ wirte",
        "opened: add, write, move ~ opened: ad, write, move ~ unknown-event ~ ad",
        "opened: add, write, move ~ opened: add, write ~ unused-event ~ move",
        "opened: add, write, move ~ opend: add, write, move ~ unknown-state ~ opend",
        "-> closed: close ~ -> closed: close, add ~ ambiguous-transition ~ add",
        "-> closed: close ~ -> opened: close ~ unreachable-state ~ closed",
        "-> closed: close ~ -> init: close ~ back-to-initial ~ init",
        "final closed ~ initial closed ~ several-initial ~ closed",
        "initial init ~ init ~ missing-initial ~ init",
        "invariants { positive } ~ invariants { positiv } ~ unknown-invariant ~ positiv",
        "id: Integer @key ~ id: Integer ~ missing-key ~ Account",
        "id: Integer @key ~ id: Money @key ~ key-type ~ id",
        "balance: Money ~ balance: Money @key ~ several-keys ~ balance",
        "balance: Money ~ balance: Monney ~ unknown-type ~ Monney",
        "balance: Money ~ balance: Money balance: Money ~ duplicate-name ~ balance",
        "since: Date ~ since: Date more: Integer ~ undetermined ~ more",
        "since: Date ~ since: (Date, Time) ~ unsupported-type ~ (Date, Time)",
        "since: Date ~ since: Date -> Time ~ unsupported-type ~ Date -> Time",
        "friend: Integer @ref=Account ~ friend: IBAN @ref=Account ~ reference-type ~ friend",
        "friend: Integer @ref=Account ~ friend: Integer @ref=Acount ~ unknown-specification ~"
            + " Acount",
        "specification Account ~ singleton specification Account ~ singleton-key ~ id",
        "specification Account ~ specification Account extends Account ~ cyclic-extends ~ Account",
        "specification Account ~ specification Account extends Base ~ unknown-specification ~ Base",
        "move[] } ~ move(amount: Money) } ~ interface-event ~ move(amount: Money)",
        "Account[this.friend].add(amount); ~ Account[this.friend].ad(amount); ~ unknown-event ~ ad",
        "Account[this.friend].add(amount); ~ Account[this.friend].add(); ~ argument-count ~"
            + " Account[this.friend].add();",
        "Account[this.friend].add(amount); ~ Account[this.friend].add(5); ~ type ~ 5",
        "Account[this.friend].add(amount); ~ Account[amount].add(amount); ~ key-type ~ amount",
        "Account[this.friend].add(amount); ~ Account[this.id].add(amount); ~ sync-self ~"
            + " Account[this.id].add(amount);",
        "Account[this.friend].add(amount); ~ Account.add(amount); ~ key-missing ~ Account",
        "Account[this.friend].add(amount); ~ Account[this.friend].add(amount); Account[ this.friend"
            + " ].close(); ~ sync-twice ~ Account[ this.friend ].close();",
        "m * two() ~ twice(m) ~ recursive-function ~ twice",
        "m * two() ~ this.balance ~ no-this-here ~ this",
        "m * two() ~ Account[1].balance ~ no-instances-here ~ Account[1]",
        "m * two() ~ now.date == now.date ? m : m ~ no-time-here ~ now",
        "m * two() ~ 5 ~ type ~ 5",
        "ANY => 3; ~ 1 => 3; ~ unreachable-branch ~ 1",
        "ANY => 3; ~ EUR => 3; ~ type ~ EUR",
        "ANY => 3; ~ ANY => EUR; ~ type ~ EUR",
        "function two() ~ function twice() ~ duplicate-name ~ twice",
        "this.balance >= EUR 0.00; ~ Account[1].balance >= EUR 0.00; ~ no-instances-here ~"
            + " Account[1]",
        "this.balance >= EUR 0.00; ~ this instate opened; ~ state-in-invariant ~ this instate"
            + " opened",
        "this.balance >= EUR 0.00; ~ not this.balance == EUR 0.00; ~ type ~ this.balance",
        "import bank.Lib ~ import bank.Libb ~ missing-import ~ bank.Libb",
        "module bank.Lib ~ module bank.Library ~ module-place ~ bank.Library",
        "least: Money = EUR 0.00 ~ least: Money = amount ~ unknown-name ~ amount"
      })
  void findsTheMistake(String old, String replacement, String code, String marked) {
    CheckResult result = Sample.with(old, replacement);
    assertThat(result.application()).isEmpty();
    assertThat(result.diagnostics())
        .as("%s", result.diagnostics())
        .anySatisfy(
            diagnostic -> {
              assertThat(diagnostic.severity()).isEqualTo(Severity.ERROR);
              assertThat(diagnostic.code()).isEqualTo(code);
              assertThat(diagnostic.span().text()).isEqualTo(marked);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "final closed ~ closed ~ dead-end",
        "final closed ~ final closed -> closed: move ~ final-continues",
        "amount >= least; ~ True; ~ invariant-open",
        "event close() ~ event idle() {} event close() ~ unbound-event",
        "import bank.Lib ~ import bank.Lib import bank.Lib ~ duplicate-import",
        "case 1 { 1 => 2; ~ case 1 Year { 1 Year => 2; 12 Month => 4; ~ unreachable-branch",
        "specification Account { ~ specification Konto { ~ specification-name"
      })
  void warnsAndGoesOn(String old, String replacement, String code) {
    CheckResult result = Sample.with(old, replacement);
    if (!code.equals("specification-name")) {
      assertThat(result.application()).as("%s", result.diagnostics()).isPresent();
    }
    assertThat(result.diagnostics())
        .anySatisfy(
            diagnostic -> {
              assertThat(diagnostic.severity()).isEqualTo(Severity.WARNING);
              assertThat(diagnostic.code()).isEqualTo(code);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "amount >= least ~ amuont >= least ~ Did you mean `amount`?",
        "amount >= least ~ amount.cur == EUR ~ Did you mean `currency`?",
        "amount >= least ~ balance >= least ~ The field of that name is `this.balance`.",
        "amount >= least ~ true ~ Write `True`.",
        "amount >= least ~ not amount == least ~ `not` binds tighter",
        "balance: Money ~ balance: Monney ~ Did you mean `Money`?",
        "write[] close[] ~ wirte[] close[] ~ Did you mean `write`?",
        "import bank.Lib ~ import bank.Lbi ~ Did you mean `bank.Lib`?",
        "new this.limits == (); ~ new this.limits[EUR] == 1; ~ new this.limits == this.limits +"
            + " (key: value)",
        "open[least = EUR 5.00] ~ open[max = EUR 5.00] ~ There are: least, word.",
        "amount >= least ~ amount > 0 ~ Write `EUR 0.00`",
        "amount >= least; ~ if (amount >= least) { True } ~ `condition -> consequence`",
        "amount >= least; ~ if (amount >= least) amount > least; ~ `condition -> consequence`",
        "amount >= least; ~ if (amount >= least); ~ `condition -> consequence`"
      })
  void saysWhatWouldDo(String old, String replacement, String help) {
    assertThat(Sample.with(old, replacement).diagnostics())
        .anySatisfy(diagnostic -> assertThat(diagnostic.help()).contains(help));
  }

  /** A wrong name of the one value that an event needs is one mistake, and the name is offered. */
  @Test
  void namesTheOnlyConfigurationParameter() {
    String lib =
        Sample.LIB.replace("least: Money = EUR 0.00, word: String = \"new\"", "most: Money");
    lib = lib.replace("{word}", "{\"a\"}").replace("amount >= least", "amount >= most");
    CheckResult result =
        Checker.check(
            Map.of(
                "bank/Account.ebl",
                Sample.ACCOUNT.replace("least = EUR", "max = EUR"),
                "bank/Lib.ebl",
                lib));
    assertThat(result.diagnostics())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.code()).isEqualTo("unknown-config");
              assertThat(each.help()).isEqualTo("Did you mean `most`?");
            });
  }

  /** All places give an Integer: the one mistake is at the field. */
  @ParameterizedTest
  @CsvSource({"String, key-type", "Money, key-type"})
  void aWrongTypeOfAKeyIsOneMistake(String type, String code) {
    CheckResult result = Sample.with("id: Integer @key", "id: " + type + " @key");
    assertThat(result.diagnostics().getFirst().code()).isEqualTo(code);
    assertThat(result.diagnostics().getFirst().span().text()).isEqualTo("id");
    assertThat(result.diagnostics()).extracting(Diagnostic::code).doesNotHaveDuplicates();
    if (type.equals("String")) {
      assertThat(result.diagnostics().getFirst().message())
          .matches(
              "The key of `Account` is a String, but all \\d places that name one give an Integer\\.");
      assertThat(result.diagnostics().getFirst().help()).startsWith("Write `id: Integer @key`, or");
    }
  }

  /** A field that only the event itself gives a value can never be read by it before. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "amount > EUR 0.00; ~ amount > EUR 0.00; this.used < now; ~ new this.used == now; ~ add:"
            + " only `add` itself gives it one",
        "amount > EUR 0.00; ~ amount > EUR 0.00 && this.used < now; ~ new this.used == now; ~ add:"
            + " only `add` itself gives it one",
        "amount > EUR 0.00; ~ amount > EUR 0.00 || this.used < now; ~ new this.used == now; ~",
        "amount > EUR 0.00; ~ this.used < now -> amount > EUR 0.00; ~ new this.used == now; ~ add:"
            + " only `add` itself gives it one",
        "amount > EUR 0.00; ~ amount > EUR 0.00 -> this.used < now; ~ new this.used == now; ~",
        "amount > EUR 0.00; ~ |{x : this.tags | this.used < now}| > 0; ~ new this.used == now; ~"
      })
  void warnsOfAnEventThatIsNeverPossible(
      String old, String precondition, String effect, @Nullable String told) {
    List<Diagnostic> warnings = neverPossible(old, precondition, "add", effect);
    if (told == null) {
      assertThat(warnings).isEmpty();
    } else {
      assertThat(warnings)
          .singleElement()
          .extracting(Diagnostic::message)
          .asString()
          .contains("`add` can never happen: it reads `this.used`, and " + told.split(": ")[1]);
      assertThat(warnings.getFirst().span().text()).isEqualTo("this.used");
    }
  }

  /** An event that comes only after the one that reads the field is no help; one before is. */
  @Test
  void warnsOfAFieldThatIsGivenItsValueTooLate() {
    String reads = "amount > EUR 0.00; this.used < now;";
    assertThat(neverPossible("amount > EUR 0.00;", reads, "close", "new this.used == now;"))
        .singleElement()
        .extracting(Diagnostic::message)
        .asString()
        .endsWith("none of the events that can come before gives it one: `close` comes later.");
    assertThat(neverPossible("amount > EUR 0.00;", reads, "write", "new this.used == now;"))
        .isEmpty();
  }

  /** The sample with a field that may be unset, which {@code event} gives a value. */
  private static List<Diagnostic> neverPossible(
      String old, String precondition, String event, String effect) {
    String lib = Sample.LIB.replace(old, precondition);
    lib =
        event.equals("close")
            ? lib.replace(
                "this.balance.amount == 0; }",
                "this.balance.amount == 0; } postconditions { " + effect + " }")
            : lib.replace(
                event.equals("add") ? "new this.balance == this.balance + " : "new this.note == ",
                effect
                    + (event.equals("add")
                        ? "new this.balance == this.balance + "
                        : "new this.note == "));
    CheckResult result =
        Checker.check(
            Map.of(
                "bank/Account.ebl",
                Sample.ACCOUNT.replace("since: Date", "since: Date used: DateTime"),
                "bank/Lib.ebl",
                lib));
    assertThat(result.application()).as("%s", result.diagnostics()).isPresent();
    return result.diagnostics().stream()
        .filter(each -> each.code().equals("never-possible"))
        .toList();
  }

  /** Steps that a client can choose are counted, up to the bound that a precondition says. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "forall x : {1..times} | (exists y : {1..times} | x == y); ~ true",
        "forall x : {1..times} | x > 0; ~ false",
        "times <= 1000; forall x : {1..times} | (exists y : {1..times} | x == y); ~ false",
        "1000 > times; forall x : {1..times} | (exists y : {1..times} | x == y); ~ false",
        "times <= 5000; forall x : {1..times} | (exists y : {1..times} | x == y); ~ true",
        "times <= 5000 && amount > EUR 1.00; |{x : {0..times} | |{y : {1..times} | y > x}| > 1}| >"
            + " 0; ~ true",
        "forall x : {1..3000} | (exists y : {1..3000} | x == y); ~ false",
        "forall x : {1..4000} | (exists y : {1..4000} | x == y); ~ true",
        "forall x : {1..200} | (forall y : {1..200} | (exists z : {1..400} | x + y == z)); ~ true",
        "forall x : words | (exists y : words | x == y); ~ true",
        "|words| <= 100; forall x : words | (exists y : words | x == y); ~ false",
        "forall x : this.tags | (exists y : this.tags | x == y); ~ false",
        "forall x : {1..9999999999999999999} | x > 0; ~ false"
      })
  void warnsOfQuantifiersThatTakeTooManySteps(String preconditions, boolean told) {
    CheckResult result =
        Checker.check(
            Map.of(
                "bank/Account.ebl",
                Sample.ACCOUNT,
                "bank/Lib.ebl",
                Sample.LIB
                    .replace("times: Integer = 1)", "times: Integer = 1, words: set[String] = {})")
                    .replace("amount > EUR 0.00;", "amount > EUR 0.00; " + preconditions)));
    assertThat(result.application()).as("%s", result.diagnostics()).isPresent();
    List<Diagnostic> warnings =
        result.diagnostics().stream().filter(each -> each.code().equals("many-steps")).toList();
    if (!told) {
      assertThat(warnings).isEmpty();
      return;
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.getFirst().message()).startsWith("`add` may take more than ten million");
    assertThat(warnings.getFirst().help()).contains("`n <= 1000`");
  }

  @Test
  void namesTheWordOfAnotherLanguage() {
    CheckResult result = Sample.with("specification Account {", "spec Account {");
    assertThat(result.diagnostics().getFirst().help())
        .isEqualTo("`spec` is a word of Rebel 2, another language; here it is `specification`.");
  }

  @Test
  void reportsAllMistakesAtOnce() {
    CheckResult result =
        Sample.with(
            "new this.limits == ();",
            "new this.limits == 1; new this.nothing == 2; new this.tags = {};");
    assertThat(result.diagnostics())
        .extracting(Diagnostic::code)
        .contains("type", "unknown-field", "syntax");
  }

  @Test
  void limitsTheNumberOfStates() {
    StringBuilder states = new StringBuilder("final closed");
    for (int i = 0; i < 62; i++) {
      states.append("\n final s").append(i);
    }
    assertThat(Sample.with("final closed", states.toString()).diagnostics())
        .extracting(Diagnostic::code)
        .contains("too-many-states");
  }
}
