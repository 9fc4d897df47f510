package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Statement;
import tutti.rebel.syntax.SyncStatement;
import tutti.rebel.syntax.TypeExpr;

/** Reads events, functions and invariants, which are the declarations of a library module. */
record DeclarationParser(
    TokenStream in,
    NameParser names,
    TypeParser types,
    ExpressionParser expressions,
    StatementParser statements) {
  /** Whether the next token begins a declaration, annotations aside. */
  boolean atDeclaration() {
    return in.atWord("event") || in.atWord("function") || in.atWord("invariant");
  }

  /** Reads a declaration, from its first word on. */
  Declaration declaration(Token first, List<Annotation> annotations) {
    in.begin();
    return switch (in.take().text()) {
      case "event" -> event(first, annotations);
      case "function" -> function(first, annotations);
      default -> invariant(first, annotations);
    };
  }

  private Declaration event(Token first, List<Annotation> annotations) {
    Name name = names.qualified("the name of the event");
    List<Parameter> configuration = in.atSymbol("[") ? parameters("[", "]") : List.of();
    List<Parameter> parameters = parameters("(", ")");
    List<Statement> preconditions = new ArrayList<>();
    List<Statement> postconditions = new ArrayList<>();
    List<SyncStatement> sync = new ArrayList<>();
    in.symbol("{", "to begin the event");
    while (!in.atSymbol("}")) {
      if (in.tryWord("preconditions")) {
        preconditions.addAll(statements.block("preconditions"));
      } else if (in.tryWord("postconditions")) {
        postconditions.addAll(statements.block("postconditions"));
      } else if (in.tryWord("sync")) {
        sync.addAll(statements.syncBlock());
      } else {
        throw in.unexpected(
            "`preconditions`, `postconditions`, `sync` or `}`",
            "Conditions stand in one of these blocks.");
      }
    }
    in.symbol("}", "to end the event");
    return new Declaration.Event(
        annotations,
        name,
        configuration,
        parameters,
        preconditions,
        postconditions,
        sync,
        in.since(first));
  }

  private Declaration function(Token first, List<Annotation> annotations) {
    Name name = names.qualified("the name of the function");
    List<Parameter> parameters = parameters("(", ")");
    in.symbol(":", "before the type of the function's result");
    TypeExpr result = types.type();
    in.symbol("=", "before the function's body");
    Statement body = statements.statement();
    return new Declaration.Function(annotations, name, parameters, result, body, in.since(first));
  }

  private Declaration invariant(Token first, List<Annotation> annotations) {
    Name name = names.qualified("the name of the invariant");
    List<Statement> conditions = statements.block("invariant");
    return new Declaration.Invariant(annotations, name, conditions, in.since(first));
  }

  /** Reads parameters between brackets. */
  List<Parameter> parameters(String open, String close) {
    in.symbol(open, "before the parameters");
    return in.closed(close, "parameter", "parameters", () -> parameter(close));
  }

  private Parameter parameter(String close) {
    Token first = in.peek();
    Name name = names.declared("the name of a parameter or `" + close + "`");
    in.symbol(":", "before the type of the parameter");
    TypeExpr type = types.type();
    Optional<Expr> value =
        in.trySymbol("=") ? Optional.of(expressions.expression()) : Optional.empty();
    return new Parameter(name, type, value, in.since(first));
  }
}
