package tutti.rebel.code;

import java.util.List;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Observation;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.ValueRefused;

/** The code that reads instances: this one, and others through the surroundings. */
public record Instances(List<CheckedSpecification> specifications) {
  /** The code of a refusal for reading a field that no event has given a value. */
  public static final String UNSET = "unset-field";

  CheckedSpecification specification(int index) {
    return specifications.get(index);
  }

  /** The key of the instance itself, which the event does not change. */
  Code self(CheckedSpecification specification) {
    int key = specification.key();
    return key < 0 ? new Code.Constant(specification.name()) : field(specification, key);
  }

  Code field(CheckedSpecification specification, int index) {
    ValueRefused unset = unset(specification, index);
    return frame -> {
      Object value = frame.state.field(index);
      if (value == null) {
        throw unset;
      }
      return value;
    };
  }

  Code newField(CheckedSpecification specification, int index) {
    ValueRefused unset = unset(specification, index);
    return frame -> {
      Object value = frame.next[index];
      if (value == null) {
        throw unset;
      }
      return value;
    };
  }

  /** The field of another instance, or of this one if its key turns out to be the same. */
  Code otherField(CheckedSpecification self, int target, Code key, int index) {
    CheckedSpecification other = specification(target);
    Observation field = new Observation.OfField(index);
    ValueRefused unset = unset(other, index);
    return frame -> {
      Object value = look(self, other, key.eval(frame), field, frame);
      if (value == null) {
        throw unset;
      }
      return value;
    };
  }

  Code otherInStages(CheckedSpecification self, int target, Code key, long stages) {
    CheckedSpecification other = specification(target);
    Observation inStages = new Observation.InStages(stages);
    return (Code.Test)
        frame -> Boolean.TRUE.equals(look(self, other, key.eval(frame), inStages, frame));
  }

  @SuppressWarnings("NullAway") // The value of an observation may be null; callers look.
  private static Object look(
      CheckedSpecification self,
      CheckedSpecification other,
      Object key,
      Observation what,
      Frame frame) {
    if (other.index() == self.index() && key.equals(ownKey(self, frame.state))) {
      return what.in(frame.state);
    }
    return frame.around.observe(new ActorId(other.name(), CanonicalKeys.ofInstance(key)), what);
  }

  @SuppressWarnings("NullAway") // A key field is set from the beginning.
  private static Object ownKey(CheckedSpecification self, ActorState state) {
    return self.key() < 0 ? self.name() : state.field(self.key());
  }

  private static ValueRefused unset(CheckedSpecification specification, int field) {
    return new ValueRefused(
        UNSET,
        () ->
            specification.name()
                + "."
                + specification.fields().get(field).name()
                + " has no value yet");
  }
}
