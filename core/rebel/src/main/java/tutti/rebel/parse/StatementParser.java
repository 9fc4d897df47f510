package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Statement;
import tutti.rebel.syntax.SyncStatement;

/** Reads the lines of conditions, function bodies and sync blocks. */
record StatementParser(
    TokenStream in, NameParser names, LiteralParser literals, ExpressionParser expressions) {
  private static final int MAX_NEGATIONS = 100;

  /** Operators of other languages, and those of Rebel in their place. */
  private static final Map<String, String> OPERATORS =
      Map.of("=", "==", "and", "&&", "or", "||", "implies", "->");

  /** Reads {@code { statement* }}; unreadable lines are reported and skipped, one by one. */
  List<Statement> block(String what) {
    List<Statement> statements = new ArrayList<>();
    in.symbol("{", "to begin the " + what);
    while (!in.atSymbol("}") && !in.atEnd()) {
      if (atNextBlock()) {
        in.report(in.behind(), "syntax/brace", what);
        return statements;
      }
      in.begin();
      try {
        statements.add(statement());
      } catch (TokenStream.Panic panic) {
        recover();
      }
    }
    in.symbol("}", "to end the " + what);
    return statements;
  }

  /** Reads {@code { sync* }}. */
  List<SyncStatement> syncBlock() {
    List<SyncStatement> statements = new ArrayList<>();
    in.symbol("{", "to begin the sync block");
    while (!in.atSymbol("}") && !in.atEnd()) {
      try {
        statements.add(sync());
      } catch (TokenStream.Panic panic) {
        recover();
      }
    }
    in.symbol("}", "to end the sync block");
    return statements;
  }

  private boolean atNextBlock() {
    boolean block = in.atWord("preconditions") || in.atWord("postconditions") || in.atWord("sync");
    boolean declaration = in.atWord("event") || in.atWord("function") || in.atWord("invariant");
    return block && in.peek(1).isSymbol("{") || declaration && in.peek(1).kind() == Token.Kind.WORD;
  }

  private void recover() {
    in.skipTo(token -> token.isSymbol(";"));
    in.trySymbol(";");
  }

  Statement statement() {
    in.enter();
    try {
      if (in.atWord("case")) {
        return caseStatement();
      }
      if (in.atSymbol("(")) {
        Statement bracketed = in.attempt(this::bracketed, () -> true);
        if (bracketed != null) {
          return bracketed;
        }
      }
      return line();
    } finally {
      in.leave();
    }
  }

  private Statement bracketed() {
    in.symbol("(", "before the statement");
    Statement statement = statement();
    in.symbol(")", "after the statement");
    return statement;
  }

  private Statement line() {
    Token first = in.peek();
    List<Annotation> annotations = names.annotations();
    Expr expression = expressions.expression();
    semicolon();
    return new Statement.Expression(annotations, expression, in.since(first));
  }

  /**
   * Reads a semicolon; a missing one at the end of a line is reported, and the next line is read
   * nevertheless.
   */
  private void semicolon() {
    if (in.trySymbol(";")) {
      return;
    }
    Token next = in.peek();
    String right = OPERATORS.get(next.text());
    if (right == null) {
      if (in.span(next).line() > in.behind().line()) {
        in.report(in.behind(), "missing-semicolon");
        return;
      }
      throw in.unexpected("`;` or an operator");
    }
    String meaning =
        next.isSymbol("=")
            ? "Equality"
            : "\"" + Character.toUpperCase(next.text().charAt(0)) + next.text().substring(1) + "\"";
    throw in.unexpected(
        "`;` or an operator", meaning + " is written `" + right + "`.", Optional.of(right));
  }

  private Statement caseStatement() {
    Token first = in.take();
    Expr subject = expressions.expression();
    List<Statement.Branch> branches = new ArrayList<>();
    in.symbol("{", "before the branches of the case");
    while (!in.atSymbol("}")) {
      Token start = in.peek();
      Literal literal = literals.literal("that begins a branch, as in `1 => a == b;`");
      Span span = in.since(start);
      in.symbol("=>", "after the literal");
      branches.add(new Statement.Branch(literal, span, statement()));
    }
    if (branches.isEmpty()) {
      throw in.unexpected("at least one branch, as `1 => a == b;`");
    }
    in.symbol("}", "after the branches of the case");
    // The grammar wants a semicolon here; a function's body is often written without.
    in.trySymbol(";");
    return new Statement.Case(subject, branches, in.since(first));
  }

  private SyncStatement sync() {
    List<Annotation> annotations = names.annotations();
    Token first = in.peek();
    boolean negated = false;
    int negations = 0;
    while (in.tryWord("not")) {
      negated = !negated;
      if (++negations > MAX_NEGATIONS) {
        throw in.unexpected("fewer than " + MAX_NEGATIONS + " `not`s");
      }
    }
    boolean bracket = negations > 0 && in.trySymbol("(");
    Name specification =
        names.qualified("an event of an instance, as `Account[this.from].withdraw(amount)`");
    Expr key;
    Name event;
    if (in.atSymbol("(") && !specification.qualifier().isEmpty()) {
      // A singleton needs no key: Bank.audit(…).
      event = new Name(List.of(), specification.text(), in.span(in.previous()));
      specification = singleton(specification, event);
      key = new Expr.Constant(Literal.text(specification.text()), specification.span());
    } else {
      in.symbol("[", "before the key of the instance");
      key = expressions.expression();
      in.symbol("]", "after the key of the instance");
      in.symbol(".", "before the name of the event");
      // A procedure in Java begins with a capital.
      event = names.simple("the name of an event");
    }
    List<Expr> arguments = expressions.arguments();
    if (bracket) {
      in.symbol(")", "after what must not be possible");
    }
    if (!in.trySymbol(";")) {
      if (in.span(in.peek()).line() == in.behind().line()) {
        throw in.unexpected("`;`");
      }
      in.report(in.behind(), "missing-semicolon");
    }
    return new SyncStatement(
        annotations, negated, specification, key, event, arguments, in.since(first));
  }

  private static Name singleton(Name all, Name event) {
    List<String> parts = all.qualifier();
    Span span = new Span(all.span().file(), all.span().start(), event.span().start() - 1);
    return new Name(parts.subList(0, parts.size() - 1), parts.getLast(), span);
  }
}
