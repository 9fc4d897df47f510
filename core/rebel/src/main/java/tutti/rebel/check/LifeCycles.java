package tutti.rebel.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.rebel.check.SpecificationShape.EventShape;
import tutti.rebel.check.SpecificationShape.TransitionShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Specification.StateFrom;
import tutti.rebel.syntax.Specification.StateTo;

/** Numbers the states of a specification, inherited ones first, and finds its transitions. */
record LifeCycles(Modules modules, Diagnostics diagnostics) {
  /** The greatest number of states: the engine keeps sets of states in the bits of one number. */
  static final int MAX_STATES = 64;

  void build(SpecificationShape shape) {
    List<StateFrom> lines = lines(shape);
    if (lines.isEmpty()) {
      withoutLifeCycle(shape);
      return;
    }
    Map<String, StateFrom> first = new LinkedHashMap<>();
    for (StateFrom line : lines) {
      if (line.initial()) {
        first.put(line.state().text(), line);
      }
    }
    checkInitial(shape, lines, new ArrayList<>(first.values()));
    for (StateFrom line : lines) {
      first.putIfAbsent(line.state().text(), line);
    }
    shape.stages.addAll(first.keySet());
    first.forEach((state, line) -> shape.places.put(state, line.state().span()));
    if (shape.stages.size() > MAX_STATES) {
      diagnostics.error(
          new ArrayList<>(first.values()).get(MAX_STATES).state().span(),
          "too-many-states",
          MAX_STATES);
      shape.stages.subList(MAX_STATES, shape.stages.size()).clear();
    }
    lines.forEach(line -> add(shape, line));
  }

  private static List<StateFrom> lines(SpecificationShape shape) {
    List<StateFrom> lines = new ArrayList<>();
    for (SpecificationShape at = shape; at != null; at = at.parent()) {
      lines.addAll(0, at.text().lifeCycle());
    }
    return lines;
  }

  /**
   * Gives an external specification without a life cycle its states, unknown and known; reports
   * other ones.
   */
  private void withoutLifeCycle(SpecificationShape shape) {
    if (shape.isExternal()) {
      shape.stages.addAll(List.of("unknown", "known"));
      shape.stages.forEach(state -> shape.places.put(state, shape.text().name().span()));
      for (String event : shape.events.keySet()) {
        shape.transitions.add(new TransitionShape(0, 1, event, shape.text().name().span()));
        shape.transitions.add(new TransitionShape(1, 1, event, shape.text().name().span()));
      }
    } else if (!shape.isAbstract()) {
      diagnostics.error(shape.text().name().span(), "missing-life-cycle", shape.name());
    }
  }

  private void checkInitial(
      SpecificationShape shape, List<StateFrom> lines, List<StateFrom> initial) {
    if (initial.isEmpty() && !shape.isAbstract()) {
      diagnostics.error(lines.getFirst().state().span(), "missing-initial", shape.name());
    }
    for (StateFrom extra : initial.subList(Math.min(1, initial.size()), initial.size())) {
      diagnostics.error(extra.state().span(), "several-initial", initial.getFirst().state().text());
    }
  }

  private void add(SpecificationShape shape, StateFrom line) {
    int from = shape.stages.indexOf(line.state().text());
    if (from < 0) {
      return;
    }
    if (line.last()) {
      shape.addFinal(from);
    }
    for (StateTo to : line.destinations()) {
      int stage = destination(shape, to.state());
      modules.resolved(to.state(), shape.places.get(to.state().text()));
      for (Name event : to.events()) {
        EventShape named = shape.events.get(event.text());
        modules.resolved(event, named == null ? null : named.declared());
        if (named == null && !shape.missing.contains(event.text())) {
          shape.makeUnclear();
          diagnostics.unknown(
              event,
              "unknown-event",
              "event of `" + shape.name() + "` called",
              shape.events.keySet(),
              "List it in `events`.");
        } else if (stage >= 0) {
          addTransition(shape, new TransitionShape(from, stage, event.text(), event.span()));
        }
      }
    }
  }

  private int destination(SpecificationShape shape, Name state) {
    int stage = shape.stages.indexOf(state.text());
    if (stage < 0 && shape.stages.size() < MAX_STATES) {
      shape.makeUnclear();
      diagnostics.unknown(
          state,
          "unknown-state",
          "state of `" + shape.name() + "` called",
          shape.stages,
          "Every state has a line of its own; one in which the life cycle ends is `final "
              + state.text()
              + "`.");
    } else if (stage == 0) {
      diagnostics.error(state.span(), "back-to-initial");
    }
    return stage;
  }

  private void addTransition(SpecificationShape shape, TransitionShape added) {
    for (TransitionShape known : shape.transitions) {
      if (known.from() == added.from() && known.event().equals(added.event())) {
        if (known.to() != added.to()) {
          diagnostics.error(
              added.span(),
              "ambiguous-transition",
              shape.stages.get(added.from()),
              added.event(),
              shape.stages.get(known.to()));
        }
        return;
      }
    }
    shape.transitions.add(added);
  }

  /**
   * Reports the mistakes in a complete life cycle: states that no event reaches or leaves, idle
   * events.
   */
  void check(SpecificationShape shape) {
    if (shape.stages.isEmpty() || shape.unclear()) {
      return;
    }
    Set<Integer> reached = new LinkedHashSet<>(List.of(0));
    int before;
    do {
      before = reached.size();
      for (TransitionShape transition : shape.transitions) {
        if (reached.contains(transition.from())) {
          reached.add(transition.to());
        }
      }
    } while (reached.size() > before);
    Map<String, StateFrom> declared = new LinkedHashMap<>();
    lines(shape).forEach(line -> declared.putIfAbsent(line.state().text(), line));
    for (StateFrom line : declared.values()) {
      int stage = shape.stages.indexOf(line.state().text());
      if (stage >= 0) {
        checkState(shape, line, stage, reached.contains(stage));
      }
    }
    for (SpecificationShape.EventShape event : shape.events.values()) {
      String name = event.ref().name().text();
      if (shape.transitions.stream().noneMatch(t -> t.event().equals(name))) {
        diagnostics.error(event.ref().name().span(), "unused-event", shape.name(), name);
      }
    }
  }

  private void checkState(SpecificationShape shape, StateFrom line, int stage, boolean reached) {
    String name = line.state().text();
    boolean isFinal = (shape.finals() >>> stage & 1) != 0;
    boolean leaves = shape.transitions.stream().anyMatch(t -> t.from() == stage);
    if (!reached) {
      diagnostics.error(line.state().span(), "unreachable-state", name);
    } else if (!leaves && !isFinal) {
      diagnostics.warning(line.state().span(), "dead-end", name);
    } else if (leaves && isFinal) {
      diagnostics.warning(line.state().span(), "final-continues", name);
    }
  }
}
