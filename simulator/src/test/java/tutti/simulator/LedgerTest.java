package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Ledger;
import tutti.simulator.check.States;

/** The checker finds what is wrong. */
class LedgerTest {
  private static final TransactionId ONE = new TransactionId(0, 1, 1);
  private static final ActorId ACTOR = new ActorId("Account", "a");
  private final ToyBank bank = new ToyBank();
  private final Findings findings = new Findings();
  private final Ledger ledger = new Ledger(bank, true, true, findings, () -> {});

  @Test
  void findsNothingWrongWithARunInWhichNothingHappened() {
    ledger.end(new States(bank), true);
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsAnAcknowledgementOfWhatIsNotInTheLog() {
    ledger.acknowledged(ONE, null, List.of());
    assertThat(findings.texts()).singleElement().asString().startsWith("durable");
  }

  @Test
  void findsAnAcknowledgedDecisionThatACrashLost() {
    ledger.decided(ONE, "k", 10, List.of(), List.of());
    ledger.acknowledged(ONE, "k", List.of());
    ledger.end(new States(bank), true);
    assertThat(findings.texts()).singleElement().asString().contains("a crash lost it");
  }

  @Test
  void findsAStateThatNoDecisionMade() {
    States found = new States(bank);
    found.put(ACTOR, new ActorState(1, new Object[] {100L}), 1);
    ledger.end(found, true);
    assertThat(findings.texts()).anyMatch(text -> text.startsWith("prefix"));
    assertThat(findings.texts()).anyMatch(text -> text.startsWith("actor-serial"));
  }

  @Test
  void findsAnAnswerThatChanges() {
    ledger.decided(ONE, "k", 10, List.of(), List.of(1L));
    ledger.acknowledged(ONE, "k", List.of(2L));
    assertThat(findings.texts()).singleElement().asString().startsWith("at-most-once");
  }

  @Test
  void findsAReadOfAVersionThatWasNeverMade() {
    ledger.read(ledger.look(ACTOR), 3, new ActorState(1, new Object[] {1L}));
    ledger.end(new States(bank), false);
    assertThat(findings.texts()).singleElement().asString().startsWith("fresh-reads");
  }
}
