package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.Money;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.ValueRefused;

/** Values on their way to procedures in Java. */
class JavaValueTest {
  private static ValueType of(Kind kind) {
    return new ValueType.Scalar(kind);
  }

  @Test
  void valuesBecomeWhatJavaHas() {
    assertThat(JavaValue.of(of(Kind.SHORT), 7L)).isEqualTo((short) 7);
    assertThat(JavaValue.of(of(Kind.LONG), 7L)).isEqualTo(7L);
    assertThat(JavaValue.of(of(Kind.BIG_INTEGER), 7L)).isEqualTo(BigInteger.valueOf(7));
    assertThat(JavaValue.of(of(Kind.DECIMAL), 7L)).isEqualTo(new BigDecimal(7));
    assertThat(JavaValue.of(of(Kind.STRING), Money.parse("EUR 1.00"))).isEqualTo("EUR 1.00");
    LocalDateTime noon = LocalDateTime.parse("2026-01-31T12:00:00");
    assertThat(JavaValue.of(of(Kind.INSTANT), noon))
        .isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
    assertThat(JavaValue.of(of(Kind.DATE_TIME), noon)).isEqualTo(noon);
    assertThat(JavaValue.of(of(Kind.DATE), LocalDate.EPOCH)).isEqualTo(LocalDate.EPOCH);
    SetValue numbers = SetValue.of(List.of(2L, 1L));
    assertThat(JavaValue.of(new ValueType.ListOf(of(Kind.INT)), numbers)).isEqualTo(List.of(1, 2));
    assertThat(JavaValue.of(new ValueType.SetOf(of(Kind.INT)), numbers)).isEqualTo(Set.of(1, 2));
    assertThat(
            JavaValue.of(
                new ValueType.MapOf(of(Kind.STRING), of(Kind.BOOLEAN)),
                MapValue.of(Map.of("a", true))))
        .isEqualTo(Map.of("a", true));
    assertThat(JavaValue.of(new ValueType.OptionalOf(of(Kind.INT)), 1L)).isEqualTo(Optional.of(1));
  }

  @Test
  void numbersThatAreTooLargeAreRefused() {
    refuses(Kind.SHORT, 40_000L);
    refuses(Kind.LONG, BigInteger.TEN.pow(30));
    refuses(Kind.BIG_INTEGER, Infinity.POSITIVE);
    refuses(Kind.DECIMAL, Infinity.POSITIVE);
  }

  private static void refuses(Kind kind, Object value) {
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> JavaValue.of(of(kind), value))
        .isInstanceOfSatisfying(
            ValueRefused.class,
            refused -> assertThat(refused.code()).isEqualTo("number-too-large"));
  }
}
