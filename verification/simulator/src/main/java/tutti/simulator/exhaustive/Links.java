package tutti.simulator.exhaustive;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import tutti.simulator.network.Courier;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The messages under way in a world that is explored. Each way between two nodes keeps its order; a
 * message that arrives a second time does so at any moment, on a way of its own.
 */
final class Links implements Courier {
  private final SimulatedScheduler world;
  private final IntPredicate up;
  private final Map<String, Link> links = new TreeMap<>();
  private boolean held;

  /**
   * A link between two nodes.
   *
   * @param copy whether its messages have arrived before
   */
  record Link(String name, int from, int to, boolean copy, Deque<Message> messages) {
    /** Returns the message that would arrive next, in words. */
    String first() {
      return name + " #" + messages.getFirst().number();
    }

    /** Returns the name of the way as a part of the world. */
    String part() {
      return "way " + name;
    }
  }

  private record Message(int number, byte[] bytes, Runnable arrival) {}

  private final Map<String, Integer> sent = new TreeMap<>();

  /**
   * @param up whether a message can be sent to a node
   */
  Links(SimulatedScheduler world, IntPredicate up) {
    this.world = world;
    this.up = up;
  }

  /** Holds messages until they are delivered one by one, or delivers them immediately. */
  void hold(boolean on) {
    held = on;
  }

  @Override
  public void carry(int from, int to, byte[] bytes, Runnable arrival) {
    if (!held) {
      world.later(1, arrival);
      return;
    }
    String name = name(from, to);
    // The message is counted in any case: whether its receiver crashes before or after makes no
    // difference.
    int number = sent.merge(name, 1, Integer::sum);
    if (up.test(to)) {
      link(name, from, to, false).messages().addLast(new Message(number, bytes, arrival));
    }
  }

  private static String name(int from, int to) {
    return from + "→" + to;
  }

  /** Returns the name of a way between two nodes as a part of the world. */
  static String part(int from, int to) {
    return "way " + name(from, to);
  }

  private Link link(String name, int from, int to, boolean copy) {
    return links.computeIfAbsent(name, some -> new Link(name, from, to, copy, new ArrayDeque<>()));
  }

  /** Returns all links on which a message is under way. */
  Collection<Link> busy() {
    return links.values().stream().filter(link -> !link.messages().isEmpty()).toList();
  }

  /** Returns whether a message is under way to a node from every other one of some nodes. */
  boolean allBusyTo(int to, int nodes, IntPredicate some) {
    for (int from = 0; from < nodes; from++) {
      Link link = links.get(name(from, to));
      if (from != to && some.test(from) && (link == null || link.messages().isEmpty())) {
        return false;
      }
    }
    return true;
  }

  /** Delivers the first message of a way. */
  void deliver(Link link) {
    link.messages().removeFirst().arrival().run();
  }

  /** Delivers the first message of a way, and keeps a copy that arrives once more. */
  void deliverTwice(Link link) {
    Message message = link.messages().getFirst();
    link(link.first() + " again", link.from(), link.to(), true).messages().addLast(message);
    deliver(link);
  }

  void lose(Link link) {
    link.messages().removeFirst();
  }

  /**
   * Drops the messages that are under way to a node: the incarnation to which they were sent has
   * ended.
   */
  void forget(int to) {
    links.values().stream().filter(link -> link.to() == to).forEach(it -> it.messages().clear());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Link link : busy()) {
      text.append(link.name()).append(':');
      link.messages()
          .forEach(
              it ->
                  text.append(' ')
                      .append(it.number())
                      .append('=')
                      .append(Arrays.hashCode(it.bytes())));
      text.append("; ");
    }
    return text.toString();
  }
}
