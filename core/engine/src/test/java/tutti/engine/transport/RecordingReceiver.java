package tutti.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.model.testing.Await;

/** Writes down what it is told, and lets tests wait for it. */
public final class RecordingReceiver implements Receiver {
  private static final long PATIENCE_NANOS = Await.LIMIT.toNanos();

  private final List<String> events = new ArrayList<>();
  private final List<byte[]> messages = new ArrayList<>();
  private final Map<Integer, Integer> callsNow = new ConcurrentHashMap<>();
  private boolean overlapped;
  private BiFunction<Integer, byte[], @Nullable String> judge = (node, greeting) -> null;
  private Reaction reaction = (node, message) -> {};

  /** The test's handling of a message. */
  @FunctionalInterface
  public interface Reaction {
    void to(int node, byte[] message);
  }

  public RecordingReceiver judging(BiFunction<Integer, byte[], @Nullable String> how) {
    judge = how;
    return this;
  }

  public RecordingReceiver reacting(Reaction how) {
    reaction = how;
    return this;
  }

  @Override
  public @Nullable String greeted(int node, byte[] greeting) {
    return alone(
        node,
        () -> {
          note("greeted " + node + " " + new String(greeting, StandardCharsets.UTF_8));
          return judge.apply(node, greeting);
        });
  }

  @Override
  public void refused(int node, String why) {
    alone(node, () -> note("refused " + node + " " + why));
  }

  @Override
  public void connected(int node) {
    alone(node, () -> note("connected " + node));
  }

  @Override
  public void disconnected(int node, String why) {
    alone(node, () -> note("disconnected " + node + " " + why));
  }

  @Override
  public void received(int node, byte[] bytes, int offset, int length) {
    byte[] message = Arrays.copyOfRange(bytes, offset, offset + length);
    alone(
        // Long messages come on a thread of their own, one at a time, too.
        Lane.of(length) == Lane.BULK ? -1 - node : node,
        () -> {
          synchronized (this) {
            messages.add(message);
            notifyAll();
          }
          reaction.to(node, message);
          return null;
        });
  }

  private synchronized @Nullable String note(String event) {
    events.add(event);
    notifyAll();
    return null;
  }

  private <T> T alone(int node, java.util.function.Supplier<T> call) {
    if (callsNow.merge(node, 1, Integer::sum) != 1) {
      overlapped = true;
    }
    try {
      return call.get();
    } finally {
      callsNow.merge(node, -1, Integer::sum);
    }
  }

  /** Whether two calls about one peer ever overlapped. */
  public boolean overlapped() {
    return overlapped;
  }

  public synchronized List<String> events() {
    return List.copyOf(events);
  }

  public synchronized List<byte[]> messages() {
    return List.copyOf(messages);
  }

  public synchronized List<String> texts() {
    return messages.stream().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).toList();
  }

  /** How many events begin with this. */
  public synchronized long count(String beginning) {
    return events.stream().filter(event -> event.startsWith(beginning)).count();
  }

  public void awaitEvent(String beginning) {
    awaitEvents(beginning, 1);
  }

  public void awaitEvents(String beginning, int atLeast) {
    await(atLeast + " times: " + beginning, () -> count(beginning) >= atLeast);
  }

  public void awaitMessages(int atLeast) {
    await(atLeast + " messages", () -> messages.size() >= atLeast);
  }

  public void awaitText(String text) {
    await("message " + text, () -> texts().contains(text));
  }

  private synchronized void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      long left = end - System.nanoTime();
      assertThat(left)
          .as("waited in vain for %s; %d messages, events %s", what, messages.size(), events)
          .isPositive();
      try {
        wait(Math.max(1, left / 1_000_000));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
