package tutti.rebel.parse;

import java.util.List;
import java.util.Map;
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

  private record Infix(BinaryOperator operator, int level) {}

  private static final Map<String, Infix> INFIX =
      Map.ofEntries(
          Map.entry("*", new Infix(BinaryOperator.MULTIPLY, MULTIPLICATIVE)),
          Map.entry("in", new Infix(BinaryOperator.IN, MULTIPLICATIVE)),
          Map.entry("/", new Infix(BinaryOperator.DIVIDE, MULTIPLICATIVE)),
          Map.entry("%", new Infix(BinaryOperator.REMAINDER, MULTIPLICATIVE)),
          Map.entry("+", new Infix(BinaryOperator.ADD, ADDITIVE)),
          Map.entry("-", new Infix(BinaryOperator.SUBTRACT, ADDITIVE)),
          Map.entry("<", new Infix(BinaryOperator.LESS, COMPARISON)),
          Map.entry("<=", new Infix(BinaryOperator.LESS_OR_EQUAL, COMPARISON)),
          Map.entry(">", new Infix(BinaryOperator.GREATER, COMPARISON)),
          Map.entry(">=", new Infix(BinaryOperator.GREATER_OR_EQUAL, COMPARISON)),
          Map.entry("==", new Infix(BinaryOperator.EQUAL, COMPARISON)),
          Map.entry("!=", new Infix(BinaryOperator.NOT_EQUAL, COMPARISON)),
          Map.entry("&&", new Infix(BinaryOperator.AND, AND)),
          Map.entry("||", new Infix(BinaryOperator.OR, OR)),
          Map.entry("->", new Infix(BinaryOperator.IMPLIES, IMPLIES)));

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
    Infix infix =
        token.kind() == Kind.SYMBOL || token.kind() == Kind.WORD ? INFIX.get(token.text()) : null;
    if (infix == null || infix.level < level) {
      return null;
    }
    count();
    in.take();
    int right = infix.operator == BinaryOperator.IMPLIES ? infix.level : infix.level + 1;
    Expr operand = climb(right);
    Expr.Binary binary = new Expr.Binary(infix.operator, left, operand, in.since(first));
    if (infix.level == COMPARISON) {
      refuseChain();
    }
    return binary;
  }

  private void refuseChain() {
    Infix next = in.peek().kind() == Kind.SYMBOL ? INFIX.get(in.peek().text()) : null;
    if (next != null && next.level == COMPARISON) {
      in.report(
          in.span(in.peek()),
          "chained-comparison",
          "Comparisons do not chain.",
          "Join two of them with `&&`, as in `a < b && b < c`.");
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
  Expr beforeColon(TokenStream.Attempt<Expr> way) {
    int seen = literals.timesRead();
    int position = in.position();
    Expr plain = in.attempt(way, () -> in.atSymbol(":"));
    if (plain != null) {
      return plain;
    }
    if (literals.timesRead() > seen && !literals.timesOff()) {
      literals.timesOff(true);
      try {
        Expr again = in.attempt(way, () -> in.atSymbol(":"));
        if (again != null) {
          return again;
        }
      } finally {
        literals.timesOff(false);
      }
    }
    assert in.position() == position;
    return way.parse();
  }

  private Expr prefix(Token first) {
    if (first.kind() == Kind.SYMBOL && first.text().equals("-")) {
      in.take();
      return new Expr.Negate(climb(PREFIX), in.since(first));
    }
    if (first.kind() != Kind.WORD) {
      return primaries.primary();
    }
    return switch (first.text()) {
      case "new" -> {
        in.take();
        yield new Expr.New(climb(PREFIX), in.since(first));
      }
      case "not" -> {
        in.take();
        yield new Expr.Not(climb(PREFIX), in.since(first));
      }
      case "initialized" -> {
        in.take();
        yield new Expr.Initialized(climb(COMPARISON), in.since(first));
      }
      case "finalized" -> {
        in.take();
        yield new Expr.Finalized(climb(COMPARISON), in.since(first));
      }
      default -> primaries.primary();
    };
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
      in.report(
          in.span(in.peek()),
          "too-long",
          "An expression has at most " + MAX_OPERATORS + " operators.",
          "Take a part of it into a function.");
      throw new TokenStream.Panic();
    }
  }
}
