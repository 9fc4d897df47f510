package tutti.simulator.exhaustive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A walk through the tree of schedules, depth first. Used by one thread. */
public final class Explorer {
  private final Supplier<ScopedWorld> start;
  private final long limit;
  private final boolean reduces;
  private final ExplorerWitness witness;
  private final List<Branching> path = new ArrayList<>();
  private final Set<Long> states = new HashSet<>();
  private final Set<String> outcomes = new HashSet<>();
  private long schedules;
  private long cut;
  private long transitions;

  /**
   * @param start gives the world in its first state, always the same
   * @param limit the largest number of schedules
   * @param reduces whether orders of independent choices count as one; all are made otherwise
   */
  public Explorer(
      Supplier<ScopedWorld> start, long limit, boolean reduces, ExplorerWitness witness) {
    this.start = start;
    this.limit = limit;
    this.reduces = reduces;
    this.witness = witness;
  }

  /**
   * Makes one schedule after another, until one is wrong, there are no more, or the limit is
   * reached.
   */
  public Exploration explore() {
    do {
      if (schedules + cut >= limit) {
        return result(false, List.of());
      }
      List<String> findings = once();
      witness.progress(schedules);
      if (!findings.isEmpty()) {
        return result(false, findings);
      }
    } while (back());
    return result(true, List.of());
  }

  private Exploration result(boolean complete, List<String> findings) {
    List<String> schedule =
        findings.isEmpty() ? List.of() : path.stream().map(each -> each.now()).toList();
    return new Exploration(
        schedules, cut, transitions, states.size(), outcomes.size(), complete, findings, schedule);
  }

  /** Repeats the path so far, and continues from there with the first choice. */
  private List<String> once() {
    ScopedWorld world = start.get();
    SchedulePast past = new SchedulePast();
    for (Branching each : path) {
      // Time may pass before the first choice.
      world.enabled();
      take(world, each, past);
    }
    if (path.isEmpty()) {
      reached(world, past);
    }
    List<String> enabled;
    while (!(enabled = world.enabled()).isEmpty()) {
      Branching here =
          new Branching(world, enabled, path.isEmpty() ? List.of() : path.getLast().asleep());
      if (!here.next()) {
        cut++;
        return List.of();
      }
      path.add(here);
      take(world, here, past);
    }
    schedules++;
    List<String> findings = world.check();
    if (findings.isEmpty()) {
      outcomes.add(world.outcome());
      witness.ended(past.number(), world);
    }
    return findings;
  }

  private void take(ScopedWorld world, Branching at, SchedulePast past) {
    Taken taken = world.take(at.now());
    past.happened(at.now(), taken.footprint());
    if (at.isNew()) {
      at.taken(taken, reduces);
      transitions++;
      reached(world, past);
    }
  }

  private void reached(ScopedWorld world, SchedulePast past) {
    states.add(past.number());
    witness.reached(past.number(), world);
  }

  /** Goes back to the last state in which another choice can happen. */
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
