package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

class HeldMessagesTest {
  private static final ActorId COUNTER = new ActorId("Counter", "popular");

  private final HeldMessages held = new HeldMessages();

  private static Event.Received prepare(int number, int bytes) {
    Transaction transaction = new Transaction(new Timestamp(number, 1), List.of(0));
    SortedMap<ActorId, Part.Value> writes = new TreeMap<>();
    writes.put(COUNTER, new Part.Value(new byte[bytes]));
    return new Event.Received<>(
        new Address.Replica(1, 0),
        new Message.Prepare(transaction, new Part(new TreeMap<>(), writes)));
  }

  /** Nine hosts have 10,800 clients: with a bound of 4,096 each view lost what the last one did. */
  @Test
  void hasRoomForAQuestionOfEveryTransactionUnderWay() {
    for (int i = 0; i < 30_000; i++) {
      assertThat(held.add(prepare(i, 50))).isTrue();
    }
    assertThat(held.removeFirst()).isEqualTo(prepare(0, 50));
    assertThat(held.removeFirst()).isEqualTo(prepare(1, 50));
  }

  @Test
  void holdsNoMoreThanARecordCanHave() {
    int most = 0;
    while (held.add(prepare(most, 1 << 20))) {
      most++;
    }
    assertThat(most).isBetween(8, 16);
    held.removeFirst();
    assertThat(held.add(prepare(most, 1 << 20))).isTrue();
    for (int i = 0; i < most; i++) {
      held.removeFirst();
    }
    assertThat(held.isEmpty()).isTrue();
  }
}
