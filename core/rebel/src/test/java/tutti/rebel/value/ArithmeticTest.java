package tutti.rebel.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArithmeticTest {

  private static void refused(String code, ThrowingCallable operation) {
    assertThatThrownBy(operation)
        .isInstanceOfSatisfying(
            ValueRefused.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  private static Money money(String text) {
    return Money.parse(text);
  }

  @Test
  void integersAgreeWithBigIntegersAndHaveOneForm() {
    for (int seed = 0; seed < 5000; seed++) {
      RandomValues random = new RandomValues(seed);
      BigInteger a = random.number().divide(BigInteger.TEN);
      BigInteger b = random.number().divide(BigInteger.TEN);
      Object left = Integers.of(a);
      Object right = Integers.of(b);
      assertThat(Integers.add(left, right)).isEqualTo(Integers.of(a.add(b)));
      assertThat(Integers.subtract(left, right)).isEqualTo(Integers.of(a.subtract(b)));
      assertThat(Integers.compare(left, right)).isEqualTo(a.compareTo(b));
      if (a.multiply(b).abs().compareTo(BigInteger.TEN.pow(38)) < 0) {
        assertThat(Integers.multiply(left, right)).isEqualTo(Integers.of(a.multiply(b)));
      }
      if (b.signum() != 0) {
        Object quotient = Integers.divide(left, right);
        Object rest = Integers.remainder(left, right);
        assertThat(rest).isEqualTo(Integers.of(a.mod(b.abs())));
        BigInteger back =
            new BigInteger(quotient.toString()).multiply(b).add(new BigInteger(rest.toString()));
        assertThat(back).isEqualTo(a);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"7,2,3,1", "-7,2,-4,1", "7,-2,-3,1", "-7,-2,4,1", "6,3,2,0", "-6,3,-2,0"})
  void divisionLeavesARestThatIsNotNegative(long a, long b, long quotient, long rest) {
    assertThat(Integers.divide(a, b)).isEqualTo(quotient);
    assertThat(Integers.remainder(a, b)).isEqualTo(rest);
  }

  @Test
  void overflowsOfALongAreExact() {
    BigInteger max = BigInteger.valueOf(Long.MAX_VALUE);
    assertThat(Integers.add(Long.MAX_VALUE, 1L)).isEqualTo(max.add(BigInteger.ONE));
    assertThat(Integers.negate(Long.MIN_VALUE)).isEqualTo(max.add(BigInteger.ONE));
    assertThat(Integers.subtract(Integers.add(Long.MAX_VALUE, 1L), 1L)).isEqualTo(Long.MAX_VALUE);
    assertThat(Integers.divide(Long.MIN_VALUE, -1L)).isEqualTo(max.add(BigInteger.ONE));
    assertThat(Money.ofThousandths(Currency.EUR, Long.MAX_VALUE).plus(money("EUR 0.001")))
        .isEqualTo(Money.ofThousandths(Currency.EUR, max.add(BigInteger.ONE)));
  }

  @Test
  void infinityExceedsEverything() {
    assertThat(Integers.compare(Infinity.POSITIVE, Long.MAX_VALUE)).isPositive();
    assertThat(Integers.compare(Long.MIN_VALUE, Infinity.NEGATIVE)).isPositive();
    assertThat(Integers.add(Infinity.POSITIVE, 5L)).isEqualTo(Infinity.POSITIVE);
    assertThat(Integers.multiply(-2L, Infinity.POSITIVE)).isEqualTo(Infinity.NEGATIVE);
    assertThat(Integers.divide(3L, Infinity.POSITIVE)).isEqualTo(0L);
    refused("indeterminate", () -> Integers.subtract(Infinity.POSITIVE, Infinity.POSITIVE));
    refused("indeterminate", () -> Integers.multiply(0L, Infinity.POSITIVE));
  }

  @Test
  void differentCurrenciesNeitherAddNorCompare() {
    refused("mixed-currencies", () -> money("EUR 1.00").plus(money("USD 1.00")));
    refused("mixed-currencies", () -> money("EUR 1.00").minus(money("USD 1.00")));
    refused("mixed-currencies", () -> money("EUR 1.00").compareAmount(money("USD 1.00")));
    assertThat(money("EUR 1.00")).isNotEqualTo(money("USD 1.00"));
  }

  @Test
  void divisionByZeroIsRefused() {
    refused("division-by-zero", () -> Integers.divide(1L, 0L));
    refused("division-by-zero", () -> Integers.remainder(1L, 0L));
    refused("division-by-zero", () -> money("EUR 1.00").dividedBy(0L));
    refused("division-by-zero", () -> Percentage.of(1).dividedBy(0L));
    refused("division-by-zero", () -> Term.fraction(Period.YEAR, 0L));
  }

  @Test
  void numbersBeyond38DigitsAreRefused() {
    Object large = Integers.of(BigInteger.TEN.pow(37));
    refused("number-too-large", () -> Integers.multiply(large, 10L));
    refused("number-too-large", () -> money("EUR 1.00").times(large));
    refused("number-too-large", () -> Percentage.of(10).times(large));
    refused("number-too-large", () -> money("EUR 1.00").times(Infinity.POSITIVE));
  }

  @Test
  void termsHaveAtMostATrillionDaysOrMonths() {
    Term two = Term.parse("2 Day");
    refused("term-too-long", () -> two.times(Long.MIN_VALUE / 2));
    refused("term-too-long", () -> two.times(Long.MIN_VALUE));
    refused("term-too-long", () -> Term.of(Long.MIN_VALUE, Period.YEAR));
    refused("term-too-long", () -> Term.of(1_000_000_000_001L, Period.DAY));
    refused("term-too-long", () -> Term.of(100_000_000_000L, Period.YEAR));
    assertThat(Term.of(-1_000_000_000_000L, Period.DAY).count()).isEqualTo(-1_000_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "EUR 100.00, 10%, EUR 10.00",
    "EUR 0.05, 10%, EUR 0.005",
    "EUR 0.005, 10%, EUR 0.00",
    "EUR 0.015, 10%, EUR 0.002",
    "EUR 0.025, 10%, EUR 0.002",
    "EUR -0.015, 10%, EUR -0.002",
    "EUR 33.33, 2.5%, EUR 0.833",
  })
  void aPercentageOfMoneyIsRoundedOnceHalfToEven(String money, String percent, String part) {
    assertThat(money(money).times(Percentage.parse(percent))).hasToString(part);
  }

  @ParameterizedTest
  @CsvSource({
    "EUR 10.00, 4, EUR 2.50",
    "EUR 10.00, 3, EUR 3.333",
    "EUR 20.00, 3, EUR 6.667",
    "EUR 0.005, 2, EUR 0.002",
    "EUR 0.015, 2, EUR 0.008",
    "EUR -0.015, 2, EUR -0.008",
  })
  void aPartOfMoneyIsRoundedOnceHalfToEven(String money, long divisor, String part) {
    assertThat(money(money).dividedBy(divisor)).hasToString(part);
  }

  @Test
  void percentagesAreExactDecimals() {
    assertThat(Percentage.of(10).dividedBy(4L)).hasToString("2.5%");
    assertThat(Percentage.of(10).dividedBy(3L)).hasToString("3.333333333333%");
    assertThat(Percentage.of(new BigDecimal("2.50"))).isEqualTo(Percentage.parse("2.5%"));
    assertThat(Percentage.of(100)).isEqualTo(Percentage.parse("100%"));
    assertThat(Percentage.parse("50%").times(Percentage.parse("10%"))).hasToString("5%");
  }

  @Test
  void termsOfMonthsEndWithTheMonth() {
    LocalDate january = LocalDate.of(2025, 1, 31);
    assertThat(Term.parse("1 Month").after(january)).isEqualTo("2025-02-28");
    assertThat(Term.parse("1 Quarter").after(january)).isEqualTo("2025-04-30");
    assertThat(Term.parse("1 Year").after(LocalDate.of(2024, 2, 29))).isEqualTo("2025-02-28");
    assertThat(Term.parse("2 Week").after(january)).isEqualTo("2025-02-14");
    assertThat(Term.between(january, LocalDate.of(2025, 3, 1))).hasToString("29 Day");
    refused("date-out-of-range", () -> Term.parse("9000 Year").after(january));
  }

  @Test
  void termsAreEqualByLength() {
    assertThat(Term.parse("12 Month")).isEqualTo(Term.parse("1 Year"));
    assertThat(Term.parse("7 Day")).isEqualTo(Term.parse("1 Week"));
    assertThat(Term.parse("0 Year")).isEqualTo(Term.parse("0 Day"));
    assertThat(Term.fraction(Period.YEAR, 4L)).isEqualTo(Term.parse("1 Quarter"));
    refused("inexact-term", () -> Term.fraction(Period.MONTH, 2L));
    Object huge = Integers.of(BigInteger.TEN.pow(20));
    assertThat(Term.parse("0 Month").dividedBy(huge)).isEqualTo(Term.parse("0 Month"));
    assertThat(Term.parse("0 Day").dividedBy(Infinity.NEGATIVE)).isEqualTo(Term.parse("0 Day"));
    refused("inexact-term", () -> Term.parse("1 Day").dividedBy(huge));
    refused("inexact-term", () -> Term.parse("1 Day").dividedBy(Infinity.POSITIVE));
    refused("incomparable-terms", () -> Term.parse("1 Month").compareLength(Term.parse("30 Day")));
  }

  @Test
  void amountIsInHundredths() {
    assertThat(money("EUR 12.34").hundredths()).isEqualTo(1234L);
    assertThat(money("EUR 12.345").hundredths()).isEqualTo(1234L);
    assertThat(money("EUR -0.015").hundredths()).isEqualTo(-2L);
  }

  @Test
  void ibansAreMadeWithTheirCheckDigits() {
    assertThat(Iban.of("NL", "ABNA0417164300")).hasToString("NL91ABNA0417164300");
    assertThat(Iban.parse("GB82WEST12345698765432").countryCode()).isEqualTo("GB");
    assertThatThrownBy(() -> Iban.parse("GB83WEST12345698765432")).isInstanceOf(NotAValue.class);
  }

  /** Equal values compare as equal and nothing else does, so that a set has each once. */
  @Test
  void theCanonicalOrderAgreesWithEquality() {
    for (int seed = 0; seed < 3000; seed++) {
      RandomValues random = new RandomValues(seed);
      Type type = random.type(1);
      Object a = random.value(type);
      Object b = random.value(type);
      assertThat(Values.compare(a, b) == 0).as("%s, %s", a, b).isEqualTo(a.equals(b));
      assertThat(Integer.signum(Values.compare(a, b)))
          .isEqualTo(-Integer.signum(Values.compare(b, a)));
    }
  }
}
