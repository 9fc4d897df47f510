package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;
import static tutti.rebel.value.Type.Simple.INTEGER;
import static tutti.rebel.value.Type.Unknown.ANY;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.rebel.check.NameScope.Variable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Problem;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.CheckedFunction;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/**
 * Resolves the names in an expression and finds the type of each of its parts. After a mistake the
 * typer goes on with the type ANY, which fits all types, so that one mistake is reported once.
 */
final class Typer {
  /** The name of the caller where nothing else is called so. */
  static final String CALLER = "caller";

  private final Modules modules;
  private final Diagnostics diagnostics;
  private final CheckedFunctions functions;
  final InstanceTyper instances;
  private final CollectionTyper collections;

  Typer(Modules modules, CheckedFunctions functions, Diagnostics diagnostics) {
    this.modules = modules;
    this.diagnostics = diagnostics;
    this.functions = functions;
    this.instances = new InstanceTyper(modules, diagnostics, this);
    this.collections = new CollectionTyper(diagnostics, this);
  }

  /** Returns the stand-in for an expression with a mistake, which has been reported. */
  static Typed wrong(Span span) {
    return new Typed.Constant(new Literal.Any(), ANY, span);
  }

  Typed error(Span span, String key, Object... arguments) {
    diagnostics.error(span, key, arguments);
    return wrong(span);
  }

  /** Types an expression that must be of a given type. */
  Typed expect(Expr expr, NameScope scope, Type expected, String what) {
    Typed typed = type(expr, scope);
    if (!Types.fits(expected, typed.type())) {
      return error(
          expr.span(), "type/expected", what, expected, typed.type(), precedenceHint(expr));
    }
    return typed;
  }

  Typed type(Expr expr, NameScope scope) {
    return switch (expr) {
      case Expr.Constant constant -> constant(constant.value(), constant.span(), scope);
      case Expr.Reference reference -> reference(reference.name(), scope);
      case Expr.This self -> instances.self(self.span(), scope);
      case Expr.It it -> it(it.span(), scope);
      case Expr.Call call -> call(call, scope);
      case Expr.FieldAccess access -> instances.field(access, scope);
      case Expr.Index index -> instances.index(index, scope);
      case Expr.Range range -> collections.range(range, scope);
      case Expr.SetLiteral set -> collections.set(set, scope);
      case Expr.MapLiteral map -> collections.map(map, scope);
      case Expr.Comprehension comprehension -> collections.comprehension(comprehension, scope);
      case Expr.Quantified quantified -> collections.quantified(quantified, scope);
      case Expr.Cardinality cardinality -> collections.cardinality(cardinality, scope);
      case Expr.New after -> instances.after(after, scope);
      case Expr.Not not ->
          new Typed.Not(
              expect(not.operand(), scope, BOOLEAN, "What `not` negates"), BOOLEAN, not.span());
      case Expr.Negate negate -> negate(negate, scope);
      case Expr.Initialized initialized ->
          instances.inStages(
              initialized.operand(), SpecificationShape::initialized, initialized.span(), scope);
      case Expr.Finalized finalized ->
          instances.inStages(
              finalized.operand(), SpecificationShape::finals, finalized.span(), scope);
      case Expr.InState inState -> instances.inState(inState, scope);
      case Expr.Conditional conditional -> conditional(conditional, scope);
      case Expr.Binary binary -> binary(binary, scope);
    };
  }

  private Typed constant(Literal value, Span span, NameScope scope) {
    if (value instanceof Literal.Any) {
      return error(span, "stray-any");
    }
    boolean needsTime = !(value instanceof Literal.Value);
    if (needsTime && !scope.place().seesInstances()) {
      return error(
          span,
          value instanceof Literal.Now ? "no-time-here" : "no-time-here/year",
          scope.place(),
          scope.place() == NameScope.Place.FUNCTION ? "Pass it as an argument." : "");
    }
    if (value instanceof Literal.Now) {
      return new Typed.Now(Type.Simple.DATE_TIME, span);
    }
    return new Typed.Constant(value, value.type(), span);
  }

  private Typed reference(Name name, NameScope scope) {
    if (Character.isUpperCase(name.text().charAt(0))) {
      return instances.specification(name, scope);
    }
    for (Typed.Local local : scope.locals.reversed()) {
      if (local.name().equals(name.text())) {
        modules.resolved(name, local.span());
        return new Typed.Local(local.slot(), local.name(), local.type(), name.span());
      }
    }
    Variable parameter = scope.parameters.get(name.text());
    if (parameter != null) {
      modules.resolved(name, parameter.span());
      return new Typed.Param(parameter.index(), name.text(), parameter.type(), name.span());
    }
    Variable config = scope.configuration.get(name.text());
    if (config != null) {
      modules.resolved(name, config.span());
      return new Typed.Config(config.index(), name.text(), config.type(), name.span());
    }
    return unknownName(name, scope);
  }

  /** Returns whether an expression is the caller, and nothing that the text itself calls so. */
  static boolean isCaller(Expr expr, NameScope scope) {
    return expr instanceof Expr.Reference(Name name, _)
        && name.text().equals(CALLER)
        && scope.locals.stream().noneMatch(local -> local.name().equals(CALLER))
        && !scope.parameters.containsKey(CALLER)
        && !scope.configuration.containsKey(CALLER);
  }

  private Typed unknownName(Name name, NameScope scope) {
    TreeSet<String> known = new TreeSet<>(scope.parameters.keySet());
    known.addAll(scope.configuration.keySet());
    scope.locals.forEach(local -> known.add(local.name()));
    SpecificationShape self = scope.self;
    if (self != null && self.fields.containsKey(name.text())) {
      diagnostics.error(name.span(), "unknown-name/field", name.text());
      return wrong(name.span());
    }
    switch (name.text()) {
      case "true" -> {
        return error(name.span(), "unknown-name/truth", name.text(), "True");
      }
      case "false" -> {
        return error(name.span(), "unknown-name/truth", name.text(), "False");
      }
      case "null", "none", "nil" -> {
        return error(name.span(), "unknown-name", name.text());
      }
      case CALLER -> {
        return error(name.span(), "caller-alone");
      }
      default -> {
        if (self != null) {
          self.fields.keySet().forEach(field -> known.add("this." + field));
        }
      }
    }
    diagnostics.unknown(name, "unknown-name", "name", known, "");
    return wrong(name.span());
  }

  private Typed it(Span span, NameScope scope) {
    if (scope.locals.isEmpty()) {
      return error(span, "stray-it");
    }
    Typed.Local local = scope.locals.getLast();
    return new Typed.Local(local.slot(), local.name(), local.type(), span);
  }

  private Typed call(Expr.Call call, NameScope scope) {
    List<Typed> arguments = new ArrayList<>();
    CheckedFunction function = functions.find(call.function(), scope.module);
    if (function == null) {
      call.arguments().forEach(argument -> type(argument, scope));
      return wrong(call.span());
    }
    arguments.addAll(
        arguments(
            "Function `" + function.name() + "`",
            function.parameters(),
            call.arguments(),
            call.span(),
            scope));
    return new Typed.Call(
        function.index(), function.name(), arguments, function.returnType(), call.span());
  }

  /** Converts arguments for parameters; an argument that is left out takes its default value. */
  List<Typed> arguments(
      String what,
      List<CheckedParameter> parameters,
      List<Expr> given,
      Span place,
      NameScope scope) {
    List<Typed> arguments = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      if (i >= parameters.size()) {
        type(given.get(i), scope);
        continue;
      }
      CheckedParameter parameter = parameters.get(i);
      arguments.add(
          expect(given.get(i), scope, parameter.type(), "The argument `" + parameter.name() + "`"));
    }
    for (int i = given.size(); i < parameters.size(); i++) {
      Typed value = parameters.get(i).defaultValue().orElse(null);
      if (value == null) {
        break;
      }
      arguments.add(value);
    }
    if (given.size() > parameters.size() || arguments.size() < parameters.size()) {
      error(place, "argument-count", what, wants(parameters), given.size(), signature(parameters));
    }
    return arguments;
  }

  private static String wants(List<CheckedParameter> parameters) {
    int count = parameters.size();
    return "takes "
        + (count == 0 ? "no arguments" : count == 1 ? "1 argument" : count + " arguments");
  }

  private static String signature(List<CheckedParameter> parameters) {
    List<String> texts = new ArrayList<>();
    parameters.forEach(parameter -> texts.add(parameter.name() + ": " + parameter.type()));
    return texts.isEmpty() ? "" : "They are: " + String.join(", ", texts) + ".";
  }

  private Typed negate(Expr.Negate negate, NameScope scope) {
    Typed operand = type(negate.operand(), scope);
    Type type = operand.type();
    boolean number =
        type == INTEGER
            || type == Type.Simple.MONEY
            || type == Type.Simple.PERCENTAGE
            || type == Type.Simple.TERM
            || type == ANY;
    if (!number) {
      return error(negate.span(), "type/negated", type);
    }
    return new Typed.Negate(operand, type, negate.span());
  }

  private Typed conditional(Expr.Conditional conditional, NameScope scope) {
    Typed condition = expect(conditional.condition(), scope, BOOLEAN, "The condition before `?`");
    Typed whenTrue = type(conditional.whenTrue(), scope);
    Typed whenFalse = type(conditional.whenFalse(), scope);
    if (!Types.fits(whenTrue.type(), whenFalse.type())) {
      return error(conditional.span(), "type/conditional", whenTrue.type(), whenFalse.type());
    }
    Type type = Types.join(whenTrue.type(), whenFalse.type());
    return new Typed.Conditional(condition, whenTrue, whenFalse, type, conditional.span());
  }

  private Typed binary(Expr.Binary binary, NameScope scope) {
    Typed left = type(binary.left(), scope);
    Typed right = type(binary.right(), scope);
    Type type = OperatorTypes.of(binary.operator(), left.type(), right.type());
    if (type == null) {
      return error(
          binary.span(),
          "type/operator",
          binary.operator().symbol(),
          left.type(),
          right.type(),
          operandHint(binary, left.type(), right.type()));
    }
    return new Typed.Binary(binary.operator(), left, right, type, binary.span());
  }

  private static String operandHint(Expr.Binary binary, Type left, Type right) {
    String precedence = precedenceHint(binary.left());
    if (precedence.isEmpty()) {
      precedence = precedenceHint(binary.right());
    }
    if (!precedence.isEmpty() && left != right) {
      return precedence;
    }
    BinaryOperator operator = binary.operator();
    String money = moneyHint(operator, binary.left(), left, binary.right(), right);
    if (!money.isEmpty()) {
      return money;
    }
    return switch (operator) {
      case AND, OR, IMPLIES -> "Both sides must be Boolean.";
      case EQUAL, NOT_EQUAL -> "Both sides must be of one type.";
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          left.equals(right)
              ? Problem.withArticle(left) + " has no order; only `==` and `!=` compare it."
              : "Both sides must be of one type.";
      case IN -> "The right side must be a set of what is left, or a map with such keys.";
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER ->
          left == Type.Simple.INTEREST_TARIFF || right == Type.Simple.INTEREST_TARIFF
              ? "Tariffs are put together only where they are written, by `++` and `--`."
              : OperatorTypes.expected(operator, left);
    };
  }

  /** Writes an Integer out as the Money that was meant beside another. */
  private static String moneyHint(
      BinaryOperator operator, Expr left, Type leftType, Expr right, Type rightType) {
    boolean takes =
        switch (operator) {
          case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL, NOT_EQUAL, ADD, SUBTRACT ->
              true;
          case AND, OR, IMPLIES, IN, MULTIPLY, DIVIDE, REMAINDER -> false;
        };
    Expr number =
        leftType == Type.Simple.MONEY && rightType == Type.Simple.INTEGER
            ? right
            : leftType == Type.Simple.INTEGER && rightType == Type.Simple.MONEY ? left : null;
    return takes && number instanceof Expr.Constant(Literal.Value(_, Object value), _)
        ? "Write `EUR %s.00`, with the currency that is meant.".formatted(value)
        : "";
  }

  /** A hint about the brackets that new users most often leave out. */
  static String precedenceHint(@Nullable Expr expr) {
    return switch (expr) {
      case Expr.Not _ ->
          "`not` binds tighter than what follows; write `not (…)` around what it negates.";
      case Expr.Conditional _ ->
          "`? :` binds tighter than arithmetic and comparisons; put brackets around the condition.";
      case Expr.Negate _, Expr.Binary _, Expr.Constant _, Expr.Reference _ -> "";
      case null, default -> "";
    };
  }
}
