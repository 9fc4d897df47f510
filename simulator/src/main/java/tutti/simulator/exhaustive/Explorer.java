package tutti.simulator.exhaustive;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Walks through the tree of schedules, depth first. Used by one thread. */
public final class Explorer {
  private final Supplier<World> start;
  private final long limit;
  private final LongConsumer progress;
  private final List<Node> path = new ArrayList<>();
  private long schedules;
  private long cut;
  private long choices;

  /** A state on the path: what can happen in it, and what of it has been explored. */
  private static final class Node {
    final List<Choice> left;

    /** What happens only where all that follows has been explored: Godefroid's sleep set. */
    final List<Choice> asleep;

    @Nullable Choice now;
    boolean fresh = true;

    Node(List<Choice> left, List<Choice> asleep) {
      this.left = left;
      this.asleep = asleep;
    }

    /** Goes on to the next choice; false if there is none. */
    boolean next() {
      if (now != null) {
        asleep.add(now);
      }
      left.removeAll(asleep);
      now = left.isEmpty() ? null : left.removeFirst();
      fresh = true;
      return now != null;
    }

    /** What of it stays asleep once {@link #now} has happened. */
    List<Choice> sleepAfter() {
      Choice taken = now;
      List<Choice> after = new ArrayList<>();
      for (Choice each : asleep) {
        if (taken != null && each.independentOf(taken)) {
          after.add(each);
        }
      }
      return after;
    }
  }

  /**
   * @param start gives the world in its first state, always the same
   * @param limit so many schedules are made at most
   * @param progress is told of the number of schedules after each
   */
  public Explorer(Supplier<World> start, long limit, LongConsumer progress) {
    this.start = start;
    this.limit = limit;
    this.progress = progress;
  }

  /**
   * Makes one schedule after another, until one is wrong, there are no more, or it is the limit.
   */
  public Exploration explore() {
    do {
      if (schedules + cut >= limit) {
        return result(false, List.of());
      }
      List<String> findings = once();
      progress.accept(schedules);
      if (!findings.isEmpty()) {
        return result(false, findings);
      }
    } while (back());
    return result(true, List.of());
  }

  private Exploration result(boolean complete, List<String> findings) {
    List<String> schedule =
        findings.isEmpty()
            ? List.of()
            : path.stream().map(node -> String.valueOf(node.now)).toList();
    return new Exploration(schedules, cut, choices, complete, findings, schedule);
  }

  /** Makes the path so far, and goes on from there with what comes first. */
  private List<String> once() {
    World world = start.get();
    for (Node node : path) {
      // Time may pass before there is something to choose.
      world.enabled();
      take(world, node);
    }
    List<Choice> enabled;
    while (!(enabled = world.enabled()).isEmpty()) {
      List<Choice> asleep = path.isEmpty() ? new ArrayList<>() : path.getLast().sleepAfter();
      Node node = new Node(new ArrayList<>(enabled), asleep);
      if (!node.next()) {
        cut++;
        return List.of();
      }
      path.add(node);
      take(world, node);
    }
    schedules++;
    return world.check();
  }

  private void take(World world, Node node) {
    Choice now = node.now;
    if (now == null) {
      throw new IllegalStateException("nothing was chosen");
    }
    List<Choice> variants = world.take(now);
    if (node.fresh) {
      node.fresh = false;
      choices++;
      node.left.addAll(variants);
    }
  }

  /** Goes back to the last state in which something else can happen. */
  private boolean back() {
    while (!path.isEmpty()) {
      if (path.getLast().next()) {
        return true;
      }
      path.removeLast();
    }
    return false;
  }
}
