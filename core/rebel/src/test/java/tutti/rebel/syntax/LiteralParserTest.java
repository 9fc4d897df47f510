package tutti.rebel.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tutti.rebel.parse.Parser;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Frequency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.InterestNorm;
import tutti.rebel.value.InterestTariff;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.Period;
import tutti.rebel.value.Term;
import tutti.rebel.value.Type;

class LiteralParserTest {

  private static Literal read(String text) {
    List<Problem> problems = new ArrayList<>();
    Optional<Expr> expr = Parser.expression(new SourceFile("t", text), problems);
    assertThat(problems).as(text).isEmpty();
    return ((Expr.Constant) expr.orElseThrow()).value();
  }

  private static Literal value(Type.Simple type, Object value) {
    return new Literal.Value(type, value);
  }

  @Test
  void readsNumbersAndWords() {
    assertThat(read("042")).isEqualTo(value(Type.Simple.INTEGER, 42L));
    assertThat(read("Inf")).isEqualTo(value(Type.Simple.INTEGER, Infinity.POSITIVE));
    assertThat(read("True")).isEqualTo(Literal.truth(true));
    assertThat(read("ANY")).isEqualTo(new Literal.Any());
    assertThat(read("now")).isEqualTo(new Literal.Now());
    assertThat(read("\"a \\ b\n c\"")).isEqualTo(Literal.text("a \\ b\n c"));
    assertThat(read("10%")).isEqualTo(value(Type.Simple.PERCENTAGE, Percentage.of(10)));
  }

  @Test
  void readsMoneyWithTwoOrThreeDecimalsInAnyCurrency() {
    assertThat(read("EUR 50.00")).isEqualTo(value(Type.Simple.MONEY, Money.parse("EUR 50.00")));
    assertThat(read("EUR50.00")).isEqualTo(value(Type.Simple.MONEY, Money.parse("EUR 50.00")));
    assertThat(read("CUR_CHF 1.250"))
        .isEqualTo(value(Type.Simple.MONEY, Money.parse("CUR_CHF 1.250")));
    assertThat(read("USD")).isEqualTo(value(Type.Simple.CURRENCY, Currency.USD));
    assertThat(read("CUR_CHF")).isEqualTo(value(Type.Simple.CURRENCY, Currency.of("CHF")));
  }

  @Test
  void readsDatesAndTimes() {
    Literal date = value(Type.Simple.DATE, LocalDate.of(2017, 7, 12));
    assertThat(read("12 Jul 2017")).isEqualTo(date);
    assertThat(read("12Jul2017")).isEqualTo(date);
    assertThat(read("29 Feb")).isEqualTo(new Literal.DateThisYear(MonthDay.of(2, 29)));
    assertThat(read("9:05")).isEqualTo(value(Type.Simple.TIME, LocalTime.of(9, 5)));
    assertThat(read("23:59:58")).isEqualTo(value(Type.Simple.TIME, LocalTime.of(23, 59, 58)));
    assertThat(read("12 Jul, 9:05"))
        .isEqualTo(new Literal.DateTimeThisYear(MonthDay.of(7, 12), LocalTime.of(9, 5)));
    assertThat(read("12 Jul 2017, 9:05"))
        .isEqualTo(value(Type.Simple.DATE_TIME, LocalDateTime.of(2017, 7, 12, 9, 5)));
  }

  @Test
  void readsPeriodsTermsAndFrequencies() {
    assertThat(read("Quarter")).isEqualTo(value(Type.Simple.PERIOD, Period.QUARTER));
    assertThat(read("3 Month")).isEqualTo(value(Type.Simple.TERM, Term.of(3L, Period.MONTH)));
    assertThat(read("Weekly")).isEqualTo(value(Type.Simple.FREQUENCY, Frequency.WEEKLY));
  }

  @Test
  void readsIbansWhoseChecksumFits() {
    assertThat(read("NL91ABNA0417164300"))
        .isEqualTo(value(Type.Simple.IBAN, Iban.parse("NL91ABNA0417164300")));
    assertThat(read("GB82WEST12345698765432").type()).isEqualTo(Type.Simple.IBAN);
    List<Problem> problems = new ArrayList<>();
    Parser.expression(new SourceFile("t", "NL00ABNA0417164300"), problems);
    assertThat(problems)
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo("iban-checksum");
              assertThat(problem.help()).contains("NL91ABNA0417164300");
            });
  }

  @Test
  void readsInterestNormsAndTariffs() {
    assertThat(read("EURIBOR")).isEqualTo(value(Type.Simple.INTEREST_NORM, InterestNorm.EURIBOR));
    for (String tariff :
        List.of(
            "norm EURIBOR ++ fixed 1%",
            "norm EURIBOR ++ fixed 1% bounded by min = fixed 0% max = fixed 9%",
            "fixed 3% -- norm LIBOR")) {
      assertThat(read(tariff))
          .isEqualTo(value(Type.Simple.INTEREST_TARIFF, InterestTariff.parse(tariff)));
    }
  }

  @Test
  void reportsATermThatNoCalendarHas() {
    for (String term : List.of("1000000000001 Day", "99999999999999999999 Year")) {
      List<Problem> problems = new ArrayList<>();
      Parser.expression(new SourceFile("t", term), problems);
      assertThat(problems).singleElement().extracting(Problem::code).isEqualTo("number-too-long");
    }
  }
}
