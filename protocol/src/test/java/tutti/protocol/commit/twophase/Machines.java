package tutti.protocol.commit.twophase;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Event;

/**
 * Machines as numbers: two that agree in all their fields have the same one. So a search can take
 * any step from any state, and keep and compare states for nothing.
 */
final class Machines {

  /** What an event does to a machine. */
  record Step(int machine, List<Effect> effects) {}

  /** How a state was reached for the first time, to reach it again. */
  private record Path(Supplier<CommitMachine> made, List<Event> events) {
    CommitMachine walk() {
      CommitMachine machine = made.get();
      events.forEach(machine::on);
      return machine;
    }
  }

  private record Move(int machine, Event event) {}

  private final List<Path> paths = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Move, Step> steps = new HashMap<>();

  /** A machine as it is made. */
  int made(Supplier<CommitMachine> maker) {
    return number(new Path(maker, List.of()), maker.get());
  }

  /** What that event does to that machine. */
  Step on(int machine, Event event) {
    return steps.computeIfAbsent(new Move(machine, event), this::take);
  }

  private Step take(Move move) {
    Path path = paths.get(move.machine());
    CommitMachine machine = path.walk();
    List<Effect> effects = machine.on(move.event());
    List<Event> events = new ArrayList<>(path.events());
    events.add(move.event());
    return new Step(number(new Path(path.made(), events), machine), effects);
  }

  /** A copy of that machine, to look at. */
  CommitMachine copy(int machine) {
    return paths.get(machine).walk();
  }

  /** Looks at a step: the machine before it, what happened, what it asked for. */
  interface Witness {
    void saw(CommitMachine before, Event event, List<Effect> effects);
  }

  /** Shows every step that was taken. */
  void forEachStep(Witness witness) {
    steps.forEach((move, step) -> witness.saw(copy(move.machine()), move.event(), step.effects()));
  }

  private int number(Path path, CommitMachine machine) {
    return numbers.computeIfAbsent(
        picture(machine),
        _ -> {
          paths.add(path);
          return paths.size() - 1;
        });
  }

  /** All fields, down to values of the JDK; the list of the last event's effects is no state. */
  static String picture(Object of) {
    if (of instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder();
      map.forEach((key, value) -> text.append(key).append('=').append(picture(value)).append(' '));
      return text.toString();
    }
    if (of == null || of instanceof Enum<?> || of instanceof Collection<?> || isOfJdk(of)) {
      return String.valueOf(of);
    }
    StringBuilder text = new StringBuilder(of.getClass().getSimpleName()).append('{');
    for (Field field : of.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("effects")) {
        field.setAccessible(true);
        try {
          text.append(field.getName()).append(':').append(picture(field.get(of))).append(' ');
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
    }
    return text.append('}').toString();
  }

  private static boolean isOfJdk(Object value) {
    return value.getClass().getName().startsWith("java.");
  }
}
