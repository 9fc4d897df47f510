package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.engine.integrated.janus.JanusHosts.Paid;
import tutti.protocol.integrated.janus.Outcome;

/** Hosts that have many transactions behind one another when nothing is cut off any more. */
class DrainTest {
  /** The times at which other hosts are cut off, so many milliseconds apart. */
  private static final int CUTS = 33;

  private static final int APART = 10;

  /** The time in which all ends: ten times the silence after which others take over. */
  private static final int SOON_MILLIS = 1_000;

  private final JanusHosts all = new JanusHosts(1);

  /**
   * A step of a host takes as long as half the way of a message. What is repeated while hosts
   * cannot end anything must not hold them up when they can.
   */
  @Test
  void whatWaitsForOthersEndsSoonAfterTheLastFault() {
    all.nanosOfAStep = JanusHosts.MILLI / 4;
    for (int cut = 0; cut < CUTS; cut++) {
      all.cutOff.clear();
      all.cutOff.add(all.random.nextInt(4));
      all.cutOff.add(all.random.nextInt(4));
      for (Host host : all.hosts) {
        all.pay(host, all.random.nextInt(2), 0, 0, 1);
        all.pay(host, all.random.nextInt(2), 0, 0, 1);
      }
      all.pass(APART);
    }
    assertThat(all.hosts).as("many are open").allMatch(host -> host.janus.openNow() > CUTS);
    all.cutOff.clear();
    int millis = 0;
    while (all.hosts.stream().anyMatch(host -> host.janus.openNow() > 0)) {
      all.pass(APART);
      millis += APART;
      assertThat(millis).as("milliseconds").isLessThan(SOON_MILLIS);
    }
    all.nanosOfAStep = 0;
    all.pass(APART);
    all.settle();
    assertThat(all.balances()).isEqualTo(JanusHosts.expected(all.happened()));
  }

  /**
   * Clients of a host that is cut off for ten seconds give up their requests after half a second.
   */
  @Test
  void whatClientsOfAHostHaveGivenUpThatWasCutOffDoesNotHappen() {
    Host host = all.hosts.getFirst();
    all.cutOff.add(host.number);
    List<Paid> givenUp = new ArrayList<>();
    for (int each = 0; each < 200; each++) {
      givenUp.add(all.payWithin(500 * JanusHosts.MILLI, host, each % 2, 0, 0));
      all.pass(50);
    }
    all.pass(1_000);
    all.nanosOfAStep = JanusHosts.MILLI / 4;
    all.cutOff.clear();
    Paid fresh = all.pay(all.hosts.get(1), 0, 0, 0, 1);
    all.pass(SOON_MILLIS);
    assertThat(fresh.outcome).isEqualTo(Outcome.COMMITTED);
    all.nanosOfAStep = 0;
    all.settle();
    assertThat(givenUp)
        .extracting(paid -> paid.outcome)
        .as("ends of what nobody waited for")
        .containsOnly(Outcome.OVERLOADED);
    assertThat(all.balances()).isEqualTo(JanusHosts.expected(all.happened()));
  }
}
