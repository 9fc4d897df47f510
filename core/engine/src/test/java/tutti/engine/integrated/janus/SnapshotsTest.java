package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.ItemOrder;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.engine.integrated.janus.JanusHosts.Paid;
import tutti.engine.transaction.submission.Result;
import tutti.protocol.integrated.janus.Outcome;

/** Snapshots for queries: all items as they were at a sync point. */
class SnapshotsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static <T> T await(JanusHosts all, Consumer<Consumer<T>> asks) {
    List<T> got = new ArrayList<>();
    asks.accept(got::add);
    for (int quarters = 0; got.isEmpty(); quarters++) {
      assertThat(quarters).as("quarters of a millisecond without an answer").isLessThan(10_000);
      all.quarter();
    }
    return got.getFirst();
  }

  private static ItemOrder.Snapshot take(JanusHosts all, Host host, long staleness) {
    Optional<ItemOrder.Snapshot> taken =
        await(
            all,
            seen -> host.janus.snapshots().take(staleness, all.scheduler.nanos() + SECOND, seen));
    return taken.orElseThrow();
  }

  private static Optional<Long> balance(
      JanusHosts all, ItemOrder.Snapshot snapshot, int shard, int account) {
    Optional<byte[]> value =
        await(
            all,
            seen ->
                snapshot.read(
                    shard,
                    Transfers.account(shard, account),
                    all.scheduler.nanos() + SECOND,
                    seen));
    return value.map(Transfers::balance);
  }

  private static void pay(JanusHosts all) {
    Paid one = all.pay(all.hosts.get(1), 0, 0, 0, 10);
    all.pass(60);
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aSnapshotIsAsItWasWhateverIsWrittenSince() {
    JanusHosts all = new JanusHosts(31);
    Host host = all.hosts.get(2);
    pay(all);
    ItemOrder.Snapshot one = take(all, host, 0);
    pay(all);
    assertThat(balance(all, one, 0, 0)).contains(90L);
    assertThat(balance(all, one, 1, 0)).contains(110L);
    ItemOrder.Snapshot shared = take(all, host, SECOND);
    assertThat(shared.sinceNanos()).isEqualTo(one.sinceNanos());
    ItemOrder.Snapshot next = take(all, host, 0);
    assertThat(balance(all, next, 0, 0)).contains(80L);
    assertThat(balance(all, shared, 0, 0)).contains(90L);
    one.close();
    shared.close();
    next.close();
    all.pass(1);
    assertThat(balance(all, one, 0, 0)).as("no query reads it any more").isEmpty();
    assertThat(balance(all, next, 1, 0)).as("it is shared for a while").contains(120L);
  }

  /** No sync point ends while a shard has no majority. */
  @Test
  void soManyQueriesWaitAndNoneBeyondItsDeadline() {
    JanusHosts all = new JanusHosts(33);
    SnapshotReaders front = all.hosts.get(2).janus.snapshots();
    all.pass(20);
    all.cutOff.add(0);
    all.cutOff.add(1);
    List<Optional<ItemOrder.Snapshot>> told = new ArrayList<>();
    long deadline = all.scheduler.nanos() + SECOND / 2;
    for (int i = 0; i < SnapshotReaders.MOST_WAITING; i++) {
      assertThat(front.take(0, deadline, told::add)).isEqualTo(Result.DONE);
    }
    assertThat(front.take(0, deadline, told::add))
        .isInstanceOfSatisfying(
            Result.Failed.class, it -> assertThat(it.reason().code()).isEqualTo("overloaded"));
    all.pass(3_000);
    assertThat(told).hasSize(SnapshotReaders.MOST_WAITING).containsOnly(Optional.empty());
    assertThat(front.take(0, all.scheduler.nanos() + SECOND, told::add)).isEqualTo(Result.DONE);
  }

  @Test
  void snapshotsBetweenTransfersHaveAllMoney() {
    JanusHosts all = new JanusHosts(32);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 9; i++) {
        all.pay(all.hosts.get(i % 3), i % 2, i % 3, (i + round) % 3, 7);
        all.quarter();
      }
      ItemOrder.Snapshot snapshot = take(all, all.hosts.get(round % 3), 0);
      long sum = 0;
      for (int account = 0; account < 3; account++) {
        sum += balance(all, snapshot, 0, account).orElseThrow();
        sum += balance(all, snapshot, 1, account).orElseThrow();
      }
      assertThat(sum).isEqualTo(6 * Transfers.BEGINS_WITH);
      snapshot.close();
    }
    all.settle();
  }

  /** A replica whose memory another one's has replaced does not know what was before. */
  @Test
  void aSnapshotIsGoneWithTheMemoryThatHadIt() {
    JanusHosts all = new JanusHosts(33);
    Host host = all.hosts.getFirst();
    ItemOrder.Snapshot snapshot = take(all, host, 0);
    all.hosts.getFirst().janus.keeper().lost(0);
    assertThat(balance(all, snapshot, 0, 0)).isEmpty();
    assertThat(balance(all, snapshot, 1, 0)).contains(Transfers.BEGINS_WITH);
  }
}
