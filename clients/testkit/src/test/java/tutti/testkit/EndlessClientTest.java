package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.testkit.SimulatedBlocksTest.Count;
import tutti.testkit.SimulatedBlocksTest.Purse;

/** Clients that make calls without end are told, long before an hour of virtual time is over. */
class EndlessClientTest {
  private static Simulation simulation(Simulation.Clients body) {
    return Simulation.of(SimulatedBlocksTest.application()).clients(1, body);
  }

  private static void isTold(Simulation simulation) {
    assertThatThrownBy(() -> simulation.runSeed(0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("client-0 failed in the simulation of seed 0")
        .hasMessageContaining("clients have made 100000 requests")
        .hasMessageContaining("does one loop for ever?");
  }

  /** A client that goes on after each failure does not go on after this one. */
  @Test
  @Tag("slow")
  void callsAreCounted() {
    isTold(
        simulation(
            (tutti, random) -> {
              while (true) {
                try {
                  tutti.actor(Purse.class, "a").submit(new Count());
                  tutti.within(Duration.ofNanos(1)).actor(Purse.class, "a").call(new Count());
                } catch (RuntimeException late) {
                  continue;
                }
              }
            }));
  }

  /** Looks at an instance are no calls. */
  @Test
  void looksAreCounted() {
    isTold(
        Simulation.of(SimulatedSpecificationsTest.bank())
            .clients(
                1,
                (tutti, random) -> {
                  while (true) {
                    tutti.instance("Account", "NL91ABNA0417164300").read();
                  }
                }));
  }
}
