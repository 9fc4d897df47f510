package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.integrated.ItemStore.Access;
import tutti.engine.integrated.ItemStore.End;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Settings;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;

/** Items as a host of TAPIR reads and commits them. */
class TapirStoreTest {
  private static final ActorId COUNTER = TapirHosts.counter(0);
  private static final ActorId KEY = new ActorId("$key", "7");

  private static TapirStore store(TapirHosts all) {
    return new TapirStore(
        all.hosts.getFirst().tapir,
        _ -> 0,
        TapirHosts.groups(),
        TapirHosts.MILLI,
        () -> Result.DONE);
  }

  private static byte[] read(TapirHosts all, Access access, ActorId item) {
    List<byte[]> seen = new ArrayList<>();
    access.read(item, seen::add);
    all.pass(5);
    return seen.getFirst();
  }

  private static End commit(TapirHosts all, Access access, SortedMap<ActorId, byte[]> writes) {
    List<End> ends = new ArrayList<>();
    access.commit(writes, ends::add);
    all.pass(20);
    return ends.getFirst();
  }

  /** A transaction of another host, whose clock is a second ahead, uses the key. */
  private static void useKey(TapirHosts all) {
    Timestamp ahead = new Timestamp(all.micros() + 1_000_000, 5);
    Transaction other = new Transaction(ahead, List.of(0));
    Part part =
        new Part(
            new TreeMap<>(Map.of(KEY, Timestamp.NONE)),
            new TreeMap<>(Map.of(KEY, new Part.Value(new byte[] {1}))));
    all.toReplicas(new Message.Prepare(other, part));
    all.toReplicas(new Message.Decide(other, part, Entry.Outcome.COMMITTED, true));
    all.pass(5);
  }

  /** The request reads of a moment before the key was used, as its clock says, but not its key. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestThatChangesNothingFindsItsKeyUsedUnderBothClaims(boolean strict) {
    TapirHosts all = new TapirHosts(1, strict);
    Access request = store(all).begin(COUNTER, null, Long.MAX_VALUE);
    assertThat(read(all, request, KEY)).isEmpty();
    assertThat(read(all, request, COUNTER)).isEmpty();
    useKey(all);
    assertThat(commit(all, request, new TreeMap<>())).isInstanceOf(End.Conflict.class);
    Access again = store(all).begin(COUNTER, null, Long.MAX_VALUE);
    assertThat(read(all, again, KEY)).containsExactly(1);
  }

  @Test
  void aKeyOfARequestThatChangesNothingStaysUnused() {
    TapirHosts all = new TapirHosts(2, false);
    for (int each = 0; each < 2; each++) {
      Access request = store(all).begin(COUNTER, null, Long.MAX_VALUE);
      assertThat(read(all, request, KEY)).isEmpty();
      assertThat(commit(all, request, new TreeMap<>())).isInstanceOf(End.Committed.class);
    }
  }

  /** An open transaction fills the record of a shard, as many would. */
  @Test
  void aFullRecordIsNoConflict() {
    Settings small =
        new Settings(
            true,
            5 * TapirHosts.MILLI,
            20 * TapirHosts.MILLI,
            100_000 * TapirHosts.MILLI,
            40,
            1 << 10,
            100);
    TapirHosts all = new TapirHosts(4, small, 1 << 20);
    Access request = store(all).begin(COUNTER, null, Long.MAX_VALUE);
    assertThat(read(all, request, COUNTER)).isEmpty();
    Transaction open = new Transaction(new Timestamp(all.micros(), 5), List.of(0));
    SortedMap<ActorId, Part.Value> writes =
        new TreeMap<>(Map.of(KEY, new Part.Value(new byte[1 << 11])));
    all.toReplicas(new Message.Prepare(open, new Part(new TreeMap<>(), writes)));
    all.pass(5);
    assertThat(commit(all, request, new TreeMap<>(Map.of(COUNTER, new byte[] {1}))))
        .isInstanceOf(End.Overloaded.class);
    assertThat(all.hosts.getFirst().tapir.counts().of(TapirCounts.What.MET_FULL)).isOne();
  }

  /** Actors are asked for ahead of a request's calls; a call that is refused waits for no other. */
  @Test
  void isLookedThroughWhileActorsComeThatWereAskedForAhead() throws InterruptedException {
    TapirHosts all = new TapirHosts(3);
    Access request = store(all).begin(COUNTER, null, Long.MAX_VALUE);
    int actors = 3_000;
    AtomicInteger seen = new AtomicInteger();
    for (int i = 0; i < actors; i++) {
      request.read(new ActorId("Counter", "ahead " + i), _ -> seen.incrementAndGet());
    }
    Thread comes = Thread.ofPlatform().start(() -> all.pass(5));
    long most = 0;
    while (comes.isAlive()) {
      most = Math.max(most, request.bytes(new TreeMap<>()));
    }
    comes.join();
    assertThat(seen).hasValue(actors);
    assertThat(request.bytes(new TreeMap<>())).isGreaterThanOrEqualTo(most);
  }
}
