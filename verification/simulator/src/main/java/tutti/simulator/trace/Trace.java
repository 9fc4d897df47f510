package tutti.simulator.trace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/**
 * The events of a run: a running hash of all of them, and the newest for a reader. Details that are
 * only for the reader never reach the hash. Not thread-safe: the simulator has one thread.
 */
public final class Trace {
  private static final long NEVER = Long.MAX_VALUE;

  private final int kept;
  private final Deque<TraceStep> steps = new ArrayDeque<>();
  private long forgotten;
  private long hash = 0x7475747469L;
  private long events;
  private long messages;
  private long breakAt = NEVER;
  private Runnable onBreak = () -> {};

  /**
   * @param kept the number of the newest events that are kept for a reader; 0 for none, which is
   *     cheaper
   */
  public Trace(int kept) {
    this.kept = kept;
  }

  /** Returns whether a reader wants events: if not, callers need not make them. */
  public boolean recording() {
    return kept > 0;
  }

  /** Calls {@code wait} once, before that event, or before the first one after it. */
  public void breakAt(long number, Runnable wait) {
    breakAt = number;
    onBreak = wait;
  }

  private void count() {
    if (events + 1 >= breakAt) {
      breakAt = NEVER;
      Breakpoint.here(events + 1, onBreak);
    }
    events++;
  }

  /** Notes one slice of work of the lane of that number. */
  public void slice(int lane, char kind, long nanos) {
    count();
    hash = mix(hash ^ lane * 31L + kind);
    hash = mix(hash ^ nanos);
  }

  /** Notes an event in words. */
  public void event(long nanos, String text) {
    hash(nanos, text);
    if (recording()) {
      record(nanos, new TraceEvent.Note(text));
    }
  }

  /** Notes an event that is hashed in words and kept in a form that can be drawn. */
  public void event(long nanos, String text, TraceEvent event) {
    hash(nanos, text);
    record(nanos, event);
  }

  private void hash(long nanos, String text) {
    count();
    long hashed = hash ^ nanos;
    for (int i = 0; i < text.length(); i++) {
      hashed = mix(hashed ^ text.charAt(i));
    }
    hash = mix(hashed);
  }

  /**
   * Adds the content of an answer or of a state, which is no event of its own: only the hash has
   * it.
   */
  public void content(String text) {
    hash = mix(hash ^ text.hashCode() * 1_000_003L + text.length());
  }

  /** The fate of a message between nodes. */
  public enum Fate {
    SENT,
    LOST,
    CUT_OFF,
    ARRIVED,
    ARRIVED_LATE,
    /** The message that arrives in its place has other bytes. */
    DAMAGED
  }

  /** Returns the number of a new message. */
  public long newMessage() {
    return ++messages;
  }

  /** Notes an event of a message. */
  public void message(long nanos, Fate fate, long number, int from, int to, byte[] bytes) {
    count();
    long place = ((fate.ordinal() + 1) * 31L + from) * 31L + to;
    long content = bytes.length * 31L + ((long) Arrays.hashCode(bytes) << 32);
    hash = mix(hash ^ nanos);
    hash = mix(hash ^ place * 1_000_003L + content);
    if (recording()) {
      record(
          nanos,
          switch (fate) {
            case SENT -> new TraceEvent.Sent(number, from, to, bytes);
            case LOST -> new TraceEvent.Lost(number, from, to, bytes, "lost");
            case CUT_OFF -> new TraceEvent.Lost(number, from, to, bytes, "cut off");
            case ARRIVED -> new TraceEvent.Arrived(number, from, to, bytes, false);
            case ARRIVED_LATE -> new TraceEvent.Arrived(number, from, to, bytes, true);
            case DAMAGED -> new TraceEvent.Lost(number, from, to, bytes, "damaged");
          });
    }
  }

  /** Records an event that is only for a reader. */
  public void record(long nanos, TraceEvent event) {
    if (recording()) {
      if (steps.size() == kept) {
        steps.removeFirst();
        forgotten++;
      }
      steps.addLast(new TraceStep(events, nanos, event));
    }
  }

  /** Returns the number of slices and events that were hashed. */
  public long events() {
    return events;
  }

  /** Returns the hash so far. */
  public String digest() {
    return HexFormat.of().toHexDigits(mix(hash ^ events));
  }

  /** Returns the newest events. */
  public List<TraceStep> steps() {
    return List.copyOf(steps);
  }

  /** Returns the number of older events that were for the reader and are not kept any more. */
  public long forgotten() {
    return forgotten;
  }

  /** The finalizer of MurmurHash3 (Appleby): every bit of the input changes half of the output. */
  private static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
