package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Transaction;

/** The transactions at one item that a replica names, and what it tells of them. */
class ConflictsTest {
  private static final Piece WRITES =
      new Piece(
          new TreeSet<>(),
          new TreeSet<>(List.of(new ActorId("Item", "x"))),
          new Payload(new byte[0]));

  private final Conflicts conflicts = new Conflicts(1024);

  private static Dependencies all(Transaction... these) {
    return Dependencies.of(List.of(these));
  }

  @Test
  void namesAreToldForAsLongAsSomeAreUnderWay() {
    Transaction first = transaction(1, 0);
    Transaction last = first;
    conflicts.add(last, WRITES);
    for (int number = 2; number <= 300; number++) {
      Transaction next = transaction(number, 0);
      conflicts.add(next, WRITES);
      conflicts.decided(next, WRITES, all(last));
      last = next;
    }
    assertThat(conflicts.with(WRITES)).isEqualTo(all(last));
    List<Transaction> implied = conflicts.implied(WRITES).transactions();
    assertThat(implied).hasSize(30).contains(transaction(299, 0)).doesNotContain(first);
    for (int number = 1; number <= 300; number++) {
      conflicts.forget(transaction(number, 0), WRITES);
    }
    assertThat(conflicts.implied(WRITES)).isEqualTo(Dependencies.NONE);
    List<Transaction> forgotten = conflicts.forgotten(WRITES).transactions();
    assertThat(forgotten).hasSize(16).contains(transaction(300, 0)).doesNotContain(first);
  }
}
