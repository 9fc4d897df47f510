package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.integrated.ItemStore.Access;
import tutti.engine.integrated.ItemStore.End;
import tutti.engine.integrated.ItemValues;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.engine.integrated.tapir.TapirHosts.Increment;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.tapir.Record;

/** Keys of requests that are forgotten, at hosts of TAPIR in virtual time. */
class ForgottenKeysTest {
  private static final Duration KEEP = Duration.ofMillis(400);
  private static final ActorId COUNTER = TapirHosts.counter(0);

  /** The transactions behind which the floor passes what was before them: see TapirHosts. */
  private static final int MANY = 200;

  private static ActorId key(int number) {
    return new ActorId(ItemValues.BEFORE_KEYS.type(), "key " + number);
  }

  private static TapirStore store(Host host) {
    return new TapirStore(
        host.tapir, _ -> 0, TapirHosts.groups(), TapirHosts.MILLI, () -> Result.DONE);
  }

  /** The value of a key that is used now, for as long as a reader needs it. */
  private static byte[] used(TapirHosts all) {
    Encoder out = new Encoder().putLong(7);
    out.putSigned(all.scheduler.now().getEpochSecond());
    return out.putVarLong(all.scheduler.now().getNano()).toByteArray();
  }

  /** The value of a key with so many results that two such are more than a piece of an image. */
  private static byte[] usedWithMuch(TapirHosts all) {
    byte[] value = used(all);
    return Arrays.copyOf(value, value.length + ReplicaImages.PIECE_BYTES * 3 / 5);
  }

  private static byte[] read(TapirHosts all, Access access, ActorId item) {
    List<byte[]> seen = new ArrayList<>();
    access.read(item, seen::add);
    for (int tries = 0; seen.isEmpty(); tries++) {
      assertThat(tries).as("waits for a value of %s", item).isLessThan(1_000);
      all.pass(2);
    }
    return seen.getFirst();
  }

  private static @Nullable End end(TapirHosts all, Access access, Map<ActorId, byte[]> writes) {
    List<End> ends = new ArrayList<>();
    access.commit(new TreeMap<>(writes), ends::add);
    all.pass(20);
    return ends.isEmpty() ? null : ends.getFirst();
  }

  private static Access begin(Host host) {
    return store(host).begin(COUNTER, null, Long.MAX_VALUE);
  }

  /** Uses a key, if it was not used; returns whether it does. */
  private static boolean use(TapirHosts all, Host host, int number) {
    for (int tries = 0; tries < 100; tries++) {
      Access access = begin(host);
      if (read(all, access, key(number)).length > 0) {
        return false;
      }
      if (end(all, access, Map.of(key(number), used(all))) instanceof End.Committed) {
        return true;
      }
    }
    throw new AssertionError("key " + number + " cannot be used");
  }

  private static void increment(TapirHosts all, int times, int hosts) {
    for (int i = 0; i < times; i++) {
      Increment _ = all.new Increment(all.hosts.get(i % hosts));
      all.pass(12);
    }
  }

  /** Returns the keys that a replica has, also those of which only the name is left. */
  private static List<String> keys(Host host) {
    return host.memory(0).items(ItemValues.BEFORE_KEYS, Integer.MAX_VALUE).stream()
        .map(Record.Item::name)
        .filter(ItemValues::isKey)
        .map(ActorId::key)
        .toList();
  }

  private static void noneIsLeft(TapirHosts all) {
    all.eachHost(host -> assertThat(keys(host)).as("at host %d", host.number).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKeyIsUsedForAsLongAsItIsKeptAndThenLeavesNothing(boolean strict) {
    TapirHosts all = new TapirHosts(1, strict);
    all.keepKeys(KEEP);
    assertThat(use(all, all.hosts.getFirst(), 1)).isTrue();
    all.pass((int) KEEP.toMillis() / 2);
    assertThat(use(all, all.hosts.get(1), 1)).as("within the time").isFalse();
    all.pass((int) KEEP.toMillis());
    assertThat(use(all, all.hosts.get(2), 1)).as("behind it").isTrue();
    all.pass(2 * (int) KEEP.toMillis());
    increment(all, MANY, 3);
    all.settle();
    noneIsLeft(all);

    all.eachHost(Host::crash);
    all.settle();
    noneIsLeft(all);
    assertThat(all.numbers()).containsExactly(all.committed());
    assertThat(use(all, all.hosts.get(1), 1)).as("after a start of all").isTrue();
  }

  /** A key that was read before it was forgotten is not there any more: its reader has to know. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoHasReadAKeyBeforeItWasForgottenBeginsAnew(boolean strict) {
    TapirHosts all = new TapirHosts(2, strict);
    all.keepKeys(KEEP);
    Access neverUsed = begin(all.hosts.getFirst());
    assertThat(read(all, neverUsed, key(2))).isEmpty();
    assertThat(use(all, all.hosts.getFirst(), 1)).isTrue();
    Access late = begin(all.hosts.getFirst());
    assertThat(read(all, late, key(1))).isNotEmpty();
    all.pass(2 * (int) KEEP.toMillis());
    increment(all, MANY, 3);
    all.settle();
    noneIsLeft(all);

    assertThat(end(all, late, Map.of(key(1), used(all)))).isInstanceOf(End.Conflict.class);
    assertThat(end(all, neverUsed, Map.of(key(2), used(all)))).isInstanceOf(End.Committed.class);
    assertThat(use(all, all.hosts.get(1), 1)).isTrue();
  }

  /** The host that is away has keys that the others forget, and gets an image without them. */
  @Test
  void aHostThatWasAwayForgetsWhatTheOthersHaveForgotten() {
    TapirHosts all = new TapirHosts(3, false);
    all.keepKeys(KEEP);
    for (int number = 0; number < 5; number++) {
      assertThat(use(all, all.hosts.get(number % 3), number)).isTrue();
    }
    all.settle();
    Host away = all.hosts.get(2);
    assertThat(keys(away)).hasSize(5);
    away.crash();
    all.pass(4 * (int) KEEP.toMillis());
    increment(all, 900, 2);
    assertThat(use(all, all.hosts.getFirst(), 3)).isTrue();
    all.holdKeys(true);
    away.start();
    all.settle();
    assertThat(away.installed()).isPositive();
    assertThat(keys(away)).containsExactly("key 3");
    all.holdKeys(false);
    all.pass(4 * (int) KEEP.toMillis());
    increment(all, MANY, 3);
    all.settle();
    noneIsLeft(all);

    away.crash();
    all.settle();
    noneIsLeft(all);
    assertThat(all.numbers()).containsExactly(all.committed());
  }

  @Test
  void hostsThatCrashAndDisksAndMessagesThatAreLostBringNoKeyBack() {
    Effort.seeds(5, this::walk);
  }

  private void walk(int seed) {
    TapirHosts all = new TapirHosts(seed, seed % 2 == 0);
    all.keepKeys(KEEP);
    all.loss = 0.05;
    for (int i = 0; i < 150; i++) {
      Host host = all.hosts.get(all.random.nextInt(3));
      if (host.isUp() && all.random.nextInt(25) == 0) {
        all.crash(host);
      } else if (!host.isUp() && all.random.nextInt(3) == 0) {
        host.start();
      } else if (host.isUp()) {
        for (int each = 0; each < 4; each++) {
          tryToUse(all, host, all.random.nextInt(20));
          Increment _ = all.new Increment(host);
        }
      }
      all.pass(1 + all.random.nextInt(60));
    }
    all.holdKeys(true);
    all.settle();
    Set<SortedMap<ActorId, byte[]>> different = new HashSet<>();
    all.eachHost(host -> different.add(values(host)));
    assertThat(different.stream().map(ForgottenKeysTest::text).distinct())
        .as("seed %d: what the replicas have", seed)
        .hasSize(1);
    all.holdKeys(false);
    all.pass(4 * (int) KEEP.toMillis());
    increment(all, MANY, 3);
    all.settle();
    noneIsLeft(all);
    assertThat(all.numbers()).as("seed %d", seed).hasSize(1);
  }

  private static void tryToUse(TapirHosts all, Host host, int number) {
    Access access = begin(host);
    access.read(
        key(number),
        value -> {
          if (value.length == 0) {
            byte[] used = number % 3 == 0 ? usedWithMuch(all) : used(all);
            access.commit(new TreeMap<>(Map.of(key(number), used)), _ -> {});
          }
        });
  }

  private static SortedMap<ActorId, byte[]> values(Host host) {
    SortedMap<ActorId, byte[]> values = new TreeMap<>();
    host.memory(0).values().stream()
        .filter(each -> each.getValue().length > 0)
        .forEach(each -> values.put(each.getKey(), each.getValue()));
    return values;
  }

  private static String text(SortedMap<ActorId, byte[]> values) {
    StringBuilder text = new StringBuilder();
    values.forEach((item, value) -> text.append(item).append('=').append(Arrays.toString(value)));
    return text.toString();
  }
}
