package tutti.rebel.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.form.BadValue;
import tutti.rebel.form.JsonForm;

class JsonFormTest {

  @Test
  void readsBackWhatItWrites() throws BadValue {
    for (int seed = 0; seed < 3000; seed++) {
      RandomValues random = new RandomValues(seed);
      Type type = random.type(2);
      Object value = random.value(type);
      assertThat(JsonForm.read(type, JsonForm.write(type, value)))
          .as("seed %s, %s", seed, type)
          .isEqualTo(value);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EUR 50.00, EUR 50.00",
    "EUR 50.000, EUR 50.00",
    "EUR 50.005, EUR 50.005",
    "EUR -0.01, EUR -0.01",
    "EUR +1.00, EUR 1.00",
    "-USD 1.00, USD -1.00",
    "CUR_GBP 007.10, CUR_GBP 7.10",
    "CUR_EUR 1.00, EUR 1.00",
    "EUR 123456789012345678901234567890123456.00, EUR 123456789012345678901234567890123456.00",
    "EUR 12345678901234567890123456789012345.001, EUR 12345678901234567890123456789012345.001",
  })
  void readsMoney(String text, String canonical) throws BadValue {
    Object money = JsonForm.read(Type.Simple.MONEY, text);
    assertThat(JsonForm.write(Type.Simple.MONEY, money)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EUR 50",
        "EUR 50.0",
        "EUR 50.0000",
        "EUR50.00",
        "eur 50.00",
        "EUR  50.00",
        "EUR 50,00",
        "GBP 50.00",
        "EUR -",
        "EUR .50",
        "",
        " ",
        "EUR 1e5.00",
        "--EUR 1.00",
        "-EUR -1.00",
        "EUR 1.00 ",
        "EUR NaN.00",
        "EUR ١.٠٠",
        "EUR 1234567890123456789012345678901234567.00"
      })
  void refusesWhatIsNoMoney(String text) {
    assertThatThrownBy(() -> JsonForm.read(Type.Simple.MONEY, text))
        .isInstanceOf(BadValue.class)
        .hasMessageContaining("EUR 50.00");
  }

  @Test
  void integersAreNumbersOfAtMost38Digits() throws BadValue {
    BigInteger largest = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    assertThat(JsonForm.read(Type.Simple.INTEGER, 7)).isEqualTo(7L);
    assertThat(JsonForm.read(Type.Simple.INTEGER, largest)).isEqualTo(largest);
    assertThat(JsonForm.read(Type.Simple.INTEGER, new BigDecimal("12"))).isEqualTo(12L);
    assertThat(JsonForm.read(Type.Simple.INTEGER, new BigDecimal("1.0"))).isEqualTo(1L);
    assertThat(JsonForm.read(Type.Simple.INTEGER, new BigDecimal("1e2"))).isEqualTo(100L);
    assertThat(JsonForm.read(Type.Simple.INTEGER, "Inf")).isEqualTo(Infinity.POSITIVE);
    for (Object bad :
        List.of(
            largest.add(BigInteger.ONE),
            new BigDecimal("1.5"),
            new BigDecimal("1e999999999"),
            "12",
            true,
            List.of())) {
      assertThatThrownBy(() -> JsonForm.read(Type.Simple.INTEGER, bad))
          .isInstanceOf(BadValue.class);
    }
  }

  @Test
  void timesAreIso8601InUtc() throws BadValue {
    assertThat(JsonForm.read(Type.Simple.DATE, "2024-02-29")).isEqualTo(LocalDate.of(2024, 2, 29));
    assertThat(JsonForm.read(Type.Simple.DATE_TIME, "2026-01-31T18:30:00+02:00"))
        .isEqualTo(LocalDateTime.of(2026, 1, 31, 16, 30));
    assertThat(JsonForm.write(LocalDateTime.of(2026, 1, 31, 16, 30)))
        .isEqualTo("2026-01-31T16:30:00Z");
    for (String bad : List.of("2023-02-29", "31-01-2026", "0000-01-01", "+10000-01-01", "")) {
      assertThatThrownBy(() -> JsonForm.read(Type.Simple.DATE, bad)).isInstanceOf(BadValue.class);
    }
    assertThat(JsonForm.read(Type.Simple.DATE_TIME, "2026-01-31T18:30:00.999Z"))
        .isEqualTo(LocalDateTime.of(2026, 1, 31, 18, 30));
    assertThat(JsonForm.read(Type.Simple.TIME, "18:30:00.5")).isEqualTo(LocalTime.of(18, 30));
    for (String bad : List.of("2016-12-31T23:59:60Z", "2026-01-31", "now")) {
      assertThatThrownBy(() -> JsonForm.read(Type.Simple.DATE_TIME, bad))
          .isInstanceOf(BadValue.class);
    }
  }

  @Test
  void tellsWhereInsideTheValueItIsWrong() {
    Type type = new Type.MapOf(Type.Simple.STRING, new Type.SetOf(Type.Simple.INTEGER));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("a/b", List.of(1L, "two"));
    assertThatThrownBy(() -> JsonForm.read(type, tree))
        .isInstanceOfSatisfying(
            BadValue.class,
            e -> {
              assertThat(e.path()).isEqualTo("/a~1b/1");
              assertThat(e.expected()).contains("whole number");
              assertThat(e.found()).isEqualTo("\"two\"");
            });
  }

  @Test
  void referencesAreTheirKeysText() throws BadValue {
    Type type = new Type.Reference("Order", 0, () -> Optional.of(Type.Simple.INTEGER));
    assertThat(JsonForm.read(type, "12")).isEqualTo(12L);
    assertThat(JsonForm.write(type, 12L)).isEqualTo("12");
    assertThatThrownBy(() -> JsonForm.read(type, "012"))
        .isInstanceOf(BadValue.class)
        .hasMessageContaining("key of a Order");
  }

  @Test
  void refusesTextThatUtf8CannotKeep() {
    assertThatThrownBy(() -> JsonForm.read(Type.Simple.STRING, "a\uD800b"))
        .isInstanceOf(BadValue.class);
  }

  @Test
  void anAccountHasOneIban() {
    assertThat(Iban.of("NL", "ABNA0417160021").text()).startsWith("NL97");
    for (String bad : List.of("NL00ABNA0417160021", "NL99" + account(2), "NL01" + account(98))) {
      assertThatThrownBy(() -> JsonForm.read(Type.Simple.IBAN, bad)).isInstanceOf(BadValue.class);
      // Folders of earlier versions have them.
      assertThat(new Iban(bad).text()).isEqualTo(bad);
    }
  }

  /** Returns an account whose check digits are these. */
  private static String account(int check) {
    return IntStream.range(0, 10_000)
        .mapToObj(number -> "ABNA" + (1_000_000_000L + number))
        .filter(it -> Integer.parseInt(Iban.of("NL", it).text().substring(2, 4)) == check)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void answersHaveSetsOfAnySize() throws BadValue {
    Type type = new Type.SetOf(Type.Simple.INTEGER);
    List<Long> many = LongStream.range(0, JsonForm.LARGEST + 1L).boxed().toList();
    assertThatThrownBy(() -> JsonForm.read(type, many)).isInstanceOf(BadValue.class);
    assertThat(JsonForm.write(type, JsonForm.readAnswer(type, many))).isEqualTo(many);
  }

  @Test
  void tellsWhichCheckDigitsFit() {
    assertThatThrownBy(() -> JsonForm.read(Type.Simple.IBAN, "NL92ABNA0417164300"))
        .isInstanceOf(BadValue.class)
        .hasMessageContaining("here 91");
  }
}
