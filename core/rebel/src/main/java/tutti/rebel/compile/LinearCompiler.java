package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.LinearForm;
import tutti.rebel.code.ExpressionCompiler;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedInvariant;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * Finds the events whose effects only add to fields and whose checks are linear in those fields
 * (PSAC §8), and makes their {@link LinearForm}. An event in doubt gets no such form: the tree of
 * outcomes is always right.
 */
final class LinearCompiler {
  private final CheckedSpecification specification;
  private final Set<Integer> additive;
  private final ExpressionCompiler compiler;
  private final List<LinearCheck> checks = new ArrayList<>();
  private final List<RebelLinearForm.Condition> conditions = new ArrayList<>();

  private LinearCompiler(CheckedSpecification specification, ExpressionCompiler compiler) {
    this.specification = specification;
    this.additive = additiveFields(specification);
    this.compiler = compiler;
  }

  static @Nullable LinearForm compile(
      CheckedSpecification specification,
      CheckedEvent event,
      LifeCycle lifeCycle,
      Partner[] partners,
      ExpressionCompiler compiler) {
    return new LinearCompiler(specification, compiler).form(event, lifeCycle, partners);
  }

  /** The numeric fields whose new value some event computes from the old one. */
  private static Set<Integer> additiveFields(CheckedSpecification specification) {
    Set<Integer> fields = new HashSet<>();
    for (CheckedEvent event : specification.events()) {
      for (CheckedEvent.Effect effect : event.effects()) {
        if (LinearSum.numeric(specification.fields().get(effect.field()).type())
            && TypedTrees.reads(effect.value(), effect.field())) {
          fields.add(effect.field());
        }
      }
    }
    return fields;
  }

  private @Nullable LinearForm form(CheckedEvent event, LifeCycle lifeCycle, Partner[] partners) {
    boolean stays =
        event.transitions().stream()
            .anyMatch(transition -> transition.from() == transition.to() && transition.from() != 0);
    LinearSum.Splitter now = splitter(false);
    List<RebelLinearForm.Delta> deltas = new ArrayList<>();
    boolean linear =
        stays
            && event.effects().stream().allMatch(effect -> effect(effect, now, deltas))
            && event.preconditions().stream().allMatch(c -> condition(c, now, event.locals()))
            && event.checks().stream().allMatch(c -> condition(c, now, event.locals()))
            && specification.invariants().stream().allMatch(this::invariant)
            && event.sync().stream()
                .allMatch(sync -> independent(sync.key(), sync.arguments(), now))
            && event.calls().stream()
                .allMatch(call -> independent(call.key(), call.arguments(), now));
    if (!linear) {
      return null;
    }
    return new RebelLinearForm(
        lifeCycle,
        event.locals(),
        List.copyOf(deltas),
        List.copyOf(checks),
        List.copyOf(conditions),
        partners);
  }

  private LinearSum.Splitter splitter(boolean thisIsNew) {
    return new LinearSum.Splitter(specification.index(), additive, thisIsNew, compiler);
  }

  /** Whether a new value is the old value plus an independent one. */
  private static boolean effect(
      CheckedEvent.Effect effect, LinearSum.Splitter splitter, List<RebelLinearForm.Delta> deltas) {
    Optional<LinearSum> sum = splitter.sum(effect.value());
    if (sum.isEmpty()
        || !sum.get().fields().equals(Map.of(effect.field(), 1))
        || !sum.get().deltas().isEmpty()) {
      return false;
    }
    deltas.add(new RebelLinearForm.Delta(effect.field(), sum.get().terms()));
    return true;
  }

  private boolean invariant(CheckedInvariant invariant) {
    LinearSum.Splitter after = splitter(true);
    return invariant.conditions().stream()
        .allMatch(condition -> condition(condition, after, invariant.locals()));
  }

  private boolean condition(CheckedCondition condition, LinearSum.Splitter splitter, int locals) {
    return condition(condition.expression(), splitter, locals);
  }

  private boolean condition(Typed expression, LinearSum.Splitter splitter, int locals) {
    if (splitter.independent(expression)) {
      conditions.add(new RebelLinearForm.Condition(compiler.compile(expression), locals));
      return true;
    }
    if (!(expression instanceof Typed.Binary(var operator, var left, var right, _, _))) {
      return false;
    }
    if (operator == BinaryOperator.AND) {
      return condition(left, splitter, locals) && condition(right, splitter, locals);
    }
    if (!LinearSum.numeric(left.type()) || !LinearSum.numeric(right.type())) {
      return false;
    }
    Optional<LinearCheck> check =
        splitter.difference(left, right).flatMap(sum -> LinearCheck.of(operator, sum, locals));
    check.ifPresent(checks::add);
    return check.isPresent();
  }

  private static boolean independent(
      Typed key, List<Typed> arguments, LinearSum.Splitter splitter) {
    return splitter.independent(key) && arguments.stream().allMatch(splitter::independent);
  }
}
