package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.contract.Contract.Needs.NOTHING;

import java.util.List;
import tutti.lab.contract.Ledger.Desk;

/** The contract of irrevocable operations. */
final class OutsideContracts {
  private OutsideContracts() {}

  static final List<Contract> ALL =
      List.of(
          new Contract(
              "an irrevocable operation happens once and with its transaction, or is refused at"
                  + " deployment",
              NOTHING,
              OutsideContracts::once));

  private static void once(RunningCell it) throws Exception {
    if (!it.obstacles.isEmpty()) {
      assertThat(it.obstacles).singleElement().asString().contains("Desk.Charge", "take ");
      return;
    }
    String book = it.book(100);
    assertThat(charge(it, book, 30, "done")).isEqualTo(70L);
    assertThat(it.cards.charged(book + "-done-30")).isEqualTo(1);
    assertThat(charge(it, book, 20, "unclear")).isEqualTo(50L);
    assertThat(it.cards.charged(book + "-unclear-20")).isEqualTo(1);
    assertThat(charge(it, book, 10, "refused")).isEqualTo("irrevocable-failed");
    assertThat(it.cards.charged(book + "-refused-10")).isZero();
    assertThat(charge(it, book, 51, "done")).isEqualTo("too-little");
    assertThat(it.cards.charged(book + "-done-51")).isZero();
    assertThat(it.cash(book)).isEqualTo(50);
  }

  private static Object charge(RunningCell it, String book, long amount, String how)
      throws Exception {
    String key = book + "-" + how + "-" + amount;
    return it.value(Desk.class, "cashier", new Desk.Charge(key, book, amount, how));
  }
}
