package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The value of each construct of an expression. {@code now} is 31 March 2026, 12:00. */
class ExpressionTest {

  private static World world(String type, String expression) {
    return World.of(
        """
        module t.T

        function double(n: Integer): Integer = n * 2;
        function larger(a: Integer, b: Integer): Integer = (a > b) ? a : b;
        function count(s: set[Integer], least: Integer): Integer = |{x: s | x >= least}|;
        function name(n: Integer): String = case n { 1 => "one"; 2 => "two"; ANY => "many"; };

        event make(n: Integer, amount: Money, names: map[String: Integer]) {
          postconditions {
            new this.out == (%s);
          }
        }

        specification T {
          fields {
            id: Integer @key
            out: %s
          }
          events { make[] }
          lifeCycle {
            initial init -> made: make
            final made
          }
        }
        """
            .formatted(expression, type));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\u0001',
      value = {
        // Integer
        "Integer; 1 + 2 * 3; 7",
        "Integer; (1 + 2) * 3; 9",
        "Integer; 10 - 3 - 2; 5",
        "Integer; -n; -5",
        "Integer; 0 - 7 / 2; -3",
        "Integer; (0 - 7) / 2; -4",
        "Integer; (0 - 7) % 2; 1",
        "Integer; n % 3; 2",
        "Integer; 9223372036854775807 + 1; 9223372036854775808",
        "Boolean; n < Inf; true",
        "Integer; Inf - 1; Inf",
        "Integer; double(n) + double(1); 12",
        "Integer; larger(n, double(3)); 6",
        "String; name(n); many",
        "String; name(n - 3); two",
        // Boolean
        "Boolean; True && not False; true",
        "Boolean; n > 3 || n / 0 > 1; true",
        "Boolean; n < 3 && n / 0 > 1; false",
        "Boolean; n < 3 -> n / 0 > 1; true",
        "Boolean; True -> False; false",
        "Boolean; n == 5; true",
        "Boolean; n != 5; false",
        "Boolean; EUR 1.00 == USD 1.00; false",
        "Boolean; EUR 1.00 == EUR 1.000; true",
        "Integer; (n > 3) ? 1 : 2; 1",
        // String
        "String; \"a\" + \"b\"; ab",
        "Boolean; \"a\" < \"b\"; true",
        // Money, Currency, Percentage
        "Money; amount + EUR 0.50; EUR 10.50",
        "Money; amount - EUR 20.00; EUR -10.00",
        "Money; -amount; EUR -10.00",
        "Money; amount * 3; EUR 30.00",
        "Money; 3 * amount; EUR 30.00",
        "Money; amount / 3; EUR 3.333",
        "Money; amount * 5%; EUR 0.50",
        "Money; 5% * amount; EUR 0.50",
        "Money; EUR 0.015 * 10%; EUR 0.002",
        "Money; CUR_GBP 1.25 + CUR_GBP 1.255; CUR_GBP 2.505",
        "Currency; amount.currency; EUR",
        "Boolean; amount.currency == CUR_GBP; false",
        "Integer; amount.amount; 1000",
        "Percentage; 5% + 10%; 15%",
        "Percentage; 10% / 4; 2.5%",
        "Percentage; 3 * 10%; 30%",
        "Boolean; 5% < 10%; true",
        // Date, Time, DateTime, Term, Period, Frequency
        "Date; now.date; 2026-03-31",
        "Time; now.time; 12:00:00",
        "DateTime; now; 2026-03-31T12:00:00Z",
        "Date; 31 Jan 2026 + 1 Month; 2026-02-28",
        "Date; 1 Day + 31 Dec 2025; 2026-01-01",
        "Date; 31 Mar 2026 - 1 Month; 2026-02-28",
        "DateTime; now + 1 Year; 2027-03-31T12:00:00Z",
        "Term; 1 Mar 2026 - 1 Feb 2026; 28 Day",
        "Term; Month * 3; 3 Month",
        "Term; Year / 4; 3 Month",
        "Term; 2 * Week; 14 Day",
        "Boolean; 12 Month == 1 Year; true",
        "Boolean; 1 Week < 8 Day; true",
        "Date; 1 Jan; 2026-01-01",
        "DateTime; 1 Jan 2026, 10:30; 2026-01-01T10:30:00Z",
        "Boolean; 10:30 < 10:30:01; true",
        "Integer; (1 Feb 2026).month; 2",
        "Integer; now.date.day; 31",
        "Integer; now.date.year; 2026",
        "Integer; now.time.hour; 12",
        "Integer; (10:30:05).minutes; 30",
        "Integer; (10:30:05).seconds; 5",
        "Frequency; Monthly; Monthly",
        "Period; Quarter; Quarter",
        // IBAN, InterestNorm, InterestTariff
        "IBAN; NL91ABNA0417164300; NL91ABNA0417164300",
        "String; (NL91ABNA0417164300).countryCode; NL",
        "InterestNorm; EURIBOR; EURIBOR",
        "InterestTariff; norm EURIBOR ++ fixed 1%; norm EURIBOR ++ fixed 1%",
        // set
        "set[Integer]; {3, 1, 2, 1}; [1, 2, 3]",
        "set[Integer]; {1..4}; [1, 2, 3, 4]",
        "set[Integer]; {3..1}; []",
        "set[Integer]; {}; []",
        "set[Integer]; {1, 2} + {2, 3}; [1, 2, 3]",
        "set[Integer]; {1, 2} - {2, 3}; [1]",
        "Integer; |{1, 2, 1}|; 2",
        "Integer; |{9223372036854775807..9223372036854775809}|; 3",
        "Integer; |{99999999999999999999999999999999999990..99999999999999999999999999999999999999}|; 10",
        "Integer; |{-9223372036854775809..-9223372036854775808}|; 2",
        "Boolean; n in {1..Inf}; true",
        "Boolean; n in {1, 2}; false",
        "Boolean; not (n in {1, 2}); true",
        "set[Integer]; {x: {1..9} | x % 2 == 0, x > n}; [6, 8]",
        "set[Integer]; {x: {1..3} | exists y: {2..4} | x == y + 1}; [3]",
        "Boolean; forall x: {1..4} | x < n; true",
        "Boolean; forall x: {1..5} | x < n; false",
        "Boolean; exists x: {1..5} | x > 4; true",
        "Boolean; exists x: {} | x == n; false",
        "Integer; count({1..9}, 7); 3",
        "set[Date]; {30 Mar 2026..1 Apr 2026}; [2026-03-30, 2026-03-31, 2026-04-01]",
        // map
        "map[String: Integer]; (\"a\": 1, \"b\": n); {a=1, b=5}",
        "map[String: Integer]; names + (\"a\": 9); {a=9, b=2}",
        "map[String: Integer]; names - {\"a\"}; {b=2}",
        "Integer; names[\"b\"]; 2",
        "Boolean; \"b\" in names; true",
        "Integer; |names|; 2",
        "Boolean; forall k: names | names[k] > 0; true",
        "map[Currency: Money]; (EUR: amount); {EUR=EUR 10.00}",
      })
  void hasItsValue(String type, String expression, String expected) {
    World world = world(type, expression);
    world.must("T", "1", "make", 5L, "EUR 10.00", Map.of("a", 1L, "b", 2L));
    assertThat(Objects.toString(world.field("T", "1", "out"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Integer; n / 0; division-by-zero",
        "Integer; n % (n - 5); division-by-zero",
        "Money; amount / 0; division-by-zero",
        "Money; amount + USD 1.00; mixed-currencies",
        "Boolean; amount > USD 1.00; mixed-currencies",
        "Integer; 99999999999999999999999999999999999999 + 1; number-too-large",
        "Money; amount * 99999999999999999999999999999999999999; number-too-large",
        "Integer; Inf - Inf; indeterminate",
        "Date; 1 Jan 9999 + 1 Year; date-out-of-range",
        "Boolean; 1 Month < 30 Day; incomparable-terms",
        "Term; Month / 2; inexact-term",
        "Integer; names[\"x\"]; missing-key",
        "Integer; |{1..1000000}|; range-too-large",
        "Boolean; forall x: {1..Inf} | x > 0; range-too-large",
        "Integer; |{1..99999999999999999999999999999999999999}|; range-too-large",
        "Integer; |{-99999999999999999999999999999999999999..1}|; range-too-large",
        "Boolean; forall x: {-Inf..1} | x > 0; range-too-large",
      })
  void isRefusedWhereItHasNone(String type, String expression, String code) {
    World world = world(type, expression);
    World.Refused refused = world.run("T", "1", "make", 5L, "EUR 10.00", Map.of("a", 1L, "b", 2L));
    assertThat(refused).isNotNull();
    assertThat(refused.refusal().code()).isEqualTo(code);
    assertThat(refused.refusal().message()).contains(refused.refusal().rule());
    assertThat(world.stage("T", "1")).isEqualTo("init");
  }
}
