package tutti.rebel.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.rebel.parse.Parser;

/** The priorities of the public grammar, from those that bind most tightly on. */
class ExpressionParserTest {

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "a + b * c ~ (a + (b * c))",
        "a * b + c ~ ((a * b) + c)",
        "a - b - c ~ ((a - b) - c)",
        "a / b * c ~ ((a / b) * c)",
        "a in s + b ~ ((a in s) + b)",
        "a % b in s ~ ((a % b) in s)",
        "a--b ~ (a - (- b))",
        "not a in s ~ ((not a) in s)",
        "not (a in s) ~ (not (a in s))",
        "not a && b ~ ((not a) && b)",
        "new this.x + 1 ~ ((new this.x) + 1)",
        "new this.m[k] == 1 ~ ((new this.m[k]) == 1)",
        "-a.b ~ (- a.b)",
        "c ? a : b * d ~ ((c ? a : b) * d)",
        "a + c ? b : d ~ (a + (c ? b : d))",
        "c ? a : d ? e : f ~ (c ? a : (d ? e : f))",
        "not c ? a : b ~ ((not c) ? a : b)",
        "a + b < c * d ~ ((a + b) < (c * d))",
        "a == b && c != d ~ ((a == b) && (c != d))",
        "a && b || c && d ~ ((a && b) || (c && d))",
        "a || b -> c ~ ((a || b) -> c)",
        "a -> b -> c ~ (a -> (b -> c))",
        "a && b -> c || d ~ ((a && b) -> (c || d))",
        "initialized A[x] && b ~ ((initialized A[x]) && b)",
        "not initialized A[x] ~ (not (initialized A[x]))",
        "initialized a == b ~ (initialized (a == b))",
        "finalized A[x] || b ~ ((finalized A[x]) || b)",
        "A[1] instate far && b ~ ((A[1] instate [far]) && b)",
        "this instate {a b} -> c ~ ((this instate [a, b]) -> c)",
        "forall x : s | x > 1 && y ~ (forall x : s | ((x > 1) && y))",
        "exists x : s | x > 1, x < 3 ~ (exists x : s | (x > 1), (x < 3))",
        "{x : s | x > 1} ~ {x : s | (x > 1)}",
        "|{x : s | x > 1}| + 1 ~ (|{x : s | (x > 1)}| + 1)",
        "{1..n + 1} ~ {1..(n + 1)}",
        "{} ~ {}",
        "() ~ map()",
        "(a: 1, b: 2) ~ map(a: 1, b: 2)",
        "(1:2, 3:4) ~ map(1: 2, 3: 4)",
        "c ? 1:2 ~ (c ? 1 : 2)",
        "c ? 12:30 : 13:45 ~ (c ? 12:30 : 13:45)",
        "(a) ~ a",
        "f(a, g(b)).x ~ f(a, g(b)).x",
        "now.date == d ~ (now.date == d)",
        "EUR 50.00 + m ~ (EUR 50.00 + m)",
        "7%2 ~ (7 % 2)",
        "7 % 2 ~ (7 % 2)",
        "7%x ~ (7 % x)",
        "7% + x ~ (7% + x)",
        "7% in s ~ (7% in s)",
        "it > 1 ~ (it > 1)",
        "bank.core.Account[x].y ~ bank.core.Account[x].y",
        "Inf > 3 ~ (Inf > 3)"
      })
  void readsByTheGrammarsPriorities(String text, String expected) {
    List<Problem> problems = new ArrayList<>();
    assertThat(Parser.expression(new SourceFile("t", text), problems).map(Shown::of))
        .as("problems %s", problems)
        .hasValue(expected);
  }

  @Test
  void aQualifiedSpecificationIsOneName() {
    Expr expr =
        Parser.expression(new SourceFile("t", "bank.core.Account[x]"), new ArrayList<>())
            .orElseThrow();
    assertThat(expr).isInstanceOf(Expr.Index.class);
    Expr target = ((Expr.Index) expr).target();
    assertThat(((Expr.Reference) target).name().qualifier()).containsExactly("bank", "core");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "a < b < c ~ chained-comparison",
        "a + ~ syntax",
        "{a, b ~ syntax",
        "A[x].withdraw(1) ~ event-in-expression",
        "3.14 ~ stray-decimal",
        "EUR 5.0 ~ money-decimals",
        "EUR 5.0000 ~ money-decimals",
        "EUR 5 ~ money-decimals",
        "NL00ABNA0417164300 ~ iban-checksum",
        "30 Feb 2024 ~ no-such-date",
        "29 Feb 2023 ~ no-such-date",
        "123456789012345678901234567890123456789 ~ number-too-long",
        "a ! b ~ unknown-character",
        "\"abc ~ unclosed-string",
        "/* abc ~ unclosed-comment"
      })
  void saysWhatIsWrong(String text, String code) {
    List<Problem> problems = new ArrayList<>();
    assertThat(Parser.expression(new SourceFile("t", text), problems)).isEmpty();
    assertThat(problems).extracting(Problem::code).contains(code);
  }

  @Test
  void refusesWhatIsNestedTooDeepAndWhatIsTooLong() {
    List<Problem> deep = new ArrayList<>();
    String brackets = "(".repeat(50_000) + "1" + ")".repeat(50_000);
    assertThat(Parser.expression(new SourceFile("t", brackets), deep)).isEmpty();
    assertThat(deep).extracting(Problem::code).contains("too-deep");
    List<Problem> wide = new ArrayList<>();
    assertThat(Parser.expression(new SourceFile("t", "1" + "+1".repeat(50_000)), wide)).isEmpty();
    assertThat(wide).extracting(Problem::code).contains("too-long");
  }
}
