package tutti.rebel.check;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Literal;
import tutti.rebel.typed.Accessor;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;

/**
 * Simple reasoning about one event that creates an instance: whether its preconditions make a
 * comparison of an expression with a constant true or false. The reasoning covers constants,
 * configuration, and bounds on expressions that are written alike.
 */
final class Bounds {

  /** The result of the reasoning about a condition. */
  enum Answer {
    HOLDS,
    BROKEN,
    /** A condition that may be broken, as far as this reasoning sees. */
    OPEN,
    /** A condition whose form this reasoning does not cover. */
    UNKNOWN
  }

  /** A number and its unit: a currency's code, or a type's name. */
  private record Known(String unit, BigDecimal value) {}

  /**
   * A limit of an expression.
   *
   * @param signs how the expression may compare with the bound ({@link BinaryOperator#signs})
   */
  private record Limit(String expression, int signs, Known bound) {}

  private static final int ANY = 7;
  private static final int UNEQUAL = BinaryOperator.NOT_EQUAL.signs();

  private final CheckedEvent event;
  private final Map<Integer, Typed> effects;
  private final List<Limit> limits = new ArrayList<>();

  /**
   * @param effects the values that the event determines, by field
   */
  Bounds(CheckedEvent event, Map<Integer, Typed> effects) {
    this.event = event;
    this.effects = effects;
    for (CheckedCondition condition : event.preconditions()) {
      for (Typed typed : TypedTrees.conjuncts(condition.expression())) {
        limit(typed).ifPresent(limits::add);
      }
    }
  }

  Answer of(Typed condition) {
    if (condition instanceof Typed.Constant constant
        && constant.value() instanceof Literal.Value(_, Boolean truth)) {
      return truth ? Answer.HOLDS : Answer.BROKEN;
    }
    if (!(condition instanceof Typed.Binary binary)) {
      return Answer.UNKNOWN;
    }
    if (binary.operator() == BinaryOperator.AND) {
      Answer left = of(binary.left());
      Answer right = of(binary.right());
      return left == Answer.BROKEN || right == Answer.BROKEN
          ? Answer.BROKEN
          : left.compareTo(right) > 0 ? left : right;
    }
    Known left = known(binary.left());
    Known right = known(binary.right());
    if (left != null && right != null) {
      return left.unit.equals(right.unit)
          ? decide(binary.operator(), left.value.compareTo(right.value))
          : Answer.UNKNOWN;
    }
    return limit(binary).map(this::fromLimits).orElse(Answer.UNKNOWN);
  }

  private static Answer decide(BinaryOperator operator, int sign) {
    return operator.signs() == 0
        ? Answer.UNKNOWN
        : (operator.signs() & 1 << Integer.signum(sign) + 1) != 0 ? Answer.HOLDS : Answer.BROKEN;
  }

  private Answer fromLimits(Limit wanted) {
    for (Limit given : limits) {
      if (given.expression.equals(wanted.expression)
          && given.bound.unit.equals(wanted.bound.unit)) {
        int possible = given.signs == UNEQUAL ? ANY : possible(given, wanted.bound);
        if ((possible & ~wanted.signs) == 0) {
          return Answer.HOLDS;
        }
        if ((possible & wanted.signs) == 0) {
          return Answer.BROKEN;
        }
      }
    }
    boolean ordered = wanted.signs != BinaryOperator.EQUAL.signs() && wanted.signs != UNEQUAL;
    return ordered ? Answer.OPEN : Answer.UNKNOWN;
  }

  /** The ways in which an expression with a limit may compare with another bound. */
  private static int possible(Limit given, Known bound) {
    int sign = given.bound.value.compareTo(bound.value);
    int beyond = sign > 0 ? BinaryOperator.LESS.signs() : BinaryOperator.GREATER.signs();
    return sign == 0
        ? given.signs
        : (given.signs & beyond) != 0 ? ANY : BinaryOperator.mirrored(beyond);
  }

  /** A comparison of an expression with a constant. */
  private Optional<Limit> limit(Typed typed) {
    if (!(typed instanceof Typed.Binary binary) || binary.operator().signs() == 0) {
      return Optional.empty();
    }
    int signs = binary.operator().signs();
    Known right = known(binary.right());
    if (right != null) {
      return text(binary.left()).map(text -> new Limit(text, signs, right));
    }
    Known left = known(binary.left());
    return left == null
        ? Optional.empty()
        : text(binary.right()).map(text -> new Limit(text, BinaryOperator.mirrored(signs), left));
  }

  /** The expression with new values in the place of fields; empty if it contains other parts. */
  private Optional<String> text(Typed typed) {
    return switch (typed) {
      case Typed.Param param -> Optional.of("param " + param.index());
      case Typed.ThisField field -> effect(field.field()).flatMap(this::text);
      case Typed.NewField field -> effect(field.field()).flatMap(this::text);
      case Typed.Cardinality(Typed operand, var _, var _) -> text(operand).map(t -> "|" + t + "|");
      case Typed.Part(Accessor accessor, Typed target, var _, var _) ->
          text(target).map(t -> t + "." + accessor);
      default -> Optional.empty();
    };
  }

  private Optional<Typed> effect(int field) {
    return Optional.ofNullable(effects.get(field));
  }

  private @Nullable Known known(Typed typed) {
    return switch (typed) {
      case Typed.Constant constant -> literal(constant.value());
      case Typed.Config config -> known(event.configuration().get(config.index()).value());
      case Typed.ThisField field -> effect(field.field()).map(this::known).orElse(null);
      case Typed.NewField field -> effect(field.field()).map(this::known).orElse(null);
      case Typed.Negate negate -> {
        Known operand = known(negate.operand());
        yield operand == null ? null : new Known(operand.unit, operand.value.negate());
      }
      case Typed.Cardinality(Typed.SetLiteral set, var _, var _) when set.elements().isEmpty() ->
          new Known("Integer", BigDecimal.ZERO);
      case Typed.Cardinality(Typed.MapLiteral map, var _, var _) ->
          map.entries().isEmpty() ? new Known("Integer", BigDecimal.ZERO) : null;
      case Typed.Cardinality(Typed.ThisField field, var type, var span) ->
          effect(field.field())
              .map(value -> known(new Typed.Cardinality(value, type, span)))
              .orElse(null);
      case Typed.Binary binary -> sum(binary);
      default -> null;
    };
  }

  private @Nullable Known sum(Typed.Binary binary) {
    boolean sum =
        binary.operator() == BinaryOperator.ADD || binary.operator() == BinaryOperator.SUBTRACT;
    Known left = sum ? known(binary.left()) : null;
    Known right = sum ? known(binary.right()) : null;
    if (left == null || right == null || !left.unit.equals(right.unit)) {
      return null;
    }
    return new Known(
        left.unit,
        binary.operator() == BinaryOperator.ADD
            ? left.value.add(right.value)
            : left.value.subtract(right.value));
  }

  private static @Nullable Known literal(Literal literal) {
    return switch (literal) {
      case Literal.Value(var type, Long value) -> new Known(type.toString(), new BigDecimal(value));
      case Literal.Value(var type, BigInteger value) ->
          new Known(type.toString(), new BigDecimal(value));
      case Literal.Value(var type, Percentage value) -> new Known(type.toString(), value.value());
      case Literal.Value(_, Money value) ->
          new Known(value.currency().toString(), new BigDecimal(value.thousandths(), 3));
      default -> null;
    };
  }
}
