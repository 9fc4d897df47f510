package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.rebel.value.Iban;

class LayoutTest {
  private static final int ACCOUNTS = 30;
  private final Bank bank = new Bank(new PlainBank(0));

  private Layout layout(Scenario scenario, Placements placements, int nodes) {
    return new Layout(bank, scenario, ACCOUNTS, nodes, placements::nodeOf);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void everyHotTransferIsBetweenTheHotNodeAndItsOwn(int nodes) {
    Placements placements = new Placements(new Placement.Hash(), nodes, 1);
    Layout layout = layout(Scenario.HOT, placements, nodes);
    Accounts accounts = new Accounts(bank, Scenario.HOT, layout, 2);
    SplittableRandom random = new SplittableRandom(7);
    Set<ActorId> transfers = new HashSet<>();
    Set<Integer> homes = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      TransactionRequest request = accounts.next(i % 2, random);
      Call book = request.calls().getFirst();
      List<Integer> sides =
          book.arguments().stream()
              .filter(Iban.class::isInstance)
              .map(iban -> placements.nodeOf(bank.account((Iban) iban)))
              .toList();
      int home = placements.nodeOf(book.target());
      assertThat(home).isNotZero();
      assertThat(sides).containsExactlyInAnyOrder(0, home);
      assertThat(accounts.made(i % 2, i / 2)).isEqualTo(book.target());
      transfers.add(book.target());
      homes.add(home);
    }
    assertThat(transfers).hasSize(200);
    assertThat(homes).hasSize(nodes - 1);
  }

  @Test
  void namesAreTakenAsTheyComeWhereNothingMustCross() {
    Placements placements = new Placements(new Placement.Hash(), 2, 1);
    for (Layout layout :
        List.of(
            layout(Scenario.SYNC, placements, 2),
            layout(Scenario.HOT, new Placements(new Placement.Hash(), 1), 1))) {
      assertThat(layout.crosses()).isFalse();
      for (int i = 0; i < ACCOUNTS; i++) {
        assertThat(layout.prepared(i)).isEqualTo(Bank.iban(i));
      }
      assertThat(layout.transfer(1, 5)).isEqualTo(Layout.account(1, 5));
    }
  }
}
