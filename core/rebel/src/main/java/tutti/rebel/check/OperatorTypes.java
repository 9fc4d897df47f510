package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;
import static tutti.rebel.value.Type.Unknown.ANY;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.rebel.code.Arithmetic;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.value.Type;

/** The type of each operator's result, from the types of its operands. */
final class OperatorTypes {

  private OperatorTypes() {}

  /** The type of {@code left operator right}, or null if there is none. */
  static @Nullable Type of(BinaryOperator operator, Type left, Type right) {
    return switch (operator) {
      case AND, OR, IMPLIES ->
          Types.fits(BOOLEAN, left) && Types.fits(BOOLEAN, right) ? BOOLEAN : null;
      case EQUAL, NOT_EQUAL -> Types.fits(left, right) ? BOOLEAN : null;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          Types.fits(left, right) && Types.ordered(left) && Types.ordered(right) ? BOOLEAN : null;
      case IN -> membership(left, right);
      case ADD -> sum(left, right);
      case SUBTRACT -> difference(left, right);
      case MULTIPLY, DIVIDE, REMAINDER -> arithmetic(operator, left, right);
    };
  }

  private static @Nullable Type membership(Type left, Type right) {
    return switch (right) {
      case Type.SetOf(Type element) -> Types.fits(element, left) ? BOOLEAN : null;
      case Type.MapOf(Type key, Type _) -> Types.fits(key, left) ? BOOLEAN : null;
      case Type.Unknown _ -> BOOLEAN;
      case Type.Simple _, Type.Reference _ -> null;
    };
  }

  private static @Nullable Type sum(Type left, Type right) {
    boolean collections = left instanceof Type.SetOf || left instanceof Type.MapOf;
    if (collections) {
      return Types.fits(left, right) ? Types.join(left, right) : null;
    }
    return arithmetic(BinaryOperator.ADD, left, right);
  }

  private static @Nullable Type difference(Type left, Type right) {
    if (left instanceof Type.SetOf) {
      return Types.fits(left, right) ? left : null;
    }
    if (left instanceof Type.MapOf(Type key, Type _)) {
      return Types.fits(new Type.SetOf(key), right) ? left : null;
    }
    return arithmetic(BinaryOperator.SUBTRACT, left, right);
  }

  private static @Nullable Type arithmetic(BinaryOperator operator, Type left, Type right) {
    return left == ANY || right == ANY ? ANY : Arithmetic.type(operator, left, right);
  }

  /** The pairs of operands that an arithmetic operator takes, for messages. */
  static String expected(BinaryOperator operator, Type left) {
    List<String> right = Arithmetic.partners(operator, left).stream().map(Type::toString).toList();
    return right.isEmpty()
        ? ""
        : "%s %s wants %s on its right."
            .formatted(left, operator.symbol(), String.join(" or ", right));
  }
}
