package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Evaluation;
import tutti.rebel.check.Typed;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Span;
import tutti.rebel.value.ValueRefused;

/**
 * One line of a specification that can refuse an action, with all that its refusal tells.
 *
 * @param kind also the refusal's code if the rule does not hold
 * @param name of the invariant, or empty
 * @param code the condition; of an effect or a partner, something that always holds
 * @param watched the sub-expressions whose values are shown
 * @param around whether it looks at other instances or the time
 */
record Rule(
    Kind kind,
    String name,
    String documentation,
    String text,
    String place,
    Code code,
    List<Watched> watched,
    boolean around) {

  /** What a rule is, which is what its failing is called. */
  enum Kind {
    PRECONDITION("precondition"),
    EFFECT("postcondition"),
    POSTCONDITION("postcondition"),
    INVARIANT("invariant"),
    SYNC("sync");

    final String code;

    Kind(String code) {
      this.code = code;
    }
  }

  /** An expression to show, as its author wrote it. */
  record Watched(String text, Code code) {}

  static Rule of(
      Kind kind,
      String name,
      String documentation,
      Span span,
      List<Typed> expressions,
      Code code,
      ExpressionCompiler compiler) {
    List<Watched> watched = new ArrayList<>();
    boolean[] around = {false};
    for (Typed expression : expressions) {
      watch(expression, compiler, watched, around);
    }
    return new Rule(
        kind, name, documentation, oneLine(span), span.toString(), code, watched, around[0]);
  }

  /** Whether the rule holds; remembers it in the frame, for a refusal on the way. */
  boolean holds(Frame frame) {
    frame.rule = this;
    return code.test(frame);
  }

  Evaluation.Refused refuse(Frame frame, @Nullable ValueRefused cause) {
    return new Evaluation.Refused(new RuleRefusal(this, frame, cause));
  }

  private static String oneLine(Span span) {
    return span.text().strip().replaceAll("\\s+", " ");
  }

  private static void watch(
      Typed expression, ExpressionCompiler compiler, List<Watched> watched, boolean[] around) {
    switch (expression) {
      case Typed.Param _, Typed.ThisField _, Typed.NewField _, Typed.Config _ ->
          add(expression, compiler, watched);
      case Typed.Now _, Typed.OtherField _, Typed.OtherInStages _ -> {
        around[0] = true;
        add(expression, compiler, watched);
      }
      case Typed.Constant _ ->
          around[0] |=
              !(Constants.code(((Typed.Constant) expression).value()) instanceof Code.Constant);
      case Typed.Binary(var operator, var left, var right, _, _) when compares(operator) -> {
        watchSide(left, compiler, watched, around);
        watchSide(right, compiler, watched, around);
      }
      default -> {}
    }
    for (Typed part : TypedParts.of(expression)) {
      watch(part, compiler, watched, around);
    }
  }

  /** A computed side of a comparison is worth showing too. */
  private static void watchSide(
      Typed side, ExpressionCompiler compiler, List<Watched> watched, boolean[] around) {
    if (side instanceof Typed.Binary
        || side instanceof Typed.Call
        || side instanceof Typed.Cardinality) {
      if (!TypedParts.mentionsLocal(side)) {
        add(side, compiler, watched);
      }
    }
  }

  private static boolean compares(BinaryOperator operator) {
    return switch (operator) {
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL, NOT_EQUAL, IN -> true;
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, AND, OR, IMPLIES -> false;
    };
  }

  private static void add(Typed expression, ExpressionCompiler compiler, List<Watched> watched) {
    if (TypedParts.mentionsLocal(expression)) {
      return;
    }
    String text = oneLine(expression.span());
    if (watched.stream().noneMatch(other -> other.text().equals(text))) {
      watched.add(new Watched(text, compiler.compile(expression)));
    }
  }
}
