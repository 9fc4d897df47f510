package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.MILLI;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.engine.integrated.tapir.TapirHosts.Increment;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Message;

/** Transactions that clients of a host have given up while it was cut off from all others. */
class GivenUpTest {
  private static final long PATIENCE = 500 * MILLI;

  private final TapirHosts all = new TapirHosts(1);
  private final Host host = all.hosts.getFirst();

  /** Ends the view of each shard: the next one has what the host's replicas have voted. */
  private void endViews() {
    for (int shard : SHARDS) {
      Message end = new Message.RequestViewChange(host.memory(shard).view());
      all.eachHost(to -> host.tapir.ask(shard, to.number, end));
    }
  }

  /**
   * The clients give up after half a second, seconds before the cut ends. One of them has the
   * consent of the host's own replicas, and nothing stands against it.
   *
   * @param views whether the views of shards end with the cut
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatClientsOfAHostHaveGivenUpThatWasCutOffDoesNotHappen(boolean views) {
    all.cutOff.add(host.number);
    List<Increment> givenUp = new ArrayList<>();
    for (int each = 0; each < 20; each++) {
      givenUp.add(all.new Increment(host, all.scheduler.nanos() + PATIENCE));
      all.pass(50);
    }
    all.pass(2_000);
    all.cutOff.clear();
    if (views) {
      endViews();
    }
    all.pass(100);
    Increment fresh = all.new Increment(all.hosts.get(1));
    all.pass(100);
    assertThat(fresh.committed()).isTrue();
    all.settle();
    assertThat(givenUp)
        .extracting(increment -> increment.end.outcome())
        .as("ends of what nobody waited for")
        .containsOnly(Entry.Outcome.ABORTED);
    assertThat(all.numbers()).containsExactly(1L);
  }
}
