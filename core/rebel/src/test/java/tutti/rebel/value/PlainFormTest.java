package tutti.rebel.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.model.form.BadValue;
import tutti.rebel.form.PlainForm;

class PlainFormTest {
  private static final Type.SetOf DATES = new Type.SetOf(Type.Simple.DATE);
  private static final Type.MapOf PRICES = new Type.MapOf(Type.Simple.DATE, Type.Simple.MONEY);

  @Test
  void readsBackWhatItWrites() throws BadValue {
    for (int seed = 0; seed < 3000; seed++) {
      RandomValues random = new RandomValues(seed);
      Type type = random.type(2);
      Object value = random.value(type);
      assertThat(PlainForm.read(type, PlainForm.write(value)))
          .as("seed %s, %s", seed, type)
          .isEqualTo(value);
    }
  }

  @Test
  void takesWhatJavaHas() throws BadValue {
    assertThat(PlainForm.read(Type.Simple.INTEGER, 7)).isEqualTo(7L);
    assertThat(PlainForm.read(Type.Simple.INTEGER, (short) 7)).isEqualTo(7L);
    assertThat(PlainForm.read(Type.Simple.INTEGER, BigInteger.TEN)).isEqualTo(10L);
    assertThat(PlainForm.read(Type.Simple.INTEGER, new BigDecimal("1E+3"))).isEqualTo(1000L);
    assertThat(PlainForm.read(Type.Simple.INTEGER, new BigDecimal("7.00"))).isEqualTo(7L);
    assertThat(PlainForm.read(Type.Simple.MONEY, "EUR 50.00")).isEqualTo(Money.parse("EUR 50.00"));
    assertThat(PlainForm.read(Type.Simple.PERCENTAGE, "10%")).isEqualTo(Percentage.parse("10%"));
    assertThat(PlainForm.read(Type.Simple.TIME, LocalTime.of(9, 5))).isEqualTo(LocalTime.of(9, 5));
    LocalDateTime noon = LocalDateTime.parse("2026-01-31T12:00:00");
    assertThat(PlainForm.read(Type.Simple.DATE_TIME, noon.plusNanos(1))).isEqualTo(noon);
    assertThat(PlainForm.read(Type.Simple.DATE_TIME, Instant.parse("2026-01-31T12:00:00.7Z")))
        .isEqualTo(noon);
    assertThat(PlainForm.read(Type.Simple.STRING, DayOfWeek.MONDAY)).isEqualTo("MONDAY");
    LocalDate day = LocalDate.parse("2026-01-31");
    assertThat(PlainForm.read(DATES, List.of(day, day))).isEqualTo(SetValue.of(List.of(day)));
    assertThat(PlainForm.read(PRICES, Map.of(day, "EUR 1.00")))
        .isEqualTo(MapValue.of(Map.of(day, Money.parse("EUR 1.00"))));
  }

  @Test
  void givesWhatJavaCanUse() {
    LocalDate day = LocalDate.parse("2026-01-31");
    assertThat(PlainForm.write(Money.parse("EUR 1.00"))).isEqualTo("EUR 1.00");
    assertThat(PlainForm.write(day)).isEqualTo(day);
    assertThat(PlainForm.write(7L)).isEqualTo(7L);
    assertThat(PlainForm.write(SetValue.of(List.of(2L, 1L)))).isEqualTo(Set.of(1L, 2L));
    assertThat(PlainForm.write(MapValue.of(Map.of(day, Money.parse("EUR 1.00")))))
        .isEqualTo(Map.of(day, "EUR 1.00"));
    assertThat(PlainForm.write(null)).isNull();
  }

  @Test
  void saysWhatWasGivenAndWhatIsExpected() {
    refuses(Type.Simple.MONEY, 5, "\"EUR 50.00\"", "found 5");
    refuses(Type.Simple.INTEGER, new BigDecimal("1.5"), "whole number", "found 1.5");
    refuses(Type.Simple.INTEGER, new BigDecimal("1E+999999"), "whole number", "found");
    refuses(Type.Simple.STRING, LocalDate.EPOCH, "a string", "found 1970-01-01 (LocalDate)");
    refuses(Type.Simple.DATE_TIME, Instant.MAX, "\"2026-01-31T18:30:00Z\"", "(Instant)");
    refuses(Type.Simple.BOOLEAN, null, "true or false", "found null");
    refuses(DATES, List.of(LocalDate.EPOCH, 7), "at /1: expected a date", "found 7");
    refuses(PRICES, Map.of(LocalDate.EPOCH, 7), "at /1970-01-01: expected", "found 7");
    refuses(DATES, "2026-01-31", "an array", "found \"2026-01-31\"");
  }

  private static void refuses(Type type, @Nullable Object given, String... words) {
    assertThatThrownBy(() -> PlainForm.read(type, given))
        .isInstanceOf(BadValue.class)
        .hasMessageContainingAll(words);
  }
}
