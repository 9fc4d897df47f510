package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.replication.ReplicatedHosts.Host;
import tutti.engine.replication.ReplicatedHosts.Told;
import tutti.engine.runtime.MachineFailure;

/** A replica whose step fails ends its process, and says nothing of what it has not written. */
class FailStopTest {
  private final ReplicatedHosts all = ReplicatedHosts.led();

  /** A record that the leader's log takes whole, and that with short segments in parts. */
  private static final String LONG = "a record of many bytes; ".repeat(300);

  /**
   * Each place of the steps in which a follower writes an entry and answers, and the first place
   * behind them, where the entry is acknowledged.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void aFollowerWhoseStepFailsEndsAndAcknowledgesNothingThatItHasNot(int places) {
    all.pass(200);
    all.hosts.get(1).crash();
    Host failing = all.hosts.get(2);
    Host leader = all.leader();
    failing.own.failsAfter(places);
    Told lost = leader.append("lost");
    all.pass(5);
    Told later = leader.append("later");
    all.pass(20);
    MachineFailure ended = failing.own.ended();
    assertThat(ended).isNotNull();
    assertThat(ended.text())
        .startsWith("the replica of shard 0 has failed at ")
        .endsWith("a step that fails, on purpose");
    assertThat(later.answer).as("nothing comes from a host that has ended").isNull();
    if (lost.answer != null) {
      failing.crash();
      failing.start();
      assertThat(failing.view().end()).isGreaterThanOrEqualTo(lost.position);
    }
  }

  /** A rolling change of journal.segment-size: the docs allow other sizes on other hosts. */
  @Test
  void aFollowerWithShorterSegmentsHasALongRecordInParts() {
    Host shorter = all.hosts.get(2);
    shorter.crash();
    shorter.segmentBytes = 1 << 12;
    shorter.start();
    all.pass(400);
    all.hosts.get(1).crash();
    Told big = all.leader().append(LONG);
    all.pass(5);
    Told later = all.leader().append("later");
    all.pass(20);
    assertThat(big.answer).isTrue();
    assertThat(later.answer).isTrue();
    assertThat(shorter.own.ended()).isNull();
    // The leader's disk is lost; the other two have everything.
    all.hosts.get(0).crash();
    shorter.crash();
    shorter.start();
    all.hosts.get(1).start();
    all.pass(600);
    assertThat(all.leader().commands()).containsExactly(LONG, "later");
    assertThat(all.hosts.get(1).commands()).containsExactly(LONG, "later");
  }

  @Test
  void aRecordThatIsLostIsFoundWhenTheNextIsAppended() {
    RecordNumbers numbers = new RecordNumbers(() -> 0);
    long one = numbers.ask();
    numbers.appended(one, one, true);
    long lost = numbers.ask();
    long next = numbers.ask();
    assertThat(lost).isEqualTo(2);
    assertThatThrownBy(() -> numbers.appended(next, next, true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one is lost");
    assertThat(numbers.durable(one)).isTrue();
    assertThat(numbers.take()).isEqualTo(1);
    assertThat(numbers.take()).isZero();
  }

  @Test
  void oneStepTellsOfAllThatIsDurable() {
    RecordNumbers numbers = new RecordNumbers(() -> 0);
    for (int each = 1; each <= 5; each++) {
      long number = numbers.ask();
      numbers.appended(number, number, true);
    }
    assertThat(numbers.durable(2)).isTrue();
    assertThat(numbers.durable(4)).isFalse();
    assertThat(numbers.durable(3)).isFalse();
    assertThat(numbers.take()).isEqualTo(4);
    assertThat(numbers.durable(5)).isTrue();
    assertThat(numbers.take()).isEqualTo(1);
  }
}
