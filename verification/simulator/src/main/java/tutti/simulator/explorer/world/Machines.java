package tutti.simulator.explorer.world;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;

/**
 * A table of machines as numbers: two machines that agree in all their fields have the same number.
 * A search can therefore take any step from any state, and keeping and comparing states costs
 * nothing. A machine's fields are values of the JDK, enums, records, or objects of such fields, and
 * no two refer to each other in a ring; a list named {@code effects} holds the effects of the last
 * event, and is no state. Confined to one thread.
 *
 * <p>For example, two replicas that have promised the same ballot, one of them after it had refused
 * a lower one, are the same machine, and the effect of a message on it is computed once.
 *
 * @param <M> the machines
 * @param <I> the inputs of a machine from its node
 * @param <O> the machine's decisions
 */
public final class Machines<M extends Machine<I, O>, I, O> {

  /** The result of an event: the machine after it, and its effects. */
  public record Step<O>(int machine, List<Effect<O>> effects) {}

  /** The events by which a state was reached for the first time, to reach it again. */
  private record Path<M, I>(Supplier<M> made, List<Event<I>> events) {}

  private record Move<I>(int machine, Event<I> event) {}

  /** The fields of each class of which machines are made. */
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return fields(type);
        }
      };

  private final Function<M, Set<String>> unseen;
  private final List<Path<M, I>> paths = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Move<I>, Step<O>> steps = new HashMap<>();
  private final Map<Integer, Integer> doomed = new HashMap<>();
  private final Map<String, Integer> doomedNumbers = new HashMap<>();

  public Machines() {
    this(_ -> Set.of());
  }

  /**
   * @param unseen gives the fields of a machine in which another one may differ without anybody
   *     ever seeing it, now and from now on
   */
  public Machines(Function<M, Set<String>> unseen) {
    this.unseen = unseen;
  }

  /** The number of a machine as it is made. */
  public int made(Supplier<M> maker) {
    return number(new Path<>(maker, List.of()), maker.get());
  }

  /** The result of that event at that machine. */
  public Step<O> on(int machine, Event<I> event) {
    Move<I> move = new Move<>(machine, event);
    Step<O> known = steps.get(move);
    if (known == null) {
      known = take(move);
      steps.put(move, known);
    }
    return known;
  }

  private Step<O> take(Move<I> move) {
    Path<M, I> path = paths.get(move.machine());
    M machine = walk(path);
    List<Effect<O>> effects = List.copyOf(machine.on(move.event()));
    List<Event<I>> events = new ArrayList<>(path.events());
    events.add(move.event());
    return new Step<>(number(new Path<>(path.made(), events), machine), effects);
  }

  private M walk(Path<M, I> path) {
    M machine = path.made().get();
    for (Event<I> event : path.events()) {
      List<Effect<O>> _ = machine.on(event);
    }
    return machine;
  }

  /** A copy of that machine, to look at. */
  public M copy(int machine) {
    return walk(paths.get(machine));
  }

  /**
   * One machine for all that are given here and differ in nothing but these fields: they hold what
   * waits for a flush that never comes.
   */
  public int doomed(int machine, Set<String> waiting) {
    return doomed.computeIfAbsent(
        machine,
        number -> doomedNumbers.computeIfAbsent(picture(copy(number), waiting), _ -> number));
  }

  /** A viewer of steps: the machine before a step, the event, and its effects. */
  public interface Witness<M, I, O> {
    void saw(M before, Event<I> event, List<Effect<O>> effects);
  }

  /** Shows every step that was taken. */
  public void forEachStep(Witness<M, I, O> witness) {
    steps.forEach((move, step) -> witness.saw(copy(move.machine()), move.event(), step.effects()));
  }

  private int number(Path<M, I> path, M machine) {
    String picture = picture(machine, unseen.apply(machine));
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
    return picture(of, Set.of());
  }

  /** The text of all fields but those of these names. */
  public static String picture(@Nullable Object of, Set<String> unseen) {
    StringBuilder text = new StringBuilder();
    draw(of, unseen, text);
    return text.toString();
  }

  private static void draw(@Nullable Object of, Set<String> unseen, StringBuilder text) {
    if (of instanceof Map<?, ?> map) {
      draw(
          map.entrySet().stream()
              .map(each -> picture(each.getKey(), unseen) + "=" + picture(each.getValue(), unseen)),
          map instanceof SequencedMap,
          text);
    } else if (of instanceof Collection<?> many) {
      boolean ordered = of instanceof SequencedCollection || of instanceof Queue;
      draw(many.stream().map(each -> picture(each, unseen)), ordered, text);
    } else if (of instanceof Object[] many) {
      draw(Arrays.asList(many), unseen, text);
    } else if (of == null || of instanceof Enum<?> || isOfJdk(of)) {
      text.append(of);
    } else if (of.getClass().isArray()) {
      for (int at = 0; at < Array.getLength(of); at++) {
        text.append(Array.get(of, at)).append(' ');
      }
      text.append(';');
    } else {
      drawFields(of, unseen, text);
    }
  }

  /** Draws the parts, sorted if they have no order. */
  private static void draw(Stream<String> parts, boolean ordered, StringBuilder text) {
    (ordered ? parts : parts.sorted()).forEach(part -> text.append(part).append(' '));
    text.append(';');
  }

  private static void drawFields(Object of, Set<String> unseen, StringBuilder text) {
    text.append(of.getClass().getSimpleName()).append('{');
    for (Field field : FIELDS.get(of.getClass())) {
      if (unseen.contains(field.getName())) {
        continue;
      }
      try {
        text.append(field.getName()).append(':');
        draw(field.get(of), unseen, text);
        text.append(' ');
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
    text.append('}');
  }

  private static List<Field> fields(Class<?> of) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type = of; !isOfJdk(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("effects")) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields;
  }

  private static boolean isOfJdk(Object value) {
    return isOfJdk(value.getClass());
  }

  private static boolean isOfJdk(Class<?> type) {
    return type.getName().startsWith("java.");
  }
}
