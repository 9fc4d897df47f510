package tutti.rebel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.rebel.check.SpecificationShape.EventShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.SyncStatement;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/** Checks the events and procedures with which an event synchronizes. */
final class SyncChecker {

  private final Modules modules;
  private final Types types;
  private final Typer typer;
  private final Diagnostics diagnostics;

  /** The checked syncs with procedures in Java. */
  final List<CheckedCall> calls = new ArrayList<>();

  SyncChecker(Modules modules, Types types, Typer typer, Diagnostics diagnostics) {
    this.modules = modules;
    this.types = types;
    this.typer = typer;
    this.diagnostics = diagnostics;
  }

  List<CheckedSync> check(
      SpecificationShape shape, List<SyncStatement> statements, NameScope scope) {
    List<CheckedSync> sync = new ArrayList<>();
    for (SyncStatement statement : statements) {
      statement(statement, scope).ifPresent(sync::add);
    }
    for (int i = 0; i < sync.size(); i++) {
      checkSelf(shape, sync.get(i));
      for (int j = 0; j < i; j++) {
        checkTwice(sync.get(j), sync.get(i));
      }
    }
    return sync;
  }

  private Optional<CheckedSync> statement(SyncStatement statement, NameScope scope) {
    TypeSchema actor = modules.actor(scope.module, statement.specification());
    if (actor != null) {
      new CallChecker(typer, diagnostics).check(actor, statement, scope).ifPresent(calls::add);
      return Optional.empty();
    }
    SpecificationShape target = modules.specification(scope.module, statement.specification());
    Typed key = typer.type(statement.key(), scope);
    if (target == null) {
      statement.arguments().forEach(argument -> typer.type(argument, scope));
      return Optional.empty();
    }
    boolean named =
        statement.key() instanceof Expr.Constant constant
            && constant.span().equals(statement.specification().span());
    if (named && !target.isSingleton()) {
      diagnostics.error(
          statement.specification().span(), "key-missing/sync", target.name(), statement.event());
    } else if (target.isAbstract()) {
      diagnostics.error(statement.specification().span(), "abstract-reference", target.name());
    } else {
      key = typer.instances.key(target, key);
    }
    EventShape event = target.events.get(statement.event().text());
    if (event == null) {
      diagnostics.unknown(
          statement.event(),
          "unknown-event",
          "event of `" + target.name() + "` called",
          target.events.keySet(),
          "");
      statement.arguments().forEach(argument -> typer.type(argument, scope));
      return Optional.empty();
    }
    modules.resolved(statement.event(), event.declared());
    List<Typed> arguments =
        typer.arguments(
            "Event `" + target.name() + "." + statement.event() + "`",
            withDefaults(event),
            statement.arguments(),
            statement.span(),
            scope);
    return Optional.of(
        new CheckedSync(
            statement.negated(),
            target.index(),
            key,
            event.index(),
            arguments,
            StatementTyper.documentation(statement.annotations()),
            statement.span()));
  }

  private List<CheckedParameter> withDefaults(EventShape event) {
    Declaration.Event definition = event.definition();
    if (definition == null) {
      return event.parameters();
    }
    Parameters parameters = new Parameters(types, typer, diagnostics);
    List<CheckedParameter> complete = new ArrayList<>();
    for (int i = 0; i < event.parameters().size(); i++) {
      Parameter text = definition.parameters().get(i);
      CheckedParameter plain = event.parameters().get(i);
      complete.add(
          new CheckedParameter(
              plain.name(),
              plain.type(),
              parameters.defaultValue(text, plain.type(), event.library()),
              plain.span()));
    }
    return complete;
  }

  private void checkSelf(SpecificationShape shape, CheckedSync sync) {
    if (sync.specification() != shape.index() || sync.negated()) {
      return;
    }
    boolean ownKey =
        shape.isSingleton()
            || sync.key() instanceof Typed.This
            || sync.key() instanceof Typed.ThisField field
                && shape.key().map(key -> key.index() == field.field()).orElse(false);
    if (ownKey) {
      diagnostics.error(sync.span(), "sync-self");
    }
  }

  private void checkTwice(CheckedSync first, CheckedSync second) {
    boolean both = !first.negated() && !second.negated();
    if (both
        && first.specification() == second.specification()
        && first.specification() >= 0
        && TypedTrees.sameText(first.key(), second.key())) {
      diagnostics.error(second.span(), "sync-twice", first.span().line());
    }
  }
}
