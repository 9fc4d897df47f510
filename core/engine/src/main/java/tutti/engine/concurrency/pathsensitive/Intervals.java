package tutti.engine.concurrency.pathsensitive;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.LinearForm;
import tutti.model.LinearForm.Bound;
import tutti.model.Observation;
import tutti.model.Surroundings;

/**
 * The possible outcomes of many linear actions at one actor, as one interval per field instead of a
 * tree (PSAC §8): a request costs as much with one action in progress as with a thousand. Knows
 * only actions in progress that are bound; {@link IntervalKeeper} sees to that. Not thread-safe.
 */
final class Intervals {
  private @Nullable FieldRange[] ranges;

  Intervals(int fields) {
    ranges = new FieldRange[fields];
  }

  /** The common answer of all outcomes; see {@link Trial.Result}. */
  enum Answer {
    ALL,
    NONE,
    SOME
  }

  /**
   * The linear form of a call, or null if it has none in this state, or one that needs a tree.
   *
   * @throws tutti.model.Unobserved if the call needs to see another actor first
   */
  static @Nullable Bound bind(Cell cell, Call call, Surroundings around) {
    LinearForm form = call.action().linear();
    Bound bound = form == null ? null : form.bind(cell.state(), call.arguments(), around);
    if (form == null || bound == null) {
      return null;
    }
    int[] fields = bound.fields();
    for (int i = 0; i < fields.length; i++) {
      if (form.value(cell.state(), fields[i]) == null || repeats(fields, i)) {
        return null;
      }
    }
    return bound;
  }

  private static boolean repeats(int[] fields, int index) {
    for (int i = 0; i < index; i++) {
      if (fields[i] == fields[index]) {
        return true;
      }
    }
    return false;
  }

  /** Makes sure that the fields of a new action have ranges. */
  void prepare(ActorState applied, Call call, Bound bound) {
    for (int field : bound.fields()) {
      if (field >= ranges.length) {
        ranges = Arrays.copyOf(ranges, field + 1);
      }
      if (ranges[field] == null) {
        LinearForm form = call.action().linear();
        Long value = form == null ? null : form.value(applied, field);
        if (value == null) {
          throw new IllegalStateException(call + " is not linear in field " + field);
        }
        ranges[field] = new FieldRange(value);
      }
    }
  }

  void start(Bound bound) {
    for (int i = 0; i < bound.fields().length; i++) {
      range(bound, i).start(bound.delta()[i], bound.lower()[i], bound.upper()[i]);
    }
  }

  /** An action that is decided and not applied yet joins. */
  void startDecided(Bound bound) {
    for (int i = 0; i < bound.fields().length; i++) {
      range(bound, i).decided(bound.delta()[i]);
    }
  }

  void end(Bound bound, boolean committed) {
    for (int i = 0; i < bound.fields().length; i++) {
      range(bound, i).end(bound.delta()[i], bound.lower()[i], bound.upper()[i], committed);
    }
  }

  /**
   * Whether all, none or some outcomes accept; the answer "some" may mean "none", but never "all".
   */
  Answer ask(Bound bound) {
    Answer answer = Answer.ALL;
    for (int i = 0; i < bound.fields().length; i++) {
      FieldRange range = range(bound, i);
      if (range.outside(bound.lower()[i], bound.upper()[i])) {
        return Answer.NONE;
      }
      if (!range.within(bound.lower()[i], bound.upper()[i]) || !range.safeWith(bound.delta()[i])) {
        answer = Answer.SOME;
      }
    }
    return answer;
  }

  /**
   * Whether the action commutes forward with every undecided one ({@link ForwardCommutativity},
   * PSAC Figure 9).
   */
  boolean commutes(Bound bound) {
    for (int i = 0; i < bound.fields().length; i++) {
      if (bound.delta()[i] != 0 && !range(bound, i).leavesRoomFor(bound.delta()[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether some undecided action, {@code own} left out, changes the observed fields. */
  boolean touches(Observation what, @Nullable Bound own) {
    for (int field = 0; field < ranges.length; field++) {
      FieldRange range = ranges[field];
      if (range != null
          && LookClaim.looksAt(what, field)
          && range.touching() > (own != null && changes(own, field) ? 1 : 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean changes(Bound bound, int field) {
    for (int i = 0; i < bound.fields().length; i++) {
      if (bound.fields()[i] == field && bound.delta()[i] != 0) {
        return true;
      }
    }
    return false;
  }

  private FieldRange range(Bound bound, int index) {
    FieldRange range = ranges[bound.fields()[index]];
    if (range == null) {
      throw new IllegalStateException("field " + bound.fields()[index] + " was not prepared");
    }
    return range;
  }
}
