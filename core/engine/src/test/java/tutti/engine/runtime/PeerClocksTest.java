package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PeerClocksTest {
  private static final Instant START = Instant.parse("2026-11-28T12:00:00Z");
  private static final long MILLI = 1_000_000;

  private Duration wrong = Duration.ZERO;
  private long nanos = 77;
  private final PeerClocks clocks =
      new PeerClocks(() -> START.plusNanos(nanos - 77).plus(wrong), () -> nanos);

  private void hear(int peer, Duration ahead, long roundTrip) {
    Instant sent = START.plusNanos(nanos - 77 - roundTrip / 2).plus(ahead);
    clocks.heard(peer, "p" + peer, Duration.between(Instant.EPOCH, sent).toNanos(), roundTrip);
  }

  @Test
  void halfOfTheRoundTripBoundsTheError() {
    hear(1, Duration.ofMillis(300), 20 * MILLI);
    assertThat(clocks.peers())
        .containsExactly(new PeerClocks.Peer("p1", 300 * MILLI, 10 * MILLI, false));
    assertThat(clocks.apart()).isEmpty();
  }

  /** An offset within the error says neither; so a clock at the bound does not come and go. */
  @Test
  void clocksAreApartOnceTheyMustBeAndAgreeOnceTheyMust() {
    hear(1, Duration.ofMillis(505), 20 * MILLI);
    assertThat(clocks.apart()).isEmpty();
    hear(1, Duration.ofMillis(-515), 20 * MILLI);
    assertThat(clocks.apart())
        .containsExactly("the clock of node p1 is 0.515 s behind this node's (within 0.010 s)");
    hear(1, Duration.ofMillis(495), 20 * MILLI);
    assertThat(clocks.apart()).hasSize(1);
    hear(1, Duration.ofMillis(485), 20 * MILLI);
    assertThat(clocks.apart()).isEmpty();
  }

  @Test
  void aRoundTripThatCannotBeOrIsTooLongTellsNothing() {
    hear(1, Duration.ofDays(1), -1);
    hear(1, Duration.ofDays(1), 20_000 * MILLI);
    assertThat(clocks.peers()).isEmpty();
  }

  /** The other clocks go on by this host's monotonic clock, whatever its own wall clock does. */
  @Test
  void mostClocksSayTheTimeAlsoWhereTheOwnOneJumps() {
    clocks.expect(3);
    assertThat(clocks.agreed()).isNull();
    hear(1, Duration.ofMillis(100), 0);
    assertThat(clocks.agreed()).isEqualTo(START);
    hear(2, Duration.ofDays(-2), 0);
    assertThat(clocks.agreed()).isEqualTo(START);
    wrong = Duration.ofDays(8_000);
    nanos += 5_000 * MILLI;
    assertThat(clocks.agreed()).isEqualTo(START.plusSeconds(5).plusMillis(100));
    clocks.lost(1);
    clocks.lost(2);
    assertThat(clocks.agreed()).isNull();
    assertThat(clocks.peers()).isEmpty();
  }

  /** A host whose clock is hours behind knows one other: what it keeps is not old at once. */
  @Test
  void whatIsKeptIsNotOldByTheClocksOfAnyOther() {
    clocks.expect(3);
    wrong = Duration.ofHours(-4);
    Instant own = START.plus(wrong);
    assertThat(clocks.notBehind(own)).as("its own alone").isNull();
    hear(1, Duration.ZERO, 0);
    assertThat(clocks.notBehind(own)).as("the later of two").isEqualTo(START);
    assertThat(clocks.agreed()).as("the earlier of two").isEqualTo(own);
    hear(2, Duration.ZERO, 0);
    assertThat(clocks.notBehind(own)).isEqualTo(START);
    assertThat(clocks.agreed()).isEqualTo(START);
  }

  @Test
  void nothingIsOldByClocksOfWhichTooManyMayBeWrong() {
    clocks.expect(5);
    hear(1, Duration.ofDays(9), 0);
    assertThat(clocks.agreed()).isNull();
    hear(2, Duration.ofDays(9), 0);
    assertThat(clocks.agreed()).as("two of five may be ahead").isEqualTo(START);
  }

  @Test
  void aNodeAloneHasItsOwnClock() {
    assertThat(clocks.alone()).isTrue();
    assertThat(clocks.agreed()).isEqualTo(START);
  }
}
