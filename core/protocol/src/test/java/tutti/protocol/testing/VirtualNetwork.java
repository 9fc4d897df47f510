package tutti.protocol.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * A network in virtual time, whose messages are late, lost and doubled as a seed draws; and the
 * story of what happened in it.
 */
public class VirtualNetwork {
  /** The virtual time of one unit, in nanoseconds. */
  public static final long MILLI = 1_000_000;

  private static final int LINES = 400;

  public final Random random;

  /** The probability of each fault of a message, while there are faults. */
  public double loss;

  private double doubled;
  private double late;
  private final PriorityQueue<Step> steps = new PriorityQueue<>();
  private final List<Object> story = new ArrayList<>();
  private long now;
  private long order;

  private record Step(long at, long order, Runnable action) implements Comparable<Step> {
    @Override
    public int compareTo(Step other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  protected VirtualNetwork(long seed) {
    this.random = new Random(seed);
  }

  public final long now() {
    return now;
  }

  public final void after(long nanos, Runnable action) {
    steps.add(new Step(now + nanos, order++, action));
  }

  /** Lets so much time pass. */
  public final void run(long nanos) {
    long until = now + nanos;
    while (!steps.isEmpty() && steps.peek().at() <= until) {
      Step step = steps.remove();
      now = step.at();
      step.action().run();
    }
    now = until;
  }

  /** Begins faults of messages, each of some probability. */
  public final void disturb() {
    loss = random.nextInt(3) * 0.05;
    doubled = random.nextInt(3) * 0.1;
    late = random.nextInt(3) * 0.05;
  }

  /** Ends all faults of messages. */
  public void heal() {
    loss = 0;
    doubled = 0;
    late = 0;
  }

  /** Draws how long a message takes, in nanoseconds. */
  protected final long delay() {
    long delay = MILLI / 2 + random.nextLong(MILLI);
    return random.nextDouble() < late ? delay + random.nextLong(200 * MILLI) : delay;
  }

  /** Sends a message: it arrives once, twice or never. */
  protected final void send(Runnable arrival) {
    if (random.nextDouble() < loss) {
      return;
    }
    int copies = random.nextDouble() < doubled ? 2 : 1;
    for (int each = 0; each < copies; each++) {
      after(delay(), arrival);
    }
  }

  /** Adds a line to the story, which is put into words only for a walk that fails. */
  protected final void tell(Object line) {
    story.add(line);
  }

  /** Adds what a machine has done in an event to the story. */
  protected final void tell(String who, Object event, Object effects) {
    tell(new Line(now, who, event, effects));
  }

  private record Line(long at, String who, Object event, Object effects) {
    @Override
    public String toString() {
      return "%.3f ms: %s %s -> %s".formatted(at / (double) MILLI, who, event, effects);
    }
  }

  /**
   * Sets a timer of a machine.
   *
   * @param running the machine's timers, and when each rings
   * @param lives whether the machine is there to hear it
   */
  protected final <T> void setTimer(
      Map<T, Long> running, T timer, long nanos, BooleanSupplier lives, Runnable rings) {
    long at = now + nanos;
    running.put(timer, at);
    after(
        nanos,
        () -> {
          if (lives.getAsBoolean() && running.getOrDefault(timer, -1L) == at) {
            running.remove(timer);
            rings.run();
          }
        });
  }

  /** Fails the walk if a rule is broken. */
  public static void require(boolean holds, String what, Object... with) {
    if (!holds) {
      throw new AssertionError(what.formatted(with));
    }
  }

  /** Returns the end of the story, a line for each event. */
  public final String story() {
    return story.subList(Math.max(0, story.size() - LINES), story.size()).stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }
}
