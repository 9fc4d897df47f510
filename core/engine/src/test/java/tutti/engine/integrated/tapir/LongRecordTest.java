package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.MILLI;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.model.ActorId;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Settings;

/**
 * Records of views, images and items that are longer than the longest record of the hosts' logs,
 * and than what goes whole into a configuration log.
 */
class LongRecordTest {
  private static final int SEGMENT_BYTES = 1 << 16;
  private static final int VALUE_BYTES = 1 << 13;

  /** The number of values that are more than two records of the log. */
  private static final int MANY = 16;

  private static final ActorId ONE = new ActorId("Note", "one");

  private TapirHosts all;

  private void begin(int seed, boolean strict) {
    all =
        new TapirHosts(
            seed,
            new Settings(strict, 5 * MILLI, 20 * MILLI, 100 * MILLI, MANY, 1 << 20, 100),
            SEGMENT_BYTES);
  }

  private static ActorId note(int number) {
    return new ActorId("Note", "number " + number);
  }

  private static Part.Value value(int number) {
    byte[] bytes = new byte[VALUE_BYTES];
    bytes[0] = (byte) number;
    return new Part.Value(bytes);
  }

  /** Writes items at a host, in each shard and without reading them; returns those that commit. */
  private List<Integer> write(Host host, int from, int count, IntFunction<ActorId> item) {
    List<Integer> committed = new ArrayList<>();
    for (int each = from; each < from + count; each++) {
      int number = each;
      Part part =
          new Part(new TreeMap<>(), new TreeMap<>(Map.of(item.apply(number), value(number))));
      Map<Integer, Part> accesses = new TreeMap<>();
      SHARDS.forEach(shard -> accesses.put(shard, part));
      host.tapir.begin(
          SHARDS,
          accesses,
          null,
          ClientDeadline.NEVER,
          (Coordinator.Output.Ended end) -> {
            if (end.outcome() == Entry.Outcome.COMMITTED) {
              committed.add(number);
            }
          },
          () -> {});
      all.pass(2);
    }
    return committed;
  }

  private void assertThatAllHave(ActorId item, int number) {
    all.eachHost(
        host ->
            SHARDS.forEach(
                shard ->
                    assertThat(host.memory(shard).value(item))
                        .as("%s on host %d", item, host.number)
                        .isEqualTo(value(number))));
  }

  private void assertThatAllMadeImages() {
    all.eachHost(
        host ->
            SHARDS.forEach(
                shard ->
                    assertThat(host.tapir.status(shard).images())
                        .as("images on host %d", host.number)
                        .isPositive()));
  }

  @Test
  void aViewWithAllItsTransactionsIsImagedAndReadAgain() {
    begin(1, true);
    List<Integer> committed = write(all.hosts.getFirst(), 0, MANY - 1, LongRecordTest::note);
    all.pass(200);
    assertThat(committed).hasSize(MANY - 1);
    assertThatAllMadeImages();
    all.eachHost(Host::crash);
    all.settle();
    committed.forEach(number -> assertThatAllHave(note(number), number));
  }

  @Test
  void anItemWithManyVersionsIsImagedReadAgainAndGivenToAHostThatLostItsDisk() {
    begin(2, false);
    List<Integer> committed = write(all.hosts.getFirst(), 0, MANY - 1, _ -> ONE);
    all.pass(200);
    assertThat(committed).hasSizeGreaterThan(MANY / 2);
    assertThatAllMadeImages();
    all.eachHost(Host::crash);
    all.settle();
    assertThatAllHave(ONE, committed.getLast());
    Host lost = all.hosts.get(1);
    lost.crash();
    lost.loseDisk();
    lost.start();
    all.settle();
    assertThatAllHave(ONE, committed.getLast());
  }

  @Test
  void viewsEndAndBeginAndHostsCrashWhileRecordsAreWritten() {
    AtomicLong committed = new AtomicLong();
    Effort.seeds(5, () -> committed.get() > 0, seed -> committed.addAndGet(walk(seed)));
  }

  /** Returns how many notes were told to have committed. */
  private int walk(int seed) {
    begin(seed, true);
    List<Integer> committed = new ArrayList<>();
    for (int each = 0; each < 60; each++) {
      Host host = all.hosts.get(all.random.nextInt(3));
      if (!host.isUp()) {
        host.start();
      } else if (all.random.nextInt(10) == 0) {
        host.crash();
      } else {
        committed.addAll(write(host, each, 1, LongRecordTest::note));
      }
      all.pass(all.random.nextInt(10));
    }
    all.settle();
    committed.forEach(number -> assertThatAllHave(note(number), number));
    return committed.size();
  }
}
