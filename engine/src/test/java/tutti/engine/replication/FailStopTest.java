package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.engine.replication.ReplicatedHosts.Host;
import tutti.engine.replication.ReplicatedHosts.Told;
import tutti.engine.runtime.MachineFailure;

/** A replica whose step fails ends its process, and says nothing of what it has not written. */
class FailStopTest {
  private final ReplicatedHosts all = ReplicatedHosts.led();

  /** A record that the leader's log takes, and that of the host with short segments does not. */
  private static final String LONG = "a record of many bytes; ".repeat(300);

  private Host withShortSegments(int number) {
    Host host = all.hosts.get(number);
    host.crash();
    host.segmentBytes = 1 << 12;
    host.start();
    all.pass(400);
    return host;
  }

  @Test
  void aFollowerThatCannotWriteARecordEndsAndAcknowledgesNothingThatItHasNot() {
    Host shorter = withShortSegments(2);
    all.hosts.get(1).crash();
    Host leader = all.leader();
    Told big = leader.append(LONG);
    all.pass(5);
    Told later = leader.append("later");
    all.pass(20);
    assertThat(big.answer).as("only the leader has it").isNull();
    assertThat(later.answer).as("it stands behind one that only the leader has").isNull();
    MachineFailure ended = shorter.own.ended();
    assertThat(ended).isNotNull();
    assertThat(ended.text())
        .startsWith("the replica of shard 0 has failed at a message Accept of host 0")
        .contains("journal.segment-size");
  }

  @Test
  void theOthersGoOnAndTheOneThatEndedHasAHoleNowhere() {
    Host shorter = withShortSegments(2);
    Host leader = all.leader();
    Told big = leader.append(LONG);
    all.pass(5);
    Told later = leader.append("later");
    all.pass(20);
    assertThat(big.answer).isTrue();
    assertThat(later.answer).isTrue();
    assertThat(shorter.own.ended()).isNotNull();
    shorter.crash();
    shorter.segmentBytes = 1 << 14;
    shorter.start();
    all.pass(100);
    assertThat(shorter.commands()).containsExactly(LONG, "later");
  }

  @Test
  void aRecordThatIsLostIsFoundWhenTheNextIsAppended() {
    RecordNumbers numbers = new RecordNumbers();
    long one = numbers.ask();
    numbers.appended(one, one);
    long lost = numbers.ask();
    long next = numbers.ask();
    assertThat(lost).isEqualTo(2);
    assertThatThrownBy(() -> numbers.appended(next, next))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one is lost");
    assertThat(numbers.durable(one)).isTrue();
    assertThat(numbers.take()).isEqualTo(1);
    assertThat(numbers.take()).isZero();
  }

  @Test
  void oneStepTellsOfAllThatIsDurable() {
    RecordNumbers numbers = new RecordNumbers();
    for (int each = 1; each <= 5; each++) {
      long number = numbers.ask();
      numbers.appended(number, number);
    }
    assertThat(numbers.durable(2)).isTrue();
    assertThat(numbers.durable(4)).isFalse();
    assertThat(numbers.durable(3)).isFalse();
    assertThat(numbers.take()).isEqualTo(4);
    assertThat(numbers.durable(5)).isTrue();
    assertThat(numbers.take()).isEqualTo(1);
  }
}
