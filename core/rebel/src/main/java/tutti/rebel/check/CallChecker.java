package tutti.rebel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.model.schema.Column;
import tutti.model.schema.ProcedureSchema;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.SyncStatement;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/** Checks a {@code sync} with a procedure of an actor in Java. */
record CallChecker(Typer typer, Diagnostics diagnostics) {
  Optional<CheckedCall> check(TypeSchema actor, SyncStatement statement, NameScope scope) {
    Typed key = key(actor, statement, scope);
    if (statement.negated()) {
      diagnostics.error(statement.span(), "java-negated");
    }
    ProcedureSchema procedure = procedure(actor, statement);
    if (procedure == null) {
      statement.arguments().forEach(argument -> typer.type(argument, scope));
      return Optional.empty();
    }
    if (procedure.query()) {
      diagnostics.error(statement.event().span(), "java-query", actor.name(), procedure.name());
    }
    List<Typed> arguments = arguments(actor, procedure, statement, scope);
    return Optional.of(
        new CheckedCall(
            actor.name(),
            procedure,
            key,
            arguments,
            StatementTyper.documentation(statement.annotations()),
            statement.span()));
  }

  private Typed key(TypeSchema actor, SyncStatement statement, NameScope scope) {
    Typed key = typer.type(statement.key(), scope);
    if (statement.key() instanceof Expr.Constant constant
        && constant.span().equals(statement.specification().span())) {
      return typer.error(
          statement.specification().span(), "key-missing/actor", actor.name(), statement.event());
    }
    boolean fits = key.type() instanceof Type.Reference || Types.canBeKey(key.type());
    return fits ? key : typer.error(key.span(), "key-type/actor", key.type());
  }

  private @Nullable ProcedureSchema procedure(TypeSchema actor, SyncStatement statement) {
    TreeSet<String> known = new TreeSet<>();
    for (ProcedureSchema each : actor.procedures()) {
      if (each.name().equals(statement.event().text())) {
        return each;
      }
      known.add(each.name());
    }
    diagnostics.unknown(
        statement.event(),
        "unknown-event",
        "procedure of `" + actor.name() + "` called",
        known,
        "");
    return null;
  }

  private List<Typed> arguments(
      TypeSchema actor, ProcedureSchema procedure, SyncStatement statement, NameScope scope) {
    List<Column> parameters = procedure.parameters().columns();
    List<Expr> given = statement.arguments();
    String name = actor.name() + "." + procedure.name();
    if (given.size() != parameters.size()) {
      diagnostics.error(
          statement.span(),
          "argument-count/procedure",
          name,
          parameters.size(),
          given.size(),
          procedure.parameters());
    }
    List<Typed> arguments = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      Typed argument = typer.type(given.get(i), scope);
      arguments.add(argument);
      if (i < parameters.size()) {
        fit(name, parameters.get(i), statement, argument);
      }
    }
    return arguments;
  }

  private void fit(String name, Column parameter, SyncStatement statement, Typed argument) {
    if (!JavaTypes.hasCounterpart(parameter.type())) {
      diagnostics.error(statement.event().span(), "java-type", name, parameter);
    } else if (!JavaTypes.fits(parameter.type(), argument.type())) {
      diagnostics.error(
          argument.span(),
          "type/argument",
          parameter.name(),
          parameter.type(),
          argument.type(),
          JavaTypes.help(parameter.type(), argument.type()));
    }
  }
}
