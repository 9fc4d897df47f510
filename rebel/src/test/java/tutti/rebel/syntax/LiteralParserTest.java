package tutti.rebel.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tutti.rebel.parse.Ibans;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.Literal.Unit;

class LiteralParserTest {

  private static Literal read(String text) {
    List<Problem> problems = new ArrayList<>();
    Optional<Expr> expr = Parser.expression(new SourceFile("t", text), problems);
    assertThat(problems).as(text).isEmpty();
    return ((Expr.Constant) expr.orElseThrow()).value();
  }

  @Test
  void readsNumbersAndWords() {
    assertThat(read("042")).isEqualTo(new Literal.IntegerNumber(BigInteger.valueOf(42)));
    assertThat(read("Inf")).isEqualTo(new Literal.Infinity());
    assertThat(read("True")).isEqualTo(new Literal.Truth(true));
    assertThat(read("ANY")).isEqualTo(new Literal.Any());
    assertThat(read("now")).isEqualTo(new Literal.Now());
    assertThat(read("\"a \\ b\n c\"")).isEqualTo(new Literal.Text("a \\ b\n c"));
    assertThat(read("10%")).isEqualTo(new Literal.Percentage(BigInteger.TEN));
  }

  @Test
  void readsMoneyWithTwoOrThreeDecimalsInAnyCurrency() {
    assertThat(read("EUR 50.00")).isEqualTo(new Literal.Money("EUR", new BigDecimal("50.00")));
    assertThat(read("EUR50.00")).isEqualTo(new Literal.Money("EUR", new BigDecimal("50.00")));
    assertThat(read("CUR_CHF 1.250")).isEqualTo(new Literal.Money("CHF", new BigDecimal("1.250")));
    assertThat(read("USD")).isEqualTo(new Literal.Currency("USD"));
    assertThat(read("CUR_CHF")).isEqualTo(new Literal.Currency("CHF"));
  }

  @Test
  void readsDatesTimesAndTheirCombination() {
    assertThat(read("12 Jul 2017")).isEqualTo(new Literal.Date(12, 7, Optional.of(2017)));
    assertThat(read("12Jul2017")).isEqualTo(new Literal.Date(12, 7, Optional.of(2017)));
    assertThat(read("29 Feb")).isEqualTo(new Literal.Date(29, 2, Optional.empty()));
    assertThat(read("9:05")).isEqualTo(new Literal.Time(LocalTime.of(9, 5)));
    assertThat(read("23:59:58")).isEqualTo(new Literal.Time(LocalTime.of(23, 59, 58)));
    assertThat(read("12 Jul, 9:05"))
        .isEqualTo(
            new Literal.DateTime(new Literal.Date(12, 7, Optional.empty()), LocalTime.of(9, 5)));
  }

  @Test
  void readsPeriodsTermsAndFrequencies() {
    assertThat(read("Quarter")).isEqualTo(new Literal.Period(Unit.QUARTER));
    assertThat(read("3 Month")).isEqualTo(new Literal.Term(BigInteger.valueOf(3), Unit.MONTH));
    assertThat(read("Weekly")).isEqualTo(new Literal.Frequency(Unit.WEEK));
  }

  @Test
  void readsIbansWhoseChecksumFits() {
    assertThat(read("NL91ABNA0417164300")).isEqualTo(new Literal.Iban("NL91ABNA0417164300"));
    assertThat(Ibans.valid("GB82WEST12345698765432")).isTrue();
    assertThat(Ibans.valid("GB82WEST12345698765433")).isFalse();
    assertThat(Ibans.corrected("NL00ABNA0417164300")).isEqualTo("NL91ABNA0417164300");
  }

  @Test
  void readsInterestNormsAndTariffs() {
    assertThat(read("EURIBOR")).isEqualTo(new Literal.InterestNorm("EURIBOR"));
    Tariff sum = new Tariff.Plus(new Tariff.Norm("EURIBOR"), new Tariff.Fixed(BigInteger.ONE));
    assertThat(read("norm EURIBOR ++ fixed 1%")).isEqualTo(new Literal.InterestTariff(sum));
    assertThat(read("norm EURIBOR ++ fixed 1% bounded by min = fixed 0% max = fixed 9%"))
        .isEqualTo(
            new Literal.InterestTariff(
                new Tariff.Bounded(
                    sum,
                    Optional.of(new Tariff.Fixed(BigInteger.ZERO)),
                    Optional.of(new Tariff.Fixed(BigInteger.valueOf(9))))));
    assertThat(read("fixed 3% -- norm LIBOR"))
        .isEqualTo(
            new Literal.InterestTariff(
                new Tariff.Minus(
                    new Tariff.Fixed(BigInteger.valueOf(3)), new Tariff.Norm("LIBOR"))));
  }
}
