package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.engine.integrated.tapir.TapirHosts.Increment;
import tutti.model.testing.Effort;

/** TAPIR's machines on logs, configuration logs and links of hosts, in virtual time. */
class TapirHostTest {

  @Test
  void aCommitTakesOneRoundTrip() {
    TapirHosts all = new TapirHosts(1);
    Increment one = all.new Increment(all.hosts.getFirst());
    all.pass(20);
    assertThat(one.committed()).isTrue();
    assertThat(one.endedAt - one.beganAt).isEqualTo(2 * TapirHosts.WAY);
    all.settle();
    assertThat(all.numbers()).containsExactly(1L);
  }

  /**
   * Two hosts write one counter in turn. The one whose clock is behind was refused each time that
   * the other one had written since its own last refusal, though what it had read was the newest.
   */
  @ParameterizedTest
  @ValueSource(longs = {100, 3_600_000, 86_400_000})
  void aHostWhoseClockIsBehindWritesWhatOthersWrite(long millis) {
    TapirHosts all = new TapirHosts(3);
    all.hosts.getFirst().clockAhead(Duration.ofMillis(millis));
    int behind = 0;
    for (int i = 0; i < 20; i++) {
      Increment ahead = all.new Increment(all.hosts.getFirst());
      all.pass(40);
      assertThat(ahead.committed()).isTrue();
      if (i == 10) {
        // The clock is right again, and what it has named is ahead for as long as it was.
        all.hosts.getFirst().clockAhead(Duration.ZERO);
      }
      Increment other = all.new Increment(all.hosts.get(1 + i % 2));
      all.pass(40);
      behind += other.committed() ? 1 : 0;
    }
    assertThat(behind).isEqualTo(20);
    all.settle();
    assertThat(all.numbers()).containsExactly(40L);
  }

  private static long images(long underWay) {
    TapirHosts all = new TapirHosts(4);
    all.underWay = underWay;
    for (int i = 0; i < 60; i++) {
      Increment _ = all.new Increment(all.hosts.getFirst());
      all.pass(40);
    }
    all.settle();
    return all.hosts.getFirst().tapir.status(0).images();
  }

  /**
   * Records of views are commands of a configuration log, which has them in memory until an image
   * comes.
   */
  @Test
  void aSmallHeapHasFewCommandsOfRegisters() {
    assertThat(images(48_000)).isGreaterThan(images(Long.MAX_VALUE));
  }

  @Test
  void commitsWithAHostAwayAndTheHostCatchesUp() {
    TapirHosts all = new TapirHosts(2);
    Host away = all.hosts.get(2);
    away.crash();
    int told = 0;
    for (int i = 0; i < 10; i++) {
      Increment each = all.new Increment(all.hosts.get(i % 2));
      all.pass(100);
      told += each.committed() ? 1 : 0;
    }
    assertThat(told).isEqualTo(10);
    all.settle();
    assertThat(all.numbers()).containsExactly(10L);
  }

  /** Two round trips in place of one, and no wait for the host that is away. */
  @Test
  void nothingWaitsForAHostThatIsAway() {
    TapirHosts all = new TapirHosts(9);
    increment(all, 20, 3);
    all.hosts.get(2).crash();
    List<Long> took = new ArrayList<>(increment(all, 400, 2));
    Collections.sort(took);
    long median = took.get(took.size() / 2);
    long late = took.get(took.size() * 99 / 100);
    assertThat(median).isEqualTo(4 * TapirHosts.WAY);
    assertThat(late).isLessThan(3 * median);
  }

  @Test
  void whatWasToldIsThereAfterAllHostsHaveStartedAgain() {
    TapirHosts all = new TapirHosts(3);
    Increment one = all.new Increment(all.hosts.getFirst());
    for (int quarters = 0; !one.committed(); quarters++) {
      assertThat(quarters).as("quarters of a millisecond").isLessThan(1_000);
      all.quarter();
    }
    all.eachHost(Host::crash);
    all.settle();
    assertThat(all.numbers()).containsExactly(1L);
    Increment two = all.new Increment(all.hosts.get(1));
    all.pass(20);
    assertThat(two.committed()).isTrue();
  }

  /** At each moment of a transaction; others then go on with the same items. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16})
  void aTransactionEndsWhenItsCoordinatorsHostIsKilled(int quarters) {
    TapirHosts all = new TapirHosts(quarters);
    Host gone = all.hosts.get(1);
    Increment one = all.new Increment(gone);
    for (int i = 0; i < quarters; i++) {
      all.quarter();
    }
    boolean told = one.committed();
    gone.crash();
    all.pass(2_000);
    Increment next = all.new Increment(all.hosts.getFirst());
    all.pass(200);
    assertThat(next.committed()).as("the items are free").isTrue();
    all.settle();
    assertThat(all.numbers()).hasSize(1).isSubsetOf(told ? List.of(2L) : List.of(1L, 2L));
  }

  @Test
  void hostsThatCrashAndDisksAndMessagesThatAreLostTakeNoEffectAway() {
    AtomicLong told = new AtomicLong();
    Effort.seeds(20, () -> told.get() > 0, seed -> told.addAndGet(walk(seed)));
  }

  @Test
  void theLogIsLetGoBehindImages() throws IOException {
    TapirHosts all = new TapirHosts(6);
    increment(all, 600, 3);
    for (Host host : all.hosts) {
      assertThat(host.logBytes()).as("of host %d", host.number).isLessThan(400_000);
    }
    all.eachHost(Host::crash);
    all.settle();
    assertThat(all.numbers()).containsExactly(all.committed());
  }

  @Test
  void aHostThatWasAwayForLongGoesOnFromAnothersImage() {
    TapirHosts all = new TapirHosts(7);
    increment(all, 10, 3);
    Host away = all.hosts.get(2);
    away.crash();
    increment(all, 900, 2);
    away.start();
    all.settle();
    assertThat(away.installed()).isPositive();
    assertThat(all.numbers()).containsExactly(all.committed());
    all.hosts.getFirst().crash();
    increment(all, 10, 1, 2);
    all.settle();
    assertThat(all.numbers()).containsExactly(all.committed());
  }

  @Test
  void aHostThatHasLostItsDiskGoesOnFromAnothersImage() {
    TapirHosts all = new TapirHosts(8);
    increment(all, 600, 3);
    Host lost = all.hosts.get(1);
    lost.crash();
    lost.loseDisk();
    lost.start();
    all.settle();
    assertThat(lost.installed()).isPositive();
    assertThat(all.numbers()).containsExactly(all.committed());
    all.hosts.getFirst().crash();
    increment(all, 10, 1, 2);
    all.settle();
    assertThat(all.numbers()).containsExactly(all.committed());
  }

  private static List<Long> increment(TapirHosts all, int times, int hosts) {
    Integer[] first = IntStream.range(0, hosts).boxed().toArray(Integer[]::new);
    return increment(all, times, first);
  }

  /**
   * Makes increments one after another at these hosts; all must commit. Returns how long each took
   * to commit.
   */
  private static List<Long> increment(TapirHosts all, int times, Integer... hosts) {
    List<Long> took = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      Increment each = null;
      for (int tries = 0; each == null || !each.committed(); tries++) {
        assertThat(tries).as("tries of increment %d", i).isLessThan(100);
        // A replica between two views answers no read; another one may, in its place.
        if (each == null || each.end != null || each.beganAt == 0) {
          each = all.new Increment(all.hosts.get(hosts[i % hosts.length]));
        }
        all.pass(12);
      }
      took.add(each.endedAt - each.beganAt);
    }
    return took;
  }

  /** Returns how many increments were told to have committed. */
  private static long walk(int seed) {
    TapirHosts all = new TapirHosts(seed);
    all.loss = 0.05;
    List<Increment> begun = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      Host host = all.hosts.get(all.random.nextInt(3));
      if (host.isUp() && all.random.nextInt(25) == 0) {
        all.crash(host);
      } else if (!host.isUp()) {
        host.start();
      } else {
        begun.add(all.new Increment(host));
      }
      all.pass(1 + all.random.nextInt(60));
    }
    all.settle();
    long told = begun.stream().filter(Increment::committed).count();
    long open = begun.stream().filter(each -> each.end == null).count();
    assertThat(all.numbers())
        .as("seed %d: %d were told to have committed, of %d nothing is known", seed, told, open)
        .hasSize(1)
        .allMatch(number -> number >= told && number <= told + open);
    return told;
  }
}
