package tutti.rebel.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.rebel.code.Frame;
import tutti.rebel.code.Instances;
import tutti.rebel.code.RefusalRule;
import tutti.rebel.typed.CheckedField;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.Iban;
import tutti.rebel.value.NotAValue;
import tutti.rebel.value.Type;
import tutti.rebel.value.ValueRefused;

/** A specification, compiled. Thread-safe and immutable once its application is made. */
public final class RebelType implements ActorType {
  private final CheckedSpecification checked;
  private final Type.Reference reference;
  private final List<Field> fields;
  private List<RebelAction> actions = List.of();
  private Map<String, RebelAction> byName = Map.of();
  private Invariant[] invariants = {};

  /** An invariant's conditions; all see the state that is to be checked as {@code this}. */
  record Invariant(RefusalRule[] rules, int locals) {}

  RebelType(CheckedSpecification checked) {
    this.checked = checked;
    Optional<Type> key =
        checked.fields().stream().filter(CheckedField::key).map(CheckedField::type).findFirst();
    this.reference = new Type.Reference(checked.name(), checked.index(), () -> key);
    this.fields =
        checked.fields().stream()
            .map(field -> new Field(field.name(), field.type().toString()))
            .toList();
  }

  /** Completes the type, when all types are known. */
  void link(List<RebelAction> actions, Invariant[] invariants) {
    Map<String, RebelAction> names = new HashMap<>();
    actions.forEach(action -> names.put(action.name(), action));
    this.actions = List.copyOf(actions);
    this.byName = Map.copyOf(names);
    this.invariants = invariants;
  }

  CheckedSpecification checked() {
    return checked;
  }

  @Override
  public String name() {
    return checked.name();
  }

  /** The author's documentation of the specification, or empty. */
  public String documentation() {
    return checked.documentation();
  }

  /** The type of references to instances of this type, which have the type of its key. */
  public Type.Reference reference() {
    return reference;
  }

  /** The fields with their properties, in the order of {@link #fields()}. */
  public List<CheckedField> checkedFields() {
    return checked.fields();
  }

  @Override
  public List<String> stages() {
    return checked.stages();
  }

  @Override
  public List<Field> fields() {
    return fields;
  }

  @Override
  public List<Action> actions() {
    return List.copyOf(actions);
  }

  /** The events, in the order of the text. */
  public List<RebelAction> events() {
    return actions;
  }

  RebelAction action(int index) {
    return actions.get(index);
  }

  @Override
  public @Nullable RebelAction action(String name) {
    return byName.get(name);
  }

  @Override
  public ActorState blank(String key) {
    @Nullable Object[] values = new Object[fields.size()];
    Object parsed =
        reference.key().equals(Optional.of(Type.Simple.IBAN)) ? keptIban(key) : parseKey(key);
    if (checked.key() >= 0) {
      values[checked.key()] = parsed;
    }
    return new ActorState(0, values);
  }

  /** Reads a key that may be of a folder in which an earlier version kept it. */
  private Object keptIban(String key) {
    try {
      return new Iban(key);
    } catch (NotAValue _) {
      return parseKey(key);
    }
  }

  @Override
  public void checkKey(String key) {
    parseKey(key);
  }

  private Object parseKey(String key) {
    try {
      return CanonicalKeys.parseKey(reference, key);
    } catch (NotAValue | ValueRefused e) {
      throw new IllegalArgumentException("not a key of " + name() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean finalized(ActorState state) {
    return (checked.finals() >>> state.stage() & 1) != 0;
  }

  /** The refusal of the first invariant that does not hold in a state, or null. */
  Evaluation.@Nullable Refused brokenInvariant(ActorState next, Frame event) {
    for (Invariant invariant : invariants) {
      Frame frame = new Frame(event, next, invariant.locals());
      for (RefusalRule rule : invariant.rules()) {
        Evaluation.Refused broken = broken(rule, frame);
        if (broken != null) {
          return broken;
        }
      }
    }
    return null;
  }

  /**
   * The refusal of a rule that does not hold, or null; a condition on a field that has no value yet
   * does not apply yet.
   */
  private static Evaluation.@Nullable Refused broken(RefusalRule rule, Frame frame) {
    try {
      return rule.holds(frame) ? null : rule.refuse(frame, null);
    } catch (ValueRefused cause) {
      boolean notYet = cause.code().equals(Instances.UNSET);
      return notYet ? null : rule.refuse(frame, cause);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
