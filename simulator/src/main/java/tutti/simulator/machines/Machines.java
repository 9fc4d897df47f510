package tutti.simulator.machines;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Event;

/**
 * A table of machines as numbers: two machines that agree in all their fields have the same number.
 * A search can therefore take any step from any state, and keeping and comparing states costs
 * nothing. A machine's fields are values of the JDK, enums, records, or objects of such fields, and
 * no two refer to each other in a ring; a list named {@code effects} holds the effects of the last
 * event, and is no state. Confined to one thread.
 */
public final class Machines {

  /** The result of an event: the machine after it, and its effects. */
  public record Step(int machine, List<Effect> effects) {}

  /** The events by which a state was reached for the first time, to reach it again. */
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

  /** The number of a machine as it is made. */
  public int made(Supplier<CommitMachine> maker) {
    return number(new Path(maker, List.of()), maker.get());
  }

  /** The result of that event at that machine. */
  public Step on(int machine, Event event) {
    Move move = new Move(machine, event);
    Step known = steps.get(move);
    if (known == null) {
      known = take(move);
      steps.put(move, known);
    }
    return known;
  }

  private Step take(Move move) {
    Path path = paths.get(move.machine());
    CommitMachine machine = path.walk();
    List<Effect> effects = List.copyOf(machine.on(move.event()));
    List<Event> events = new ArrayList<>(path.events());
    events.add(move.event());
    return new Step(number(new Path(path.made(), events), machine), effects);
  }

  /** A copy of that machine, to look at. */
  public CommitMachine copy(int machine) {
    return paths.get(machine).walk();
  }

  /** A viewer of steps: the machine before a step, the event, and its effects. */
  public interface Witness {
    void saw(CommitMachine before, Event event, List<Effect> effects);
  }

  /** Shows every step that was taken. */
  public void forEachStep(Witness witness) {
    steps.forEach((move, step) -> witness.saw(copy(move.machine()), move.event(), step.effects()));
  }

  private int number(Path path, CommitMachine machine) {
    String picture = picture(machine);
    Integer known = numbers.get(picture);
    if (known == null) {
      known = paths.size();
      paths.add(path);
      numbers.put(picture, known);
    }
    return known;
  }

  /** The text of all fields of an object, down to values of the JDK. */
  public static String picture(@Nullable Object of) {
    StringBuilder text = new StringBuilder();
    draw(of, text);
    return text.toString();
  }

  private static void draw(@Nullable Object of, StringBuilder text) {
    if (of instanceof Map<?, ?> map) {
      draw(
          map.entrySet().stream()
              .map(each -> picture(each.getKey()) + "=" + picture(each.getValue())),
          map instanceof SequencedMap,
          text);
    } else if (of instanceof Collection<?> many) {
      boolean ordered = of instanceof SequencedCollection || of instanceof Queue;
      draw(many.stream().map(Machines::picture), ordered, text);
    } else if (of == null || of instanceof Enum<?> || isOfJdk(of)) {
      text.append(of);
    } else {
      drawFields(of, text);
    }
  }

  /** Draws the parts, sorted if they have no order. */
  private static void draw(Stream<String> parts, boolean ordered, StringBuilder text) {
    (ordered ? parts : parts.sorted()).forEach(part -> text.append(part).append(' '));
    text.append(';');
  }

  private static void drawFields(Object of, StringBuilder text) {
    text.append(of.getClass().getSimpleName()).append('{');
    for (Class<?> type = of.getClass(); !isOfJdk(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("effects")) {
          field.setAccessible(true);
          try {
            text.append(field.getName()).append(':');
            draw(field.get(of), text);
            text.append(' ');
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        }
      }
    }
    text.append('}');
  }

  private static boolean isOfJdk(Object value) {
    return isOfJdk(value.getClass());
  }

  private static boolean isOfJdk(Class<?> type) {
    return type.getName().startsWith("java.");
  }
}
