package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;

/** Specifications and actors in Java in one application, which call each other. */
class MixedEmbeddedTest {
  @TempDir private Path folder;

  static Stream<Arguments> deployments() {
    return Stream.of(ConcurrencyControlKind.values())
        .flatMap(control -> Stream.of(1, 8).map(n -> Arguments.of(name(control), n)));
  }

  private static String name(ConcurrencyControlKind control) {
    return control.name().toLowerCase(Locale.ROOT).replace("_", "-");
  }

  private Tutti open(String control, int containers) {
    return Tutti.builder()
        .application(MixedBank.application())
        .specifications(MixedBank.specifications(folder))
        .set("concurrency-control", control)
        .set("containers", String.valueOf(containers))
        .openInMemory();
  }

  private static ActorHandle<MixedBank.Desk> desk(Tutti bank) {
    return bank.actor(MixedBank.Desk.class, "d");
  }

  private static Map<String, Object> account(Tutti bank, String iban) {
    return bank.instance("Account", iban).read().orElseThrow().fields();
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void proceduresMoveInstancesByPlainValues(String control, int containers) {
    try (Tutti bank = open(control, containers)) {
      desk(bank).call(new MixedBank.Open(MixedBank.ALICE, "EUR 50.00"));
      desk(bank).call(new MixedBank.Open(MixedBank.BOB, "EUR 0.00"));
      desk(bank).call(new MixedBank.Transfer(MixedBank.ALICE, MixedBank.BOB, "EUR 20.50"));
      assertThat(account(bank, MixedBank.ALICE).get("balance")).isEqualTo("EUR 29.50");
      assertThat(account(bank, MixedBank.BOB).get("balance")).isEqualTo("EUR 20.50");
      assertThat(account(bank, MixedBank.BOB).get("rate")).isEqualTo("1%");
      assertThatThrownBy(
              () ->
                  desk(bank)
                      .call(new MixedBank.Transfer(MixedBank.ALICE, MixedBank.BOB, "EUR 30.00")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("precondition");
                assertThat(refused.actor()).isEqualTo("Account[" + MixedBank.ALICE + "]");
              });
      assertThat(account(bank, MixedBank.BOB).get("balance")).isEqualTo("EUR 20.50");
    }
  }

  @Test
  void valuesOfJavaBecomeThoseOfTheSpecification() {
    try (Tutti bank = open("path-sensitive", 1)) {
      desk(bank).call(new MixedBank.Open(MixedBank.ALICE, "EUR 50.00"));
      desk(bank).call(new MixedBank.Note(MixedBank.ALICE, LocalDate.parse("2026-01-31")));
      assertThat(account(bank, MixedBank.ALICE))
          .containsEntry("since", "2026-01-31")
          .containsEntry("marks", List.of(1L, 2L, 3L, 4L))
          .containsEntry("names", Map.of("a", "2026-01-31"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "~",
      value = {
        "type ~ bad-arguments ~ Account.deposit: amount must be",
        "type ~ bad-arguments ~ not 5",
        "few ~ bad-arguments ~ Account.deposit takes (amount: Money), but was given 0 arguments",
        "many ~ bad-arguments ~ was given 2 arguments",
        "inside ~ bad-arguments ~ Account.note: marks/0 must be a whole number",
        "null ~ bad-arguments ~ not null",
        "dposit ~ internal-error ~ Desk[d].Odd failed",
        "dposit ~ internal-error ~ Account has no event dposit",
      })
  void whatDoesNotFitIsRefusedWithItsPlace(String how, String code, String words) {
    try (Tutti bank = open("path-sensitive", 1)) {
      desk(bank).call(new MixedBank.Open(MixedBank.ALICE, "EUR 50.00"));
      assertThatThrownBy(() -> desk(bank).call(new MixedBank.Odd(how)))
          .hasMessageContaining(words)
          .isInstanceOfSatisfying(
              RefusedException.class, refused -> assertThat(refused.code()).isEqualTo(code));
      assertThat(account(bank, MixedBank.ALICE).get("balance")).isEqualTo("EUR 50.00");
    }
  }
}
