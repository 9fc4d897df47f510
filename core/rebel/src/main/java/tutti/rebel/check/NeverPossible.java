package tutti.rebel.check;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Specification.Modifier;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedEvent.Effect;
import tutti.rebel.typed.CheckedEvent.Transition;
import tutti.rebel.typed.CheckedField;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * A check for events that are refused in every state in which they are listed, since they read a
 * field that no event before them can have set. For each state, the check computes the fields that
 * may have a value there. It never computes too few, so it warns of no event that can happen.
 */
final class NeverPossible {
  private final Diagnostics diagnostics;

  NeverPossible(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void check(List<CheckedSpecification> specifications) {
    specifications.stream()
        .filter(each -> each.modifier() != Modifier.EXTERNAL)
        .forEach(this::check);
  }

  private void check(CheckedSpecification specification) {
    @Nullable BitSet[] values = reached(specification);
    for (CheckedEvent event : specification.events()) {
      List<BitSet> before =
          event.transitions().stream()
              .map(Transition::from)
              .flatMap(from -> Stream.ofNullable(values[from]))
              .toList();
      if (!before.isEmpty()
          && before.stream().noneMatch(has -> unset(specification, event, has).isEmpty())) {
        Typed.ThisField read = unset(specification, event, before.getLast()).orElseThrow();
        diagnostics.warning(
            read.span(),
            "never-possible",
            event.name(),
            read.name(),
            who(specification, event, read.field()));
      }
    }
  }

  /** The fields that may have a value in each state, or null for a state that is not reached. */
  private static @Nullable BitSet[] reached(CheckedSpecification specification) {
    @Nullable BitSet[] values = new @Nullable BitSet[specification.stages().size()];
    BitSet first = new BitSet();
    if (specification.key() >= 0) {
      first.set(specification.key());
    }
    values[0] = first;
    boolean more = true;
    while (more) {
      more = false;
      for (CheckedEvent event : specification.events()) {
        for (Transition transition : event.transitions()) {
          BitSet before = values[transition.from()];
          if (before != null && unset(specification, event, before).isEmpty()) {
            more |= add(values, transition, before, event);
          }
        }
      }
    }
    return values;
  }

  private static boolean add(
      @Nullable BitSet[] values, Transition transition, BitSet before, CheckedEvent event) {
    BitSet after = values[transition.to()];
    boolean fresh = after == null;
    BitSet known = after == null ? new BitSet() : after;
    int size = known.cardinality();
    known.or(before);
    event.effects().forEach(effect -> known.set(effect.field()));
    values[transition.to()] = known;
    return fresh || known.cardinality() > size;
  }

  /** A field without a value that the event certainly reads, if there is one. */
  private static Optional<Typed.ThisField> unset(
      CheckedSpecification specification, CheckedEvent event, BitSet values) {
    return Stream.concat(
            event.preconditions().stream()
                .map(CheckedCondition::expression)
                .flatMap(it -> TypedTrees.conjuncts(it).stream()),
            event.effects().stream().map(Effect::value))
        .flatMap(NeverPossible::reads)
        .filter(read -> field(specification, read.field()).optional() && !values.get(read.field()))
        .findFirst();
  }

  /** The fields of this instance that are read whatever their values are. */
  private static Stream<Typed.ThisField> reads(Typed typed) {
    return switch (typed) {
      case Typed.ThisField field -> Stream.of(field);
      case Typed.Conditional conditional -> reads(conditional.condition());
      case Typed.Case choice -> reads(choice.subject());
      case Typed.Quantified quantified -> reads(quantified.source());
      case Typed.Comprehension comprehension -> reads(comprehension.source());
      case Typed.Binary binary when onlyTheLeft(binary.operator()) -> reads(binary.left());
      default -> TypedTrees.children(typed).stream().flatMap(NeverPossible::reads);
    };
  }

  private static boolean onlyTheLeft(BinaryOperator operator) {
    return operator == BinaryOperator.AND
        || operator == BinaryOperator.OR
        || operator == BinaryOperator.IMPLIES;
  }

  private static CheckedField field(CheckedSpecification specification, int index) {
    return specification.fields().get(index);
  }

  /** Says which events give the field a value. */
  private static String who(CheckedSpecification specification, CheckedEvent event, int field) {
    List<String> givers =
        specification.events().stream()
            .filter(each -> each.effects().stream().anyMatch(effect -> effect.field() == field))
            .map(CheckedEvent::name)
            .toList();
    return givers.equals(List.of(event.name()))
        ? "only `%s` itself gives it one".formatted(event.name())
        : "none of the events that can come before gives it one: `%s` %s"
            .formatted(
                String.join("`, `", givers), givers.size() == 1 ? "comes later" : "come later");
  }
}
