package tutti.rebel.code;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.Integers;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Type;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/** The code of sets, maps, ranges, comprehensions and quantifiers. */
final class SetCode {
  /** The greatest number of elements of a range where each is needed. */
  private static final int LARGEST = 100_000;

  private SetCode() {}

  static Code set(Code[] elements) {
    Code code =
        frame ->
            SetValue.of(Arrays.stream(elements).map(e -> frame.through(e.eval(frame))).toList());
    return ExpressionCompiler.fold(code, elements);
  }

  /** The code of a map literal; the last of several entries with one key holds. */
  static Code map(Code[] keys, Code[] values) {
    Code code =
        frame -> {
          TreeMap<Object, Object> entries = new TreeMap<>(Values::compare);
          for (int i = 0; i < keys.length; i++) {
            entries.put(frame.through(keys[i].eval(frame)), values[i].eval(frame));
          }
          return MapValue.of(entries);
        };
    Code[] all = Arrays.copyOf(keys, keys.length + values.length);
    System.arraycopy(values, 0, all, keys.length, values.length);
    return ExpressionCompiler.fold(code, all);
  }

  /** The code of membership in a range, which may be infinite. */
  static Code between(Type type, Code element, Code lower, Code upper) {
    Operators.Ordering order = Operators.ordering(type);
    return (Code.Test)
        frame -> {
          Object value = frame.through(element.eval(frame));
          Object low = lower.eval(frame);
          Object high = upper.eval(frame);
          return order.compare(low, value) <= 0 && order.compare(value, high) <= 0;
        };
  }

  static Code range(Type type, Code lower, Code upper) {
    Code code =
        type == Type.Simple.DATE
            ? frame ->
                counted(frame, dates((LocalDate) lower.eval(frame), (LocalDate) upper.eval(frame)))
            : frame -> counted(frame, integers(lower.eval(frame), upper.eval(frame)));
    return ExpressionCompiler.fold(code, lower, upper);
  }

  private static SetValue counted(Frame frame, SetValue made) {
    frame.steps(made.size());
    return made;
  }

  private static SetValue dates(LocalDate lower, LocalDate upper) {
    if (upper.toEpochDay() - lower.toEpochDay() >= LARGEST) {
      throw tooLarge(lower, upper);
    }
    return SetValue.of(
        lower.isAfter(upper) ? List.of() : lower.datesUntil(upper.plusDays(1)).toList());
  }

  private static SetValue integers(Object lower, Object upper) {
    if (Integers.compare(lower, upper) > 0) {
      return SetValue.EMPTY;
    }
    if (lower instanceof Infinity || areFarApart(lower, upper)) {
      throw tooLarge(lower, upper);
    }
    List<Object> elements = new ArrayList<>();
    Object next = lower;
    elements.add(next);
    while (Integers.compare(next, upper) < 0) {
      next = Integers.add(next, 1L);
      elements.add(next);
    }
    return SetValue.of(elements);
  }

  /** Computes towards zero: the numbers may be the largest that there are. */
  private static boolean areFarApart(Object lower, Object upper) {
    long distance = LARGEST - 1;
    return Integers.sign(lower) < 0
        ? Integers.compare(upper, Integers.add(lower, distance)) > 0
        : Integers.compare(lower, Integers.subtract(upper, distance)) < 0;
  }

  private static ValueRefused tooLarge(Object lower, Object upper) {
    return new ValueRefused(
        "range-too-large",
        () -> "{" + lower + ".." + upper + "} has more than " + LARGEST + " elements");
  }

  /** The elements of a set, or the keys of a map. */
  private static SetValue elements(Object source) {
    return source instanceof MapValue map ? map.keys() : (SetValue) source;
  }

  static Code comprehension(int slot, Code source, Code condition) {
    return frame -> {
      SetValue elements = elements(source.eval(frame));
      List<Object> kept = new ArrayList<>();
      for (int i = 0; i < elements.size(); i++) {
        frame.steps(1);
        frame.locals[slot] = elements.get(i);
        if (condition.test(frame)) {
          kept.add(elements.get(i));
        }
      }
      // The elements of a set are ascending, and so are those that are kept.
      return SetValue.ofAscending(kept.toArray());
    };
  }

  static Code quantified(boolean universal, int slot, Code source, Code condition) {
    return (Code.Test)
        frame -> {
          SetValue elements = elements(source.eval(frame));
          for (int i = 0; i < elements.size(); i++) {
            frame.steps(1);
            frame.locals[slot] = elements.get(i);
            if (condition.test(frame) != universal) {
              return !universal;
            }
          }
          return universal;
        };
  }

  static Code cardinality(Code operand) {
    return frame -> (long) elements(operand.eval(frame)).size();
  }
}
