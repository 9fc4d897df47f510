package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.STRICT;
import static tutti.protocol.integrated.tapir.TapirPaperTest.reading;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;
import static tutti.protocol.integrated.tapir.TapirPaperTest.writing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/** The costs of the package's card, and of docs/protocols.md, counted. */
class TapirCostTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "protocols.md");

  /** Shards with one item each, and a transaction that changes all of them. */
  private static SteppedShards changingAll(int shards, int size) {
    SteppedShards all = SteppedShards.open(shards, size, STRICT);
    Map<Integer, Part> parts = new TreeMap<>();
    for (int shard = 0; shard < shards; shard++) {
      parts.put(shard, writing("item " + shard));
    }
    all.begin(new Transaction(time(1), List.copyOf(parts.keySet())), parts);
    return all;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 3", "3, 3", "2, 5"})
  void thePageHasTheCostOfATransaction(int s, int n) throws IOException {
    SteppedShards told = changingAll(s, n);
    told.take().forEach(told::deliver);
    for (int each = 0; each < s * n; each++) {
      told.flush(each / n, each % n);
    }
    told.take().forEach(told::deliver);
    assertThat(told.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(told.delivered).isEqualTo(2 * s * n);
    assertThat(told.flushed).isEqualTo(s * n);

    SteppedShards executed = changingAll(s, n);
    executed.settle();
    assertThat(executed.delivered).isEqualTo(6 * s * n);
    assertThat(executed.flushed).isEqualTo(3 * s * n);

    assertThat(Files.readString(PAGE))
        .contains("| until the client is told | `2sn` | `sn` | 1 | 1 |")
        .contains("| until the outcome is executed | `6sn` | `3sn` | 3 | 3 |");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aClientWaitsForOneRoundTripAndOneFlush(int size) {
    SteppedShards all = SteppedShards.open(1, size, STRICT);
    all.begin(time(1), writing("x"));
    List<SteppedShards.Sent> prepares = all.take();
    assertThat(prepares).hasSize(size);
    prepares.forEach(all::deliver);
    assertThat(all.messages).as("no answer before the flush").isEmpty();
    for (int host = 0; host < size; host++) {
      all.flush(0, host);
    }
    all.take().forEach(all::deliver);
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(all.delivered).isEqualTo(2 * size);
    assertThat(all.flushed).isEqualTo(size);
  }

  @Test
  void shardsAreAskedAtTheSameTime() {
    SteppedShards all = SteppedShards.open(3, 3, STRICT);
    all.begin(
        new Transaction(time(1), List.of(0, 1, 2)),
        Map.of(0, writing("x"), 1, writing("y"), 2, writing("z")));
    all.take().forEach(all::deliver);
    for (int each = 0; each < 9; each++) {
      all.flush(each / 3, each % 3);
    }
    all.take().forEach(all::deliver);
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(all.delivered).isEqualTo(2 * 9);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aTransactionTakesThreeRoundTripsAndThreeFlushesUntilItIsExecuted(int size) {
    SteppedShards all = SteppedShards.open(1, size, STRICT);
    all.begin(time(1), writing("x"));
    all.settle();
    assertThat(all.delivered).isEqualTo(3 * 2 * size);
    assertThat(all.flushed).isEqualTo(3 * size);
    assertThat(all.memory(0, 0).version(SteppedShards.item("x"))).isEqualTo(time(1));
  }

  @Test
  void withAReplicaAwayAClientWaitsForTwoRoundTrips() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.replica(0, 2).crash(0);
    all.begin(time(1), writing("x"));
    all.settle();
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.UNKNOWN);
    all.fire(time(1), Timer.FAST);
    List<SteppedShards.Sent> finalizes = all.take();
    assertThat(finalizes).hasSize(3);
    finalizes.forEach(all::deliver);
    all.flush(0, 0);
    all.flush(0, 1);
    all.take().forEach(all::deliver);
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aReadOfAVersionWritesNothingAndWaitsForNoFlush() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), writing("y"));
    all.take().forEach(all::deliver);
    all.on(
        all.replica(0, 1),
        new Event.Received<>(new Address.Replica(0, 0), new Message.Read(SteppedShards.item("x"))));
    assertThat(all.take()).hasSize(1);
    assertThat(all.flushed).isZero();
  }

  @Test
  void aReadOnlyTransactionIsToldAfterOneRoundTrip() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), reading("x", Timestamp.NONE));
    all.take().forEach(all::deliver);
    for (int host = 0; host < 3; host++) {
      all.flush(0, host);
    }
    all.take().forEach(all::deliver);
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
  }
}
