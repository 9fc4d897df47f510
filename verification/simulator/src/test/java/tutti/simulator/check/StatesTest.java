package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.transaction.record.Observations;
import tutti.model.ActorId;

/** States of actors, and effects on them. */
class StatesTest {
  @Test
  void whatHappensMakesAVersionMore() {
    TestBank bank = new TestBank();
    States states = new States(bank);
    Observations around = Observations.at(Instant.EPOCH);
    ActorId account = new ActorId("Account", "a");

    states.happened(bank.call("a", "open", 100L), around);
    assertThat(states.of(account)).isEqualTo(new States.Version(TestBank.state(1, 100), 1));
    states.happened(bank.call("a", "deposit", 10L), around);
    assertThat(states.of(account)).isEqualTo(new States.Version(TestBank.state(1, 110), 2));
  }
}
