package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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

  @Test
  void anEventThatDoesNotExistIsABugOfTheProcedure() {
    try (Tutti bank = open("path-sensitive", 1)) {
      desk(bank).call(new MixedBank.Open(MixedBank.ALICE, "EUR 50.00"));
      assertThatThrownBy(() -> desk(bank).call(new MixedBank.Odd("dposit")))
          .isInstanceOf(FailedException.class)
          .hasMessageContaining("Desk[d].Odd failed")
          .hasMessageContaining("Account has no event dposit");
      assertThat(account(bank, MixedBank.ALICE).get("balance")).isEqualTo("EUR 50.00");
    }
  }

  private static void openAll(Tutti bank) {
    for (String each : List.of(MixedBank.ALICE, MixedBank.BOB, MixedBank.LARGE)) {
      desk(bank).call(new MixedBank.Open(each, "EUR 500.00"));
    }
  }

  private static long spent(Tutti bank, String limits, String account) {
    return bank.actor(MixedBank.Limits.class, limits).call(new MixedBank.Spent(account));
  }

  private static Map<String, String> pay(String amount) {
    return Map.of("to", MixedBank.BOB, "amount", amount);
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void eventsSyncWithProceduresOrNothingHappens(String control, int containers) {
    try (Tutti bank = open(control, containers)) {
      openAll(bank);
      InstanceHandle alice = bank.instance("Account", MixedBank.ALICE);
      alice.call("pay", pay("EUR 60.00"));
      assertThat(spent(bank, "NL", MixedBank.ALICE)).isEqualTo(6000);
      assertThatThrownBy(() -> alice.call("pay", pay("EUR 50.00")))
          .hasMessageContaining("would have spent 11000")
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("over-limit");
                assertThat(refused.actor()).isEqualTo("Limits[NL]");
                assertThat(refused.action()).isEqualTo("Spend");
              });
      assertThat(account(bank, MixedBank.ALICE).get("balance")).isEqualTo("EUR 440.00");
      assertThat(account(bank, MixedBank.BOB).get("balance")).isEqualTo("EUR 560.00");
      assertThat(spent(bank, "NL", MixedBank.ALICE)).isEqualTo(6000);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void theyCallEachOtherAtAnyDepth(String control, int containers) {
    try (Tutti bank = open(control, containers)) {
      openAll(bank);
      // PayAll, pay, Spend, twice, Spend three times: two of them on one actor.
      desk(bank).call(new MixedBank.PayAll(MixedBank.ALICE, List.of(MixedBank.BOB), "EUR 9.99"));
      assertThat(spent(bank, "NL", MixedBank.ALICE)).isEqualTo(999);
      assertThat(spent(bank, "a", MixedBank.LARGE)).isEqualTo(200);
      assertThat(spent(bank, "b", MixedBank.LARGE)).isEqualTo(100);
      // From a client's event on.
      bank.instance("Account", MixedBank.ALICE).call("pay", pay("EUR 0.99"));
      assertThat(spent(bank, "NL", MixedBank.ALICE)).isEqualTo(1098);
      assertThat(spent(bank, "a", MixedBank.LARGE)).isEqualTo(400);
      // The actor that calls the event is the one that the event calls.
      bank.actor(MixedBank.Limits.class, "NL")
          .call(new MixedBank.Circle(MixedBank.ALICE, MixedBank.BOB, "EUR 1.00"));
      assertThat(spent(bank, "NL", MixedBank.ALICE)).isEqualTo(1198);
      assertThat(account(bank, MixedBank.BOB).get("balance")).isEqualTo("EUR 511.98");
    }
  }

  @Test
  void anInstanceMovesOnceWhoeverCalls() {
    try (Tutti bank = open("path-sensitive", 8)) {
      openAll(bank);
      assertThatThrownBy(
              () ->
                  desk(bank)
                      .call(
                          new MixedBank.PayAll(
                              MixedBank.ALICE,
                              List.of(MixedBank.BOB, MixedBank.LARGE),
                              "EUR 1.00")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> assertThat(refused.code()).isEqualTo("instance-twice"));
      assertThatThrownBy(
              () ->
                  bank.instance("Account", MixedBank.LARGE)
                      .call("pay", Map.of("to", MixedBank.BOB, "amount", "EUR 0.99")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> assertThat(refused.code()).isEqualTo("instance-twice"));
      assertThat(spent(bank, "DE", MixedBank.LARGE)).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void noLimitIsPassedAtTheSameTime(String control, int containers) {
    try (Tutti bank = open(control, containers)) {
      openAll(bank);
      List<CompletableFuture<Object>> all = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        all.add(bank.instance("Account", MixedBank.ALICE).submit("pay", pay("EUR 9.00")));
      }
      long paid =
          all.stream()
              .filter(each -> each.handle((nothing, failure) -> failure == null).join())
              .count();
      assertThat(paid).isPositive().isLessThanOrEqualTo(11);
      assertThat(spent(bank, "NL", MixedBank.ALICE)).isEqualTo(900 * paid);
      assertThat(account(bank, MixedBank.ALICE).get("balance"))
          .isEqualTo("EUR " + (500 - 9 * paid) + ".00");
      assertThat(account(bank, MixedBank.BOB).get("balance"))
          .isEqualTo("EUR " + (500 + 9 * paid) + ".00");
    }
  }
}
