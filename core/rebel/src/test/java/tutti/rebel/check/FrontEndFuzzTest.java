package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.rebel.load.Diagnostic;

/** Whatever the text, the front end gives diagnostics and never throws. */
class FrontEndFuzzTest {

  private static final List<String> PIECES =
      Arrays.asList(
          ("module import specification event function invariant fields events invariants lifeCycle"
                  + " preconditions postconditions sync case initial final extends abstract external"
                  + " singleton internal public this it new not forall exists in instate initialized finalized now"
                  + " Account Lib open close balance amount id set map Integer Money String Date True"
                  + " ANY Inf EUR CUR_CHF 50.00 12 10% 3 Jul Month 12:30 NL91ABNA0417164300 fixed norm"
                  + " EURIBOR ++ -- bounded by min max { } ( ) [ ] : ; , . .. -> => == != <= >= < > +"
                  + " - * / % && || | ? @ @key @doc{ \" // /* */ \\{ = \u20ac \uD83C")
              .split(" "));

  private static final String SEED_TEXT =
      """
      module Account
      @doc { An account {of} a customer }
      specification Account {
        fields { id: Integer @key balance: Money tags: set[String] @doc{free} }
        events { public open[least = EUR 5.00] internal add[] }
        invariants { positive }
        lifeCycle { initial init -> opened: open opened -> opened: add final closed }
      }
      event open[least: Money = EUR 0.00](amount: Money) {
        preconditions { @doc{enough} amount >= least; }
        postconditions { new this.balance == amount; new this.tags == {"a", "b"}; }
      }
      event add(amount: Money, n: Integer) {
        preconditions {
          forall t : this.tags | t != "x", n > 0 -> |this.tags| < 3;
          case n { 1 => amount > EUR 0.00; ANY => (n in {1..10};) };
          not (Account[n] instate opened && initialized Account[n + 1]);
        }
        postconditions { new this.balance == (n > 2 ? this.balance : this.balance + amount); }
        sync { not Account[7].add(amount, twice(n)); }
      }
      function twice(a: Integer): Integer = a * 2;
      invariant positive { this.balance >= EUR 0.00; }
      """;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void survivesMutatedText(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < 400; i++) {
      StringBuilder text = new StringBuilder(SEED_TEXT);
      int mutations = 1 + random.nextInt(8);
      for (int m = 0; m < mutations; m++) {
        mutate(text, random);
      }
      check(text.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void survivesRandomTokens(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < 400; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "module Account\n" : "");
      int length = random.nextInt(120);
      for (int t = 0; t < length; t++) {
        text.append(piece(random)).append(random.nextInt(4) == 0 ? "" : " ");
      }
      check(text.toString());
    }
  }

  private static void mutate(StringBuilder text, RandomGenerator random) {
    int at = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), at + random.nextInt(12));
    switch (random.nextInt(4)) {
      case 0 -> text.delete(at, end);
      case 1 -> text.insert(at, piece(random));
      case 2 -> text.replace(at, end, " " + piece(random) + " ");
      default -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(3)));
    }
  }

  private static String piece(RandomGenerator random) {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  private static void check(String text) {
    CheckResult result;
    try {
      result = Checker.check(Map.of("Account.ebl", text));
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("the front end threw on:\n" + text, e);
    }
    boolean errors =
        result.diagnostics().stream().anyMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
    assertThat(result.application().isPresent()).isNotEqualTo(errors);
    for (Diagnostic diagnostic : result.diagnostics()) {
      assertThat(diagnostic.message()).isNotEmpty();
      assertThat(diagnostic.render(true)).contains(diagnostic.message());
    }
  }
}
