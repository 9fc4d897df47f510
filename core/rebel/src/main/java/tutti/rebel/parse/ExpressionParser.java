package tutti.rebel.parse;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.rebel.parse.Token.Kind;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Name;

/**
 * Reads expressions by precedence climbing. The levels are the public grammar's priorities; note
 * that {@code ? :} binds tighter than arithmetic, and {@code initialized} and {@code instate} bind
 * less tightly than comparisons.
 */
final class ExpressionParser {

  private static final int IMPLIES = 1;
  private static final int OR = 2;
  private static final int AND = 3;
  private static final int STATE = 4;
  private static final int COMPARISON = 5;
  private static final int ADDITIVE = 6;
  private static final int MULTIPLICATIVE = 7;
  private static final int CONDITIONAL = 8;
  private static final int PREFIX = 9;

  /** The greatest number of operators, so that walking the tree never overflows the stack. */
  private static final int MAX_OPERATORS = 1000;

  private static final Map<String, BinaryOperator> INFIX =
      Stream.of(BinaryOperator.values())
          .collect(Collectors.toMap(BinaryOperator::symbol, Function.identity()));

  private final TokenStream in;
  private final LiteralParser literals;
  private final NameParser names;
  private final PrimaryParser primaries;
  private int operators;

  ExpressionParser(TokenStream in, LiteralParser literals, NameParser names) {
    this.in = in;
    this.literals = literals;
    this.names = names;
    this.primaries = new PrimaryParser(in, literals, names, this);
  }

  /** Reads a whole expression that is part of no other. */
  Expr expression() {
    operators = 0;
    return inner();
  }

  /** Reads {@code (a, b)}, from the opening bracket on. */
  List<Expr> arguments() {
    operators = 0;
    return primaries.arguments();
  }

  /** Reads an expression inside brackets or between commas. */
  Expr inner() {
    return climb(IMPLIES);
  }

  private Expr climb(int level) {
    in.enter();
    try {
      Token first = in.peek();
      Expr left = prefix(first);
      while (true) {
        Expr longer = extend(left, first, level);
        if (longer == null) {
          return left;
        }
        left = longer;
      }
    } finally {
      in.leave();
    }
  }

  /** Reads one infix or postfix operator of at least this level, or returns null. */
  private @Nullable Expr extend(Expr left, Token first, int level) {
    Token token = in.peek();
    if (token.isSymbol("?") && level <= CONDITIONAL) {
      return conditional(left, first);
    }
    if (token.isWord("instate") && level <= STATE) {
      count();
      in.take();
      return new Expr.InState(left, states(), in.since(first));
    }
    BinaryOperator operator = operator(token);
    if (operator == null || level(operator) < level) {
      return null;
    }
    count();
    in.take();
    int right = level(operator);
    Expr operand = climb(operator == BinaryOperator.IMPLIES ? right : right + 1);
    Expr.Binary binary = new Expr.Binary(operator, left, operand, in.since(first));
    if (right == COMPARISON) {
      refuseChain();
    }
    return binary;
  }

  private static @Nullable BinaryOperator operator(Token token) {
    boolean written = token.kind() == Kind.SYMBOL || token.kind() == Kind.WORD;
    return written ? INFIX.get(token.text()) : null;
  }

  private static int level(BinaryOperator operator) {
    return switch (operator) {
      case IMPLIES -> IMPLIES;
      case OR -> OR;
      case AND -> AND;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL, NOT_EQUAL -> COMPARISON;
      case ADD, SUBTRACT -> ADDITIVE;
      case MULTIPLY, IN, DIVIDE, REMAINDER -> MULTIPLICATIVE;
    };
  }

  private void refuseChain() {
    BinaryOperator next = operator(in.peek());
    if (next != null && level(next) == COMPARISON) {
      in.report(in.span(in.peek()), "chained-comparison");
    }
  }

  private Expr conditional(Expr condition, Token first) {
    count();
    in.take();
    Expr whenTrue = beforeColon(this::inner);
    in.symbol(":", "between the two values of `? :`");
    Expr whenFalse = climb(CONDITIONAL);
    return new Expr.Conditional(condition, whenTrue, whenFalse, in.since(first));
  }

  /**
   * Reads an expression that a colon must follow. If {@code 1:2} in it was taken for a time of day
   * and no colon is left, the expression is read again without times.
   */
  Expr beforeColon(Supplier<Expr> way) {
    int seen = literals.timesRead;
    int position = in.position();
    Expr plain = in.attempt(way, () -> in.atSymbol(":"));
    if (plain != null) {
      return plain;
    }
    if (literals.timesRead > seen && !literals.timesOff) {
      literals.timesOff = true;
      try {
        Expr again = in.attempt(way, () -> in.atSymbol(":"));
        if (again != null) {
          return again;
        }
      } finally {
        literals.timesOff = false;
      }
    }
    assert in.position() == position;
    return way.get();
  }

  private Expr prefix(Token first) {
    if (first.kind() == Kind.SYMBOL && first.text().equals("-")) {
      return new Expr.Negate(operand(PREFIX), in.since(first));
    }
    if (first.kind() != Kind.WORD) {
      return primaries.primary();
    }
    return switch (first.text()) {
      case "new" -> new Expr.New(operand(PREFIX), in.since(first));
      case "not" -> new Expr.Not(operand(PREFIX), in.since(first));
      case "initialized" -> new Expr.Initialized(operand(COMPARISON), in.since(first));
      case "finalized" -> new Expr.Finalized(operand(COMPARISON), in.since(first));
      default -> primaries.primary();
    };
  }

  /** Takes a prefix operator and reads its operand. */
  private Expr operand(int level) {
    in.take();
    return climb(level);
  }

  private List<Name> states() {
    if (!in.trySymbol("{")) {
      return List.of(names.variable("a state after `instate`"));
    }
    List<Name> states = new java.util.ArrayList<>();
    while (!in.atSymbol("}")) {
      states.add(names.variable("a state"));
      in.trySymbol(",");
    }
    in.symbol("}", "after the states");
    return states;
  }

  void count() {
    if (++operators > MAX_OPERATORS) {
      in.report(in.span(in.peek()), "too-long", MAX_OPERATORS);
      throw new TokenStream.Panic();
    }
  }
}
