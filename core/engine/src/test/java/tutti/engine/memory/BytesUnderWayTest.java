package tutti.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.memory.BytesUnderWay.Lease;

class BytesUnderWayTest {
  private static final long MB = TestHeap.MB;

  private final TestHeap heap = new TestHeap(96);
  private final BytesUnderWay underWay = new BytesUnderWay(heap);

  @Test
  void allTogetherHaveAnEighthOfTheHeap() {
    Lease one = underWay.lease();
    Lease other = underWay.lease();
    assertThat(one.add(7 * MB)).isTrue();
    assertThat(other.add(5 * MB)).isTrue();
    assertThat(other.add(1)).isFalse();
    assertThat(underWay.taken()).isEqualTo(12 * MB);
    one.keep(MB);
    assertThat(other.add(6 * MB)).isTrue();
    assertThat(one.becomes(2 * MB)).isFalse();
    assertThat(one.becomes(MB)).isTrue();
    other.end();
    one.end();
    assertThat(underWay.taken()).isZero();
  }

  @Test
  void lessIsUnderWayWhereMuchLives() {
    heap.alive(84);
    Lease one = underWay.lease();
    assertThat(one.add(4 * MB)).isTrue();
    assertThat(underWay.lease().add(MB)).isFalse();
    heap.alive(95);
    assertThat(underWay.most()).isEqualTo(96 * MB / 64);
  }

  @Test
  void oneAloneMayHaveAQuarter() {
    Lease one = underWay.lease();
    assertThat(one.add(20 * MB)).isTrue();
    assertThat(underWay.lease().add(1)).isFalse();
    assertThat(one.add(4 * MB)).isTrue();
    assertThat(one.add(1)).isFalse();
    assertThat(one.mayBecome(24 * MB)).isTrue();
    assertThat(one.mayBecome(24 * MB + 1)).isFalse();
  }

  @Test
  void aLeaseThatHasEndedTakesNothing() {
    Lease one = underWay.lease();
    one.end();
    one.end();
    assertThat(one.add(1)).isFalse();
    assertThat(underWay.taken()).isZero();
  }

  @Test
  void whatHasHappenedTakesTheRoomOfWhatComes() {
    underWay.lease().hold(13 * MB);
    assertThat(underWay.lease().add(1)).isFalse();
  }

  /** For example, of a leader that is replaced while transactions of its term are under way. */
  @Test
  void aPartThatEndsGivesBackWhatItHasLeft() {
    BytesUnderWay part = underWay.part();
    Lease left = part.lease();
    assertThat(left.add(12 * MB)).isTrue();
    assertThat(underWay.lease().add(MB)).isFalse();
    part.end();
    assertThat(underWay.taken()).isZero();
    left.end();
    part.lease().hold(MB);
    assertThat(underWay.taken()).isZero();
  }

  @Test
  void aHeapWithoutABoundBoundsNothing() {
    BytesUnderWay all = new BytesUnderWay(Heap.AMPLE);
    assertThat(all.lease().add(1L << 40)).isTrue();
    assertThat(all.lease().add(1L << 40)).isTrue();
  }
}
