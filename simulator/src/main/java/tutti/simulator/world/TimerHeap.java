package tutti.simulator.world;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The timers that are set, the next one first: a binary heap in which each timer knows its index,
 * since nearly all of them are cancelled before they ring.
 */
final class TimerHeap {
  private @Nullable SimulatedTimer[] heap = new SimulatedTimer[64];
  private int size;

  int size() {
    return size;
  }

  /** Returns the next timer to ring, or null if none is set. */
  @Nullable SimulatedTimer peek() {
    return heap[0];
  }

  void add(SimulatedTimer alarm) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    rise(alarm, size++);
  }

  /** Removes an alarm, wherever it is; does nothing if it is not in the heap. */
  void remove(SimulatedTimer alarm) {
    int place = alarm.place;
    if (place < 0) {
      return;
    }
    alarm.place = -1;
    SimulatedTimer last = at(--size);
    heap[size] = null;
    if (last != alarm && rise(last, place) == place) {
      sink(last, place);
    }
  }

  void removeIf(Predicate<SimulatedTimer> which) {
    @Nullable SimulatedTimer[] before = Arrays.copyOf(heap, size);
    Arrays.fill(heap, 0, size, null);
    size = 0;
    for (SimulatedTimer alarm : before) {
      if (alarm != null && which.test(alarm)) {
        alarm.place = -1;
      } else if (alarm != null) {
        rise(alarm, size++);
      }
    }
  }

  int count(Predicate<SimulatedTimer> which) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (which.test(at(i))) {
        count++;
      }
    }
    return count;
  }

  /**
   * Puts an alarm at an index, or where one that comes after it stood on the way up; returns the
   * index.
   */
  private int rise(SimulatedTimer alarm, int from) {
    int place = from;
    while (place > 0) {
      SimulatedTimer above = at((place - 1) / 2);
      if (above.compareTo(alarm) <= 0) {
        break;
      }
      put(above, place);
      place = (place - 1) / 2;
    }
    put(alarm, place);
    return place;
  }

  private void sink(SimulatedTimer alarm, int from) {
    int place = from;
    int below;
    while ((below = 2 * place + 1) < size) {
      if (below + 1 < size && at(below + 1).compareTo(at(below)) < 0) {
        below++;
      }
      if (alarm.compareTo(at(below)) <= 0) {
        break;
      }
      put(at(below), place);
      place = below;
    }
    put(alarm, place);
  }

  private void put(SimulatedTimer alarm, int place) {
    heap[place] = alarm;
    alarm.place = place;
  }

  private SimulatedTimer at(int place) {
    SimulatedTimer alarm = heap[place];
    if (alarm == null) {
      throw new IllegalStateException("no timer is at " + place);
    }
    return alarm;
  }
}
