package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent.Effect;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;
import tutti.rebel.value.Type;

/**
 * Finds in postconditions the equations {@code new this.f == e} that determine new values — in
 * conjunctions, {@code ? :}, {@code ->} and {@code case} too — and leaves the rest as checks.
 */
final class Equations {

  /**
   * The equation for the new value of a field.
   *
   * @param partial whether some case gives no value, so that the field keeps its own
   */
  record Equation(Typed value, boolean partial, Span span) {}

  private record Parts(Map<Integer, Equation> equations, List<Typed> checks) {
    static Parts check(Typed typed) {
      return new Parts(Map.of(), List.of(typed));
    }
  }

  private final SpecificationShape shape;
  private final Diagnostics diagnostics;
  final Map<Integer, Equation> equations = new LinkedHashMap<>();
  final List<CheckedCondition> checks = new ArrayList<>();

  Equations(SpecificationShape shape, Diagnostics diagnostics) {
    this.shape = shape;
    this.diagnostics = diagnostics;
  }

  /** Takes the postconditions of one event. */
  void take(List<CheckedCondition> postconditions) {
    for (CheckedCondition condition : postconditions) {
      for (Typed typed : TypedTrees.conjuncts(condition.expression())) {
        Parts parts = parts(typed);
        merge(equations, parts.equations);
        parts.checks.forEach(
            check ->
                checks.add(new CheckedCondition(check, condition.documentation(), check.span())));
      }
    }
    reportUndetermined();
  }

  private void merge(Map<Integer, Equation> into, Map<Integer, Equation> from) {
    from.forEach(
        (field, equation) -> {
          if (into.containsKey(field)
              && equation.value instanceof Typed.NewField other
              && !into.containsKey(other.field())
              && !isKey(other.field())) {
            // new this.a == new this.b where a is known already: the equation determines b.
            Typed value = new Typed.NewField(field, name(field), other.type(), equation.span);
            into.put(other.field(), new Equation(value, equation.partial, equation.span));
          } else if (into.containsKey(field)) {
            diagnostics.error(equation.span, "determined-twice", name(field), into.get(field).span);
          } else {
            into.put(field, equation);
          }
        });
  }

  private Parts parts(Typed typed) {
    return switch (typed) {
      case Typed.Binary binary when binary.operator() == BinaryOperator.EQUAL -> equality(binary);
      case Typed.Binary binary when binary.operator() == BinaryOperator.AND -> {
        Map<Integer, Equation> all = new LinkedHashMap<>();
        List<Typed> rest = new ArrayList<>();
        for (Typed each : TypedTrees.conjuncts(binary)) {
          Parts parts = parts(each);
          merge(all, parts.equations);
          rest.addAll(parts.checks);
        }
        yield new Parts(all, rest);
      }
      case Typed.Binary binary when binary.operator() == BinaryOperator.IMPLIES ->
          guarded(binary, binary.left(), parts(binary.right()), new Parts(Map.of(), List.of()));
      case Typed.Conditional conditional ->
          guarded(
              conditional,
              conditional.condition(),
              parts(conditional.whenTrue()),
              parts(conditional.whenFalse()));
      case Typed.Case choice -> branches(choice);
      default -> Parts.check(typed);
    };
  }

  private Parts equality(Typed.Binary equality) {
    if (equality.left() instanceof Typed.NewField field && !isKey(field.field())) {
      return equation(field, equality.right(), equality.span());
    }
    if (equality.right() instanceof Typed.NewField field && !isKey(field.field())) {
      return equation(field, equality.left(), equality.span());
    }
    return Parts.check(equality);
  }

  private static Parts equation(Typed.NewField field, Typed value, Span span) {
    return new Parts(Map.of(field.field(), new Equation(value, false, span)), List.of());
  }

  private Parts guarded(Typed whole, Typed condition, Parts yes, Parts no) {
    if (yes.equations.isEmpty() && no.equations.isEmpty()) {
      return Parts.check(whole);
    }
    Set<Integer> fields = new LinkedHashSet<>(yes.equations.keySet());
    fields.addAll(no.equations.keySet());
    Map<Integer, Equation> all = new LinkedHashMap<>();
    for (int field : fields) {
      Equation a = yes.equations.get(field);
      Equation b = no.equations.get(field);
      Typed whenTrue = value(a, field, whole.span());
      Typed whenFalse = value(b, field, whole.span());
      Typed value =
          new Typed.Conditional(condition, whenTrue, whenFalse, type(field), whole.span());
      boolean partial = a == null || b == null || a.partial || b.partial;
      all.put(field, new Equation(value, partial, whole.span()));
    }
    List<Typed> rest = new ArrayList<>();
    yes.checks.forEach(check -> rest.add(binary(BinaryOperator.IMPLIES, condition, check)));
    no.checks.forEach(check -> rest.add(binary(BinaryOperator.OR, condition, check)));
    return new Parts(all, rest);
  }

  private Parts branches(Typed.Case choice) {
    List<Parts> parts = choice.branches().stream().map(branch -> parts(branch.value())).toList();
    Set<Integer> fields = new LinkedHashSet<>();
    parts.forEach(part -> fields.addAll(part.equations.keySet()));
    if (fields.isEmpty()) {
      return Parts.check(choice);
    }
    Map<Integer, Equation> all = new LinkedHashMap<>();
    for (int field : fields) {
      List<Typed.Branch> branches = new ArrayList<>();
      boolean partial = false;
      for (int i = 0; i < parts.size(); i++) {
        Equation equation = parts.get(i).equations.get(field);
        partial |= equation == null || equation.partial;
        branches.add(
            new Typed.Branch(
                choice.branches().get(i).literal(), value(equation, field, choice.span())));
      }
      Typed value = new Typed.Case(choice.subject(), branches, type(field), choice.span());
      all.put(field, new Equation(value, partial, choice.span()));
    }
    List<Typed> rest = new ArrayList<>();
    if (parts.stream().anyMatch(part -> !part.checks.isEmpty())) {
      List<Typed.Branch> branches = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        Typed all2 =
            parts.get(i).checks.stream()
                .reduce((a, b) -> binary(BinaryOperator.AND, a, b))
                .orElse(new Typed.Constant(Literal.truth(true), BOOLEAN, choice.span()));
        branches.add(new Typed.Branch(choice.branches().get(i).literal(), all2));
      }
      rest.add(new Typed.Case(choice.subject(), branches, BOOLEAN, choice.span()));
    }
    return new Parts(all, rest);
  }

  private static Typed binary(BinaryOperator operator, Typed left, Typed right) {
    return new Typed.Binary(operator, left, right, BOOLEAN, right.span());
  }

  private Typed value(@Nullable Equation equation, int field, Span span) {
    return equation == null
        ? new Typed.ThisField(field, name(field), type(field), span)
        : equation.value;
  }

  private boolean isKey(int field) {
    return field(field).key();
  }

  private SpecificationShape.FieldShape field(int index) {
    return shape.fields.values().stream()
        .filter(field -> field.index() == index)
        .findFirst()
        .orElseThrow();
  }

  private String name(int field) {
    return field(field).name().text();
  }

  private Type type(int field) {
    return field(field).type();
  }

  /** Reports new values that are read but that no equation determines. */
  private void reportUndetermined() {
    Set<Integer> reported = new HashSet<>();
    checks.forEach(check -> check(check.expression(), reported));
    equations.values().forEach(equation -> check(equation.value, reported));
  }

  private void check(Typed typed, Set<Integer> reported) {
    if (typed instanceof Typed.NewField field
        && !isKey(field.field())
        && !equations.containsKey(field.field())
        && reported.add(field.field())) {
      diagnostics.error(field.span(), "undetermined", field.name(), help(field));
    }
    TypedTrees.children(typed).forEach(child -> check(child, reported));
  }

  private static String help(Typed.NewField field) {
    String name = field.name();
    return switch (field.type()) {
      case Type.MapOf _ ->
          ("Say what the whole map becomes: `new this.%s == this.%s + (key: value)`,"
                  + " or `- {key}`.")
              .formatted(name, name);
      case Type.SetOf _ ->
          "Say what the whole set becomes: `new this.%s == this.%s + {element}`."
              .formatted(name, name);
      case Type.Simple _, Type.Unknown _, Type.Reference _ ->
          "Say what it becomes: `new this."
              + name
              + " == …`. What only limits it is not enough to"
              + " compute it.";
    };
  }

  /** Returns the effects, each after those whose new values it reads. */
  List<Effect> effects() {
    List<Effect> ordered = new ArrayList<>();
    Set<Integer> done = new HashSet<>();
    for (int field : new TreeSet<>(equations.keySet())) {
      order(field, ordered, done, new LinkedHashSet<>());
    }
    return ordered;
  }

  private void order(int field, List<Effect> ordered, Set<Integer> done, Set<Integer> open) {
    Equation equation = equations.get(field);
    if (equation == null || done.contains(field)) {
      return;
    }
    if (!open.add(field)) {
      List<String> names = open.stream().map(this::name).toList();
      diagnostics.error(
          equation.span,
          names.size() > 1 ? "circular-equations" : "circular-equations/self",
          name(field),
          String.join(" → ", names));
      return;
    }
    TypedTrees.walk(
        equation.value,
        typed -> {
          if (typed instanceof Typed.NewField other) {
            order(other.field(), ordered, done, open);
          }
        });
    open.remove(field);
    if (done.add(field)) {
      ordered.add(new Effect(field, equation.value, equation.span));
    }
  }
}
