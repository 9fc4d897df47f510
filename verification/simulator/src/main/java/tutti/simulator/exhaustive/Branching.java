package tutti.simulator.exhaustive;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A state on the path: its possible choices, and those of them that have been explored. */
final class Branching {
  private final List<String> left;

  /** The choices that need not happen here, as everything that would follow has been explored. */
  private final List<Asleep> asleep = new ArrayList<>();

  private @Nullable String now;
  private @Nullable Taken taken;
  private boolean sleeps;

  /** A member of a sleep set. */
  record Asleep(String choice, Taken taken) {}

  /**
   * @param world a world in this state
   * @param enabled the choices that can happen
   * @param asleep those of them that need not happen
   */
  Branching(ScopedWorld world, List<String> enabled, List<Asleep> asleep) {
    left = new ArrayList<>(enabled);
    this.asleep.addAll(asleep);
    for (Asleep each : asleep) {
      // The asleep choice would have shown these variants, had it happened here.
      if (enabled.contains(each.choice)) {
        each.taken.variants().stream().filter(world::allows).forEach(left::add);
      }
    }
  }

  /** Goes on to the next choice; false if there is none. */
  boolean next() {
    String before = now;
    Taken known = taken;
    if (before != null && known != null && sleeps) {
      asleep.add(new Asleep(before, known));
    }
    asleep.forEach(each -> left.remove(each.choice));
    now = left.isEmpty() ? null : left.removeFirst();
    taken = null;
    return now != null;
  }

  String now() {
    String chosen = now;
    if (chosen == null) {
      throw new IllegalStateException("nothing was chosen");
    }
    return chosen;
  }

  /** Returns whether {@link #now} has not happened yet. */
  boolean isNew() {
    return taken == null;
  }

  /** Notes that the choice has happened for the first time. */
  void taken(Taken known, boolean reduces) {
    taken = known;
    sleeps = reduces;
    left.addAll(known.variants());
  }

  /**
   * Returns the choices that stay asleep once {@link #now} has happened: those that are independent
   * of it.
   */
  List<Asleep> asleep() {
    Taken known = taken;
    if (known == null) {
      throw new IllegalStateException(now + " has not happened yet");
    }
    return asleep.stream()
        .filter(each -> each.taken.footprint().independentOf(known.footprint()))
        .toList();
  }
}
