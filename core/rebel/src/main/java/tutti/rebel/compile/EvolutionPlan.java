package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Application.Evolution;
import tutti.rebel.typed.CheckedField;

/**
 * The plan by which a newer application continues the instances of an older one: states and fields
 * are matched by name. Rules may change freely; states and fields may be added, but not removed.
 */
final class EvolutionPlan {
  private final List<String> obstacles = new ArrayList<>();
  private final Map<String, Step> steps = new HashMap<>();

  /**
   * @param stages new index of each old state
   * @param fields old index of each new field, -1 for a new one
   */
  private record Step(int[] stages, int[] fields) {
    ActorState convert(ActorState old) {
      @Nullable Object[] values = new Object[fields.length];
      for (int i = 0; i < fields.length; i++) {
        values[i] = fields[i] < 0 ? null : old.field(fields[i]);
      }
      return new ActorState(stages[old.stage()], values);
    }
  }

  EvolutionPlan(RebelApplication older, RebelApplication newer) {
    for (RebelType old : older.specifications()) {
      RebelType type = newer.type(old.name());
      if (type == null) {
        obstacles.add(
            "specification "
                + old.name()
                + " is gone, but instances of it may exist: keep it, or start on an empty folder");
      } else {
        steps.put(old.name(), step(old, type));
      }
    }
  }

  Evolution evolution() {
    return new Evolution(
        List.copyOf(obstacles),
        (actor, state) -> {
          Step step = steps.get(actor.type());
          if (step == null) {
            throw new IllegalArgumentException(actor + " is of no known specification");
          }
          return step.convert(state);
        });
  }

  private Step step(RebelType old, RebelType type) {
    if (!old.reference().equals(type.reference()) || !keyName(old).equals(keyName(type))) {
      obstacles.add(
          ("%s: its key was %s and is now %s, but instances are stored under their"
                  + " keys: keep the key, or make a new specification")
              .formatted(type.name(), keyName(old), keyName(type)));
    }
    return new Step(stages(old, type), fields(old, type));
  }

  private static String keyName(RebelType type) {
    return type.checkedFields().stream()
        .filter(CheckedField::key)
        .map(field -> field.name() + ": " + field.type())
        .findFirst()
        .orElse("that of a singleton");
  }

  /**
   * Matches the states by name; the first state, which means that the instance does not exist, is
   * matched independently of its name.
   */
  private int[] stages(RebelType old, RebelType type) {
    int[] stages = new int[old.stages().size()];
    for (int i = 1; i < stages.length; i++) {
      stages[i] = type.stages().indexOf(old.stages().get(i));
      if (stages[i] <= 0) {
        obstacles.add(
            "%s: state %s%s, but instances may stand in it: keep it%s"
                .formatted(
                    type.name(),
                    old.stages().get(i),
                    stages[i] < 0 ? " is gone" : " is now the initial state",
                    (old.checked().finals() >>> i & 1) != 0
                        ? ""
                        : ", with events that lead out of it"));
      }
    }
    return stages;
  }

  private int[] fields(RebelType old, RebelType type) {
    for (CheckedField field : old.checkedFields()) {
      if (type.checkedFields().stream().noneMatch(other -> other.name().equals(field.name()))) {
        obstacles.add(
            ("%s: field %s is gone, but instances may have a value in it: keep it,"
                    + " even if no event uses it")
                .formatted(type.name(), field.name()));
      }
    }
    return type.checkedFields().stream().mapToInt(field -> oldIndex(old, type, field)).toArray();
  }

  private int oldIndex(RebelType old, RebelType type, CheckedField field) {
    for (int i = 0; i < old.checkedFields().size(); i++) {
      CheckedField before = old.checkedFields().get(i);
      if (before.name().equals(field.name())) {
        if (!before.type().equals(field.type()) && !field.key()) {
          obstacles.add(
              ("%s: field %s was of type %s and is now of type %s: keep the type, or"
                      + " give the new field another name")
                  .formatted(type.name(), field.name(), before.type(), field.type()));
        }
        return i;
      }
    }
    if (!field.optional()) {
      obstacles.add(
          ("%s: field %s is new and must have a value from the beginning, but"
                  + " instances that exist have none: let another event than the first give"
                  + " it, so that it can be missing")
              .formatted(type.name(), field.name()));
    }
    return -1;
  }
}
