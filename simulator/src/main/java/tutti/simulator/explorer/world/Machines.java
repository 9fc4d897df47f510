package tutti.simulator.explorer.world;

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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/**
 * A table of machines as numbers: two machines that agree in all their fields have the same number.
 * A search can therefore take any step from any state, and keeping and comparing states costs
 * nothing. A machine's fields are values of the JDK, enums, records, or objects of such fields, and
 * no two refer to each other in a ring; a list named {@code effects} holds the effects of the last
 * event, and is no state. Confined to one thread.
 *
 * @param <M> the machines
 * @param <E> their events
 * @param <F> their effects
 */
public final class Machines<M, E, F> {

  /** The result of an event: the machine after it, and its effects. */
  public record Step<F>(int machine, List<F> effects) {}

  /** The events by which a state was reached for the first time, to reach it again. */
  private record Path<M, E>(Supplier<M> made, List<E> events) {}

  private record Move<E>(int machine, E event) {}

  /** The fields of each class of which machines are made. */
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return fields(type);
        }
      };

  private final BiFunction<M, E, List<F>> on;
  private final Function<M, Set<String>> unseen;
  private final List<Path<M, E>> paths = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Move<E>, Step<F>> steps = new HashMap<>();

  /**
   * @param on gives an event to a machine, and returns its effects
   */
  public Machines(BiFunction<M, E, List<F>> on) {
    this(on, _ -> Set.of());
  }

  /**
   * @param on gives an event to a machine, and returns its effects
   * @param unseen gives the fields of a machine in which another one may differ without anybody
   *     ever seeing it, now and from now on
   */
  public Machines(BiFunction<M, E, List<F>> on, Function<M, Set<String>> unseen) {
    this.on = on;
    this.unseen = unseen;
  }

  /** An empty table of machines of commit protocols. */
  public static Machines<CommitMachine, Event<Input>, Effect<Output>> ofCommit() {
    return new Machines<>(CommitMachine::on);
  }

  /** The number of a machine as it is made. */
  public int made(Supplier<M> maker) {
    return number(new Path<>(maker, List.of()), maker.get());
  }

  /** The result of that event at that machine. */
  public Step<F> on(int machine, E event) {
    Move<E> move = new Move<>(machine, event);
    Step<F> known = steps.get(move);
    if (known == null) {
      known = take(move);
      steps.put(move, known);
    }
    return known;
  }

  private Step<F> take(Move<E> move) {
    Path<M, E> path = paths.get(move.machine());
    M machine = walk(path);
    List<F> effects = List.copyOf(on.apply(machine, move.event()));
    List<E> events = new ArrayList<>(path.events());
    events.add(move.event());
    return new Step<>(number(new Path<>(path.made(), events), machine), effects);
  }

  private M walk(Path<M, E> path) {
    M machine = path.made().get();
    for (E event : path.events()) {
      List<F> _ = on.apply(machine, event);
    }
    return machine;
  }

  /** A copy of that machine, to look at. */
  public M copy(int machine) {
    return walk(paths.get(machine));
  }

  /** A viewer of steps: the machine before a step, the event, and its effects. */
  public interface Witness<M, E, F> {
    void saw(M before, E event, List<F> effects);
  }

  /** Shows every step that was taken. */
  public void forEachStep(Witness<M, E, F> witness) {
    steps.forEach((move, step) -> witness.saw(copy(move.machine()), move.event(), step.effects()));
  }

  private int number(Path<M, E> path, M machine) {
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
    } else if (of instanceof byte[] bytes) {
      text.append(Arrays.toString(bytes));
    } else if (of == null || of instanceof Enum<?> || isOfJdk(of)) {
      text.append(of);
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
