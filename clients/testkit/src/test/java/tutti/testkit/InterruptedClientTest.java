package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.testkit.SimulatedBlocksTest.Count;
import tutti.testkit.SimulatedBlocksTest.Purse;

/** A client that is interrupted while it calls: its calls end as those of a node do. */
class InterruptedClientTest {
  @Test
  void callsEndAndTheInterruptStays() {
    List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
    Simulation.of(SimulatedBlocksTest.application())
        .clients(
            1,
            (tutti, random) -> {
              Thread.currentThread().interrupt();
              tutti.actor(Purse.class, "a").call(new Count());
              tutti.actor(Purse.class, "a").call(new Count());
              interrupted.add(Thread.interrupted());
            })
        .runSeed(0);
    assertThat(interrupted).isNotEmpty().doesNotContain(false);
  }
}
