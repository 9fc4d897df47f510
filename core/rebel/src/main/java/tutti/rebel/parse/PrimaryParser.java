package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tutti.rebel.parse.Token.Kind;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;

/** Reads the smallest parts of expressions: literals, names, brackets, sets, maps, quantifiers. */
record PrimaryParser(
    TokenStream in, LiteralParser literals, NameParser names, ExpressionParser expressions) {
  /** The words that end an expression and are never a name in one. */
  private static final Set<String> NO_OPERAND =
      Set.of("in", "instate", "case", "event", "specification", "preconditions", "postconditions");

  /** Reads a primary with its {@code .} and {@code []} parts. */
  Expr primary() {
    Token first = in.peek();
    Expr expr = bare(first);
    while (true) {
      if (in.atSymbol(".")) {
        expressions.count();
        in.take();
        expr = access(expr, first);
      } else if (in.atSymbol("[")) {
        expressions.count();
        in.take();
        Expr index = expressions.inner();
        in.symbol("]", "after the key");
        expr = new Expr.Index(expr, index, in.since(first));
      } else {
        return expr;
      }
    }
  }

  private Expr access(Expr target, Token first) {
    if (in.peek().kind() != Kind.WORD) {
      throw in.unexpected("the name of a field after `.`");
    }
    Token word = in.take();
    if (in.atSymbol("(")) {
      in.report(in.since(first), "event-in-expression", word.text());
      throw new TokenStream.Panic();
    }
    boolean capital = Character.isUpperCase(word.text().charAt(0));
    if (target instanceof Expr.Reference reference
        && Character.isLowerCase(reference.name().text().charAt(0))
        && (capital || qualifiedAhead())) {
      // A qualified name: packages, then the name of a specification.
      List<String> qualifier = new ArrayList<>(reference.name().qualifier());
      qualifier.add(reference.name().text());
      Span span = in.since(first);
      return new Expr.Reference(new Name(qualifier, word.text(), span), span);
    }
    Name field = new Name(List.of(), word.text(), in.span(word));
    return new Expr.FieldAccess(target, field, in.since(first));
  }

  /** Whether dots and lower-case words lead to a name with a capital. */
  private boolean qualifiedAhead() {
    int ahead = 1;
    while (in.peek(ahead).kind() == Kind.WORD && in.peek(ahead - 1).isSymbol(".")) {
      if (Character.isUpperCase(in.peek(ahead).text().charAt(0))) {
        return true;
      }
      ahead += 2;
    }
    return false;
  }

  private Expr bare(Token first) {
    Literal literal = literals.tryLiteral();
    if (literal != null) {
      return new Expr.Constant(literal, in.since(first));
    }
    if (first.kind() == Kind.WORD) {
      return word(first);
    }
    return switch (first.text()) {
      case "(" -> parenthesis(first);
      case "{" -> brace(first);
      case "|" -> cardinality(first);
      default -> throw in.unexpected("an expression");
    };
  }

  private Expr word(Token first) {
    if (NO_OPERAND.contains(first.text())) {
      throw in.unexpected("an expression");
    }
    in.take();
    return switch (first.text()) {
      case "this" -> new Expr.This(in.span(first));
      case "it" -> new Expr.It(in.span(first));
      case "forall" -> quantified(first, true);
      case "exists" -> quantified(first, false);
      default -> {
        Name name = new Name(List.of(), first.text(), in.span(first));
        if (!in.atSymbol("(")) {
          yield new Expr.Reference(name, in.span(first));
        }
        Expr call = new Expr.Call(name, arguments(), in.since(first));
        if (first.text().equals("if") && (in.atSymbol("{") || in.peek().kind() == Kind.WORD)) {
          in.report(in.span(first), "syntax/if");
          throw new TokenStream.Panic();
        }
        yield call;
      }
    };
  }

  /** Reads {@code (a, b)}, from the opening bracket on. */
  List<Expr> arguments() {
    in.symbol("(", "before the arguments");
    List<Expr> arguments = in.atSymbol(")") ? List.of() : in.separated(expressions::inner);
    in.symbol(")", "after the arguments");
    return arguments;
  }

  private Expr quantified(Token first, boolean universal) {
    Name variable = names.variable("a variable after `" + first.text() + "`");
    in.symbol(":", "after the variable");
    Expr source = expressions.inner();
    in.symbol("|", "between the set and the conditions");
    List<Expr> conditions = in.separated(expressions::inner);
    return new Expr.Quantified(universal, variable, source, conditions, in.since(first));
  }

  private Expr cardinality(Token first) {
    in.take();
    Expr operand = expressions.inner();
    in.symbol("|", "after the set whose elements are counted");
    return new Expr.Cardinality(operand, in.since(first));
  }

  private Expr brace(Token first) {
    in.take();
    if (in.trySymbol("}")) {
      return new Expr.SetLiteral(List.of(), in.since(first));
    }
    if (in.peek().kind() == Kind.WORD && in.peek(1).isSymbol(":")) {
      Name variable = names.variable("a variable");
      in.take();
      Expr source = expressions.inner();
      in.symbol("|", "between the set and the conditions");
      List<Expr> conditions = in.separated(expressions::inner);
      in.symbol("}", "after the conditions");
      return new Expr.Comprehension(variable, source, conditions, in.since(first));
    }
    Expr element = expressions.inner();
    if (in.trySymbol("..")) {
      Expr upper = expressions.inner();
      in.symbol("}", "after the range");
      return new Expr.Range(element, upper, in.since(first));
    }
    List<Expr> elements = new ArrayList<>(List.of(element));
    if (in.trySymbol(",")) {
      elements.addAll(in.separated(expressions::inner));
    }
    in.symbol("}", "after the elements of the set");
    return new Expr.SetLiteral(elements, in.since(first));
  }

  /** Reads brackets around an expression, or a map. */
  private Expr parenthesis(Token first) {
    in.take();
    if (in.trySymbol(")")) {
      return new Expr.MapLiteral(List.of(), in.since(first));
    }
    int seen = literals.timesRead;
    int position = in.position();
    Expr inner = in.attempt(expressions::inner, () -> in.atSymbol(")") || in.atSymbol(":"));
    if (inner == null && literals.timesRead > seen) {
      // The only reading left is a map of numbers that look like times of day: (1:2, 3:4).
      return map(first, mapKey());
    }
    if (inner == null) {
      assert in.position() == position;
      inner = expressions.inner();
    }
    if (in.atSymbol(":")) {
      return map(first, inner);
    }
    in.symbol(")", "to close the bracket");
    return inner;
  }

  private Expr mapKey() {
    return expressions.beforeColon(expressions::inner);
  }

  private Expr map(Token first, Expr firstKey) {
    List<Expr.Entry> entries = new ArrayList<>();
    Expr key = firstKey;
    while (true) {
      in.symbol(":", "between a key of the map and its value");
      entries.add(new Expr.Entry(key, expressions.inner()));
      if (!in.trySymbol(",")) {
        break;
      }
      key = mapKey();
    }
    in.symbol(")", "after the entries of the map");
    return new Expr.MapLiteral(entries, in.since(first));
  }
}
