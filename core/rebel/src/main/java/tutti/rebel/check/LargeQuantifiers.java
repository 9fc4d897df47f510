package tutti.rebel.check;

import java.util.List;
import java.util.stream.Stream;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Specification.Modifier;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedEvent.Effect;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;
import tutti.rebel.value.Type;

/**
 * A check for quantifiers and comprehensions with which a client can make an event take more steps
 * than an event may, by its choice of arguments: such an event is refused with {@code
 * too-much-work} after it has kept its executor busy for nothing. The check counts the elements of
 * ranges and of arguments, and uses an upper bound that a precondition states: with {@code n <=
 * 1000}, {@code {1..n}} has a thousand elements. The number of elements of a field is not known
 * here, so such a set counts as one element.
 */
final class LargeQuantifiers {
  /** The steps that an event may take, as {@code tutti.rebel.code.Frame} counts them. */
  static final long MOST_STEPS = 10_000_000;

  /** The elements that a range, or a set of a request, has at most. */
  private static final long MOST_ELEMENTS = 100_000;

  private final Diagnostics diagnostics;

  LargeQuantifiers(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void check(List<CheckedSpecification> specifications) {
    specifications.stream()
        .filter(each -> each.modifier() != Modifier.EXTERNAL)
        .flatMap(each -> each.events().stream())
        .forEach(this::check);
  }

  private void check(CheckedEvent event) {
    List<Typed> bounds =
        event.preconditions().stream()
            .flatMap(each -> TypedTrees.conjuncts(each.expression()).stream())
            .toList();
    Stream.of(
            event.preconditions().stream().map(CheckedCondition::expression),
            event.effects().stream().map(Effect::value),
            event.checks().stream().map(CheckedCondition::expression))
        .flatMap(each -> each)
        .forEach(each -> check(event, each, bounds));
  }

  /** Warns of the outermost quantifier that is too large, and else looks into the parts. */
  private void check(CheckedEvent event, Typed typed, List<Typed> bounds) {
    boolean repeats = typed instanceof Typed.Quantified || typed instanceof Typed.Comprehension;
    if (repeats && steps(typed, bounds) > MOST_STEPS) {
      diagnostics.warning(typed.span(), "many-steps", event.name());
    } else {
      TypedTrees.children(typed).forEach(each -> check(event, each, bounds));
    }
  }

  /** The most steps that an expression takes, as far as ranges and arguments say. */
  private static long steps(Typed typed, List<Typed> bounds) {
    return switch (typed) {
      case Typed.Quantified it -> steps(it.source(), it.conditions(), bounds);
      case Typed.Comprehension it -> steps(it.source(), it.conditions(), bounds);
      default -> sum(TypedTrees.children(typed), bounds);
    };
  }

  private static long steps(Typed source, List<Typed> conditions, List<Typed> bounds) {
    return capped(size(source, bounds) * (1 + sum(conditions, bounds)) + steps(source, bounds));
  }

  private static long sum(List<Typed> parts, List<Typed> bounds) {
    return capped(parts.stream().mapToLong(each -> steps(each, bounds)).sum());
  }

  private static long capped(long steps) {
    return Math.min(steps, MOST_STEPS + 1);
  }

  private static long size(Typed source, List<Typed> bounds) {
    return switch (source) {
      case Typed.Range range -> size(range, bounds);
      case Typed.SetLiteral set -> set.elements().size();
      case Typed.Comprehension it -> size(it.source(), bounds);
      case Typed.Param it when it.type() instanceof Type.SetOf || it.type() instanceof Type.MapOf ->
          greatest(it, true, bounds);
      default -> 1;
    };
  }

  private static long size(Typed.Range range, List<Typed> bounds) {
    long upper = value(range.upper(), greatest(range.upper(), false, bounds));
    long lower = value(range.lower(), 0);
    return Math.clamp(upper - lower + 1, 0, MOST_ELEMENTS);
  }

  private static long value(Typed typed, long otherwise) {
    return typed instanceof Typed.Constant(Literal.Value(_, Number number), _, _)
        ? Math.clamp(number.longValue(), -MOST_ELEMENTS, MOST_ELEMENTS)
        : otherwise;
  }

  /**
   * The greatest value that the preconditions leave to an argument, or the most elements.
   *
   * @param elements whether the bound is that of the number of its elements, {@code |s| <= 100}
   */
  private static long greatest(Typed typed, boolean elements, List<Typed> bounds) {
    long least = MOST_ELEMENTS;
    for (Typed each : bounds) {
      if (each instanceof Typed.Binary(BinaryOperator operator, Typed left, Typed right, _, _)) {
        boolean below = operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_OR_EQUAL;
        boolean above =
            operator == BinaryOperator.GREATER || operator == BinaryOperator.GREATER_OR_EQUAL;
        if (below && same(left, typed, elements)) {
          least = Math.min(least, value(right, least));
        } else if (above && same(right, typed, elements)) {
          least = Math.min(least, value(left, least));
        }
      }
    }
    return least;
  }

  private static boolean same(Typed bounded, Typed typed, boolean elements) {
    Typed inner = elements && bounded instanceof Typed.Cardinality(Typed of, _, _) ? of : bounded;
    return (!elements || inner != bounded) && TypedTrees.sameText(inner, typed);
  }
}
