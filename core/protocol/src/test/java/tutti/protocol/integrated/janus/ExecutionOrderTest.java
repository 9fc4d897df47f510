package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.TransactionId;

class ExecutionOrderTest {
  private static Piece piece(List<Integer> reads, List<Integer> writes) {
    TreeSet<ActorId> read = new TreeSet<>();
    TreeSet<ActorId> written = new TreeSet<>();
    reads.forEach(each -> read.add(SteppedShards.item("" + each)));
    writes.forEach(each -> written.add(SteppedShards.item("" + each)));
    read.removeAll(written);
    return new Piece(read, written, Payload.NONE);
  }

  private static TransactionId id(long number) {
    return new TransactionId(number, 1);
  }

  @Test
  void readersDoNotWaitForEachOtherAndAWriterWaitsForAll() {
    ExecutionOrder turns = new ExecutionOrder();
    assertThat(turns.add(id(1), piece(List.of(1), List.of()))).isTrue();
    assertThat(turns.add(id(2), piece(List.of(1), List.of()))).isTrue();
    assertThat(turns.add(id(3), piece(List.of(), List.of(1)))).isFalse();
    assertThat(turns.add(id(4), piece(List.of(1), List.of(2)))).isFalse();
    assertThat(turns.add(id(5), piece(List.of(), List.of(3)))).isTrue();
    assertThat(turns.done(id(2))).isEmpty();
    assertThat(turns.done(id(1))).containsExactly(id(3));
    assertThat(turns.done(id(3))).containsExactly(id(4));
  }

  @Test
  void aSyncPointWaitsForAllThatWriteAndTheyForIt() {
    ExecutionOrder turns = new ExecutionOrder();
    assertThat(turns.add(id(1), piece(List.of(), List.of(1)))).isTrue();
    assertThat(turns.add(id(2), piece(List.of(3), List.of()))).isTrue();
    assertThat(turns.add(id(3), SerialOrder.everything(0, 4))).isFalse();
    assertThat(turns.add(id(4), piece(List.of(3), List.of()))).isTrue();
    assertThat(turns.add(id(5), piece(List.of(), List.of(2)))).isFalse();
    assertThat(turns.add(id(6), SerialOrder.everything(0, 4))).isFalse();
    assertThat(turns.done(id(1))).containsExactly(id(3));
    assertThat(turns.done(id(3))).containsExactly(id(5));
    assertThat(turns.done(id(5))).containsExactly(id(6));
  }

  /** Against a list of all that came before, in random orders. */
  @Test
  void aPieceGoesWhenAllWithAConflictBeforeItAreDone() {
    Effort.seeds(200, ExecutionOrderTest::goes);
  }

  private static void goes(int seed) {
    Random random = new Random(seed);
    ExecutionOrder turns = new ExecutionOrder();
    List<Piece> pieces = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    TreeSet<Integer> free = new TreeSet<>();
    for (int step = 0; step < 40; step++) {
      if (random.nextInt(3) > 0 || free.isEmpty()) {
        Piece piece =
            random.nextInt(6) == 0
                ? SerialOrder.everything(0, 4)
                : piece(
                    List.of(random.nextInt(4), random.nextInt(4)),
                    random.nextBoolean() ? List.of() : List.of(random.nextInt(4)));
        pieces.add(piece);
        left.add(pieces.size() - 1);
        if (turns.add(id(pieces.size() - 1), piece)) {
          free.add(pieces.size() - 1);
        }
      } else {
        Integer done = new ArrayList<>(free).get(random.nextInt(free.size()));
        free.remove(done);
        left.remove(done);
        turns.done(id(done)).forEach(each -> free.add((int) each.number()));
      }
      TreeSet<Integer> may = new TreeSet<>();
      for (int each : left) {
        if (left.stream()
            .noneMatch(it -> it < each && conflict(pieces.get(it), pieces.get(each)))) {
          may.add(each);
        }
      }
      assertThat(free).isEqualTo(may);
    }
  }

  private static boolean conflict(Piece one, Piece other) {
    boolean syncPoint =
        one.readsEverything() && !other.writes().isEmpty()
            || other.readsEverything() && !one.writes().isEmpty();
    return syncPoint
        || one.writes().stream()
            .anyMatch(each -> other.reads().contains(each) || other.writes().contains(each))
        || one.reads().stream().anyMatch(other.writes()::contains);
  }
}
