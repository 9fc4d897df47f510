package tutti.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/** What happened in a run, as a running hash, and the newest events as text. */
final class Trace {
  private static final int KEPT = 200;
  private final Deque<Event> newest = new ArrayDeque<>();

  /** Becomes text only if somebody wants to read it. */
  private record Event(long nanos, Object what) {
    @Override
    public String toString() {
      return "%12.6f s  %s".formatted(nanos / 1e9, what);
    }
  }

  /**
   * Something that happened to a message between nodes.
   *
   * @param what for the reader
   * @param kind of event, for the hash
   * @param content a hash of the message's bytes
   */
  record MessageEvent(String what, int kind, int from, int to, int length, int content) {
    long digest() {
      return ((kind * 31L + from) * 31L + to) * 1_000_003L + length * 31L + ((long) content << 32);
    }

    @Override
    public String toString() {
      return from
          + " → "
          + to
          + " "
          + what
          + " "
          + length
          + " bytes "
          + Integer.toHexString(content);
    }
  }

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
    keep(new Event(nanos, text));
  }

  /** Something happened to a message. */
  void message(long nanos, MessageEvent message) {
    hash = Seeds.mix(hash ^ nanos);
    hash = Seeds.mix(hash ^ message.digest());
    keep(new Event(nanos, message));
  }

  private void keep(Event event) {
    events++;
    if (newest.size() == KEPT) {
      newest.removeFirst();
    }
    newest.addLast(event);
  }

  long events() {
    return events;
  }

  String digest() {
    return HexFormat.of().toHexDigits(Seeds.mix(hash ^ events));
  }

  List<String> newest() {
    return newest.stream().map(Event::toString).toList();
  }
}
