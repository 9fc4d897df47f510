package tutti.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gate refuses, takes requests again, and ends its node, by what lives. */
class MemoryGateTest {
  private final TestHeap heap = new TestHeap();
  private final MemoryGate gate = new MemoryGate(heap, 0.85);

  @Test
  void refusesFromTheShareOnUntilLessIsLeft() {
    assertThat(gate.isFull()).isFalse();
    heap.alive(849);
    assertThat(gate.isFull()).isFalse();
    heap.alive(850);
    assertThat(gate.isFull()).isTrue();
    assertThat(gate.why())
        .isEqualTo(
            "its memory is full: 85% of the heap of 1000 MB are in use after a collection (85% are"
                + " memory.refuse-above): what may change something is refused; give it a larger"
                + " heap (-Xmx)");
    heap.alive(801);
    assertThat(gate.isFull()).isTrue();
    heap.alive(799);
    assertThat(gate.isFull()).isFalse();
    assertThat(gate.why()).isNull();
    heap.alive(849);
    assertThat(gate.isFull()).isFalse();
  }

  @Test
  void garbageDoesNotCount() {
    heap.alive(100);
    heap.used = 990 * TestHeap.MB;
    assertThat(gate.isFull()).isFalse();
    assertThat(gate.share()).isEqualTo(0.1);
  }

  @Test
  void neverRefusesByOneAndWithoutABound() {
    heap.alive(999);
    assertThat(new MemoryGate(heap, 1).isFull()).isFalse();
    assertThat(MemoryGate.OPEN.isFull()).isFalse();
    assertThat(MemoryGate.OPEN.share()).isZero();
  }

  @Test
  void endsWhenThreeCollectionsInARowFindNothing() {
    List<String> lost = new ArrayList<>();
    gate.watch(lost::add);
    heap.alive(975);
    heap.alive(980);
    heap.alive(960);
    heap.alive(975);
    heap.alive(975);
    assertThat(lost).isEmpty();
    heap.alive(990);
    assertThat(lost)
        .containsExactly(
            "its memory is full, and nothing can be done: 99% of the heap of 1000 MB are in use"
                + " after a collection");
  }
}
