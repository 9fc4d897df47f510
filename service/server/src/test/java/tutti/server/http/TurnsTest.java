package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The age of what an event loop reads, by its turns. */
class TurnsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long TICK = Turns.TICK_NANOS;

  private long now = 42;
  private final Turns turns = new Turns(() -> now);

  private long ageNow() {
    return now - turns.earliest(now);
  }

  @Test
  void whatAnIdleLoopReadsHasJustArrived() {
    for (int i = 0; i < 10; i++) {
      turns.begin();
      now += TICK;
      assertThat(ageNow()).isZero();
    }
  }

  @Test
  void whatIsReadAfterAStandstillMayBeAsOldAsThat() {
    turns.begin();
    assertThat(ageNow()).isZero();
    now += 3 * SECOND;
    turns.begin();
    assertThat(ageNow()).isBetween(3 * SECOND - 2 * TICK, 3 * SECOND);
    // The last ones of a long turn have waited for the others besides.
    now += SECOND;
    assertThat(ageNow()).isBetween(4 * SECOND - 2 * TICK, 4 * SECOND);
    turns.begin();
    // All that came by the look before has been read.
    assertThat(ageNow()).isLessThanOrEqualTo(SECOND);
    turns.begin();
    now += TICK;
    assertThat(ageNow()).isZero();
  }

  @Test
  void aStandstillInTheLookItselfCounts() {
    turns.begin();
    assertThat(ageNow()).isZero();
    turns.begin();
    now += 3 * SECOND;
    assertThat(ageNow()).isBetween(3 * SECOND - 2 * TICK, 3 * SECOND);
  }

  /** The signal by which a process goes on ends the wait for sockets, which then sees none. */
  @Test
  void aLookThatEndedWithAStandstillAndSawNothingDoesNotCount() {
    turns.begin();
    assertThat(ageNow()).isZero();
    turns.begin();
    now += 3 * SECOND;
    assertThat(now - turns.ticked(now)).isBetween(3 * SECOND - 2 * TICK, 3 * SECOND);
    turns.begin();
    assertThat(ageNow()).isBetween(3 * SECOND - 2 * TICK, 3 * SECOND);
    // That is so once: the look after it has seen all.
    turns.begin();
    now += TICK;
    assertThat(now - turns.ticked(now)).isZero();
    turns.begin();
    now += TICK;
    assertThat(ageNow()).isZero();
  }

  @Test
  void aTurnThatReadNothingHasLookedToo() {
    turns.begin();
    assertThat(ageNow()).isZero();
    for (int i = 0; i < 100; i++) {
      now += TICK;
      turns.begin();
    }
    assertThat(ageNow()).isZero();
  }
}
