package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Observation;
import tutti.simulator.check.Sight;

/** A grant after a restart of a timestamp that may be older than one before it is reported. */
class TimestampsAfterARestartTest {
  private final TestBank bank = new TestBank();
  private final List<String> broken = new ArrayList<>();
  private final Inspector inspector =
      new Inspector(
          bank, Sight.Reader.NONE, (node, invariant, what) -> broken.add(invariant.name()));
  private final Cell cell =
      new Cell(
          new ActorId("Account", "a"),
          Objects.requireNonNull(bank.type("Account")),
          TestBank.state(TestBank.OPENED, 100));

  /** The control of a node that starts, by timestamps or not. */
  private PlantedControl planted(boolean timed) {
    PlantedControl control = new PlantedControl();
    control.timestamps = timed ? new Timestamps(0, 1, () -> 0) : null;
    return control;
  }

  private void grants(int node, boolean timed, Durability durability, int... ages) {
    PlantedControl planted = planted(timed);
    ConcurrencyControl control =
        inspector
            .begin(
                node,
                Deployment.DEFAULT.toBuilder()
                    .concurrencyControl(ConcurrencyControlKind.TL2)
                    .durability(durability)
                    .build(),
                () -> false)
            .control(planted);
    for (int age : ages) {
      Owner owner = new Owner(age);
      Work look = new Work.Observe(new Observation.OfField(0));
      planted.verdict =
          new Verdict.Accept(new PlantedClaim(owner, cell, look, -1), List.of(), null);
      control.request(new Granted(owner, cell, look, owner));
    }
  }

  @Test
  void greaterOnesAreGranted() {
    grants(0, true, Durability.SYNC, 5, 3);
    grants(1, true, Durability.SYNC, 1);
    grants(0, true, Durability.SYNC, 6, 7, 6);
    grants(0, true, Durability.SYNC, 8);
    assertThat(broken).isEmpty();
  }

  @Test
  void oneThatMayBeOlderIsTold() {
    grants(0, true, Durability.SYNC, 5);
    grants(0, true, Durability.SYNC);
    grants(0, true, Durability.SYNC, 5);
    assertThat(broken).containsExactly("tl2.I10");
  }

  @Test
  void agesThatAreNoTimestampsAndNodesThatKeepNothingAreLeftOut() {
    grants(0, false, Durability.SYNC, 5);
    grants(0, false, Durability.SYNC, 3);
    grants(1, true, Durability.OFF, 5);
    grants(1, true, Durability.OFF, 3);
    assertThat(broken).isEmpty();
  }
}
