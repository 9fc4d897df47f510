package tutti.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/** What happened in a run, as a running hash, and the newest events as text. */
final class Trace {
  private static final int KEPT = 200;
  private final Deque<String> newest = new ArrayDeque<>();
  private long hash = 0x7475747469L;
  private long events;

  /** One slice of work. */
  void slice(Lane lane, char kind, long nanos) {
    hash = Seeds.mix(hash ^ lane.number * 31L + kind);
    hash = Seeds.mix(hash ^ nanos);
    events++;
  }

  /** An event with a text of its own. */
  void event(long nanos, String text) {
    hash = Seeds.derive(hash ^ nanos, text);
    events++;
    if (newest.size() == KEPT) {
      newest.removeFirst();
    }
    newest.addLast("%12.6f s  %s".formatted(nanos / 1e9, text));
  }

  long events() {
    return events;
  }

  String digest() {
    return HexFormat.of().toHexDigits(Seeds.mix(hash ^ events));
  }

  List<String> newest() {
    return List.copyOf(newest);
  }
}
