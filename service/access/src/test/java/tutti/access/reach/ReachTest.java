package tutti.access.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.access.Shop;

class ReachTest {
  private final Reach reach = Reach.of(Shop.application());

  private static ActionName name(String text) {
    return Objects.requireNonNull(ActionName.parse(text));
  }

  private Set<ActionName> from(String text) {
    return reach.from(name(text));
  }

  @Test
  void anEventCausesThoseThatItSyncsWith() {
    assertThat(from("Transfer.book"))
        .containsExactly(name("Account.deposit"), name("Account.withdraw"));
    assertThat(from("Account.block")).isEmpty();
  }

  @Test
  void whatMustBeImpossibleIsNotCaused() {
    assertThat(from("Transfer.peek")).isEmpty();
  }

  @Test
  void anEventCausesTheProceduresThatItCallsAndWhatTheyCause() {
    assertThat(from("Transfer.tell")).containsExactly(name("Ledger.Correct"), name("Ledger.Note"));
    assertThat(reach.way(name("Transfer.tell"), name("Ledger.Note")))
        .containsExactly(name("Transfer.tell"), name("Ledger.Correct"), name("Ledger.Note"));
  }

  @Test
  void aProcedureCausesWhatItsBytecodeCalls() {
    assertThat(from("Archive.Revise"))
        .containsExactly(name("Account.block"), name("Ledger.Correct"), name("Ledger.Note"));
    assertThat(reach.causedBy(name("Archive.Revise")))
        .as("itself, without those between")
        .containsExactly(name("Account.block"), name("Ledger.Correct"));
    assertThat(reach.way(name("Archive.Revise"), name("Ledger.Note")))
        .containsExactly(name("Archive.Revise"), name("Ledger.Correct"), name("Ledger.Note"));
  }

  @Test
  void whatTheBytecodeDoesNotTellIsAnything() {
    assertThat(from("Archive.Anything")).isEqualTo(reach.actions());
    assertThat(reach.unknownCalls(name("Archive.Anything"))).isNotNull();
  }

  @Test
  void whatTheBytecodeDoesNotTellIsOfTheDeclaredTypes() {
    assertThat(from("Archive.Declared"))
        .containsExactly(name("Ledger.Correct"), name("Ledger.Note"));
    assertThat(reach.unknownCalls(name("Archive.Declared"))).isNull();
  }

  @Test
  void thereIsNoWayToWhatIsNotCaused() {
    assertThat(reach.way(name("Transfer.book"), name("Account.block"))).isNull();
  }
}
