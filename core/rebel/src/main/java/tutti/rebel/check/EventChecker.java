package tutti.rebel.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tutti.rebel.check.SpecificationShape.EventShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification.Configured;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedConfig;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedEvent.Effect;
import tutti.rebel.typed.CheckedEvent.Transition;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/** Checks one event as one specification binds it. */
final class EventChecker {

  /**
   * A checked event and the fields to which it gives new values.
   *
   * @param determined fields that always get a value
   * @param partial fields that get a value only in some cases
   */
  record Result(CheckedEvent event, Set<Integer> determined, Set<Integer> partial) {}

  private final Modules modules;
  private final Types types;
  private final Typer typer;
  private final Diagnostics diagnostics;
  private final StatementTyper statements;
  private final Parameters parameters;

  EventChecker(Modules modules, Types types, Typer typer, Diagnostics diagnostics) {
    this.modules = modules;
    this.types = types;
    this.typer = typer;
    this.diagnostics = diagnostics;
    this.statements = new StatementTyper(typer, diagnostics);
    this.parameters = new Parameters(types, typer, diagnostics);
  }

  Result check(SpecificationShape shape, EventShape event) {
    Declaration.Event definition = event.definition();
    return definition == null ? declared(shape, event) : defined(shape, event, definition);
  }

  private Result defined(SpecificationShape shape, EventShape event, Declaration.Event definition) {
    String name = definition.name().text();
    NameScope scope =
        new NameScope(
            event.library(), shape, NameScope.Place.PRECONDITION, shape.createsOnly(name));
    List<CheckedConfig> configuration = configure(event, definition, scope);
    List<CheckedParameter> declared =
        parameters.declare(definition.parameters(), event.library(), scope);
    List<CheckedCondition> preconditions = statements.conditions(definition.preconditions(), scope);
    scope.place(NameScope.Place.POSTCONDITION);
    Equations equations = new Equations(shape, diagnostics);
    equations.take(statements.conditions(definition.postconditions(), scope));
    scope.place(NameScope.Place.SYNC);
    SyncChecker partners = new SyncChecker(modules, types, typer, diagnostics);
    List<CheckedSync> sync = partners.check(shape, definition.sync(), scope);
    CheckedEvent checked =
        new CheckedEvent(
            event.index(),
            name,
            event.visibility(),
            StatementTyper.documentation(definition.annotations()),
            declared,
            configuration,
            transitions(shape, name),
            preconditions,
            equations.effects(),
            equations.checks,
            sync,
            partners.calls,
            scope.slots(),
            definition.name().span());
    Set<Integer> determined = new TreeSet<>();
    Set<Integer> partial = new TreeSet<>();
    equations.equations.forEach(
        (field, equation) -> (equation.partial() ? partial : determined).add(field));
    return new Result(checked, determined, partial);
  }

  /**
   * Checks an event of which only the signature is known, because it happened outside the
   * application.
   */
  private Result declared(SpecificationShape shape, EventShape event) {
    String name = event.ref().name().text();
    if (!shape.isExternal() && !shape.isAbstract()) {
      diagnostics.error(event.ref().span(), "interface-event", name);
    }
    List<Parameter> texts =
        event.ref() instanceof EventRef.Interface text ? text.parameters() : List.of();
    NameScope scope =
        new NameScope(event.binder(), shape, NameScope.Place.PRECONDITION, shape.createsOnly(name));
    List<CheckedParameter> declared = parameters.declare(texts, event.binder(), scope);
    List<Effect> effects = new ArrayList<>();
    Set<Integer> determined = new TreeSet<>();
    for (int i = 0; i < declared.size(); i++) {
      CheckedParameter parameter = declared.get(i);
      SpecificationShape.FieldShape field = shape.fields.get(parameter.name());
      if (field != null && !field.key() && field.type().equals(parameter.type())) {
        Typed value = new Typed.Param(i, parameter.name(), parameter.type(), parameter.span());
        effects.add(new Effect(field.index(), value, parameter.span()));
        determined.add(field.index());
      }
    }
    Span span = event.ref().name().span();
    CheckedEvent checked =
        new CheckedEvent(
            event.index(),
            name,
            event.visibility(),
            "",
            declared,
            List.of(),
            transitions(shape, name),
            List.of(),
            effects,
            List.of(),
            List.of(),
            List.of(),
            0,
            span);
    return new Result(checked, determined, Set.of());
  }

  private static List<Transition> transitions(SpecificationShape shape, String event) {
    return shape.transitions.stream()
        .filter(transition -> transition.event().equals(event))
        .map(transition -> new Transition(transition.from(), transition.to()))
        .toList();
  }

  private List<CheckedConfig> configure(
      EventShape event, Declaration.Event definition, NameScope scope) {
    Map<String, Configured> given = new LinkedHashMap<>();
    boolean mistaken = given(event, definition, given);
    List<CheckedConfig> configuration = new ArrayList<>();
    NameScope constant = new NameScope(event.binder(), null, NameScope.Place.CONSTANT, false);
    for (Parameter parameter : definition.configuration()) {
      String name = parameter.name().text();
      Type type = types.of(parameter.type(), event.library());
      parameters.unique(parameter.name(), scope);
      Configured chosen = given.get(name);
      Typed standard = parameters.defaultValue(parameter, type, event.library()).orElse(null);
      Typed value = standard;
      if (chosen != null) {
        value = typer.expect(chosen.value(), constant, type, "The value of `" + name + "`");
      } else if (value == null && mistaken) {
        // The value stands there under another name, of which the message has spoken.
        value = Typer.wrong(event.ref().span());
      } else if (value == null) {
        value =
            typer.error(event.ref().span(), "config-missing", definition.name().text(), name, type);
      }
      scope.configuration.put(
          name, new NameScope.Variable(configuration.size(), type, parameter.name().span()));
      configuration.add(new CheckedConfig(name, type, value));
    }
    return configuration;
  }

  /** Finds the values that are given; whether there is one of an unknown name. */
  private boolean given(
      EventShape event, Declaration.Event definition, Map<String, Configured> given) {
    boolean mistaken = false;
    List<Configured> texts =
        event.ref() instanceof EventRef.Bound bound ? bound.configuration() : List.of();
    Map<String, Span> known = new LinkedHashMap<>();
    definition
        .configuration()
        .forEach(parameter -> known.putIfAbsent(parameter.name().text(), parameter.name().span()));
    for (Configured text : texts) {
      String name = text.name().text();
      modules.resolved(text.name(), known.get(name));
      if (!known.containsKey(name)) {
        diagnostics.unknown(
            text.name(),
            "unknown-config",
            "configuration parameter of `" + definition.name().text() + "` called",
            known.keySet(),
            known.isEmpty()
                ? "The event has no configuration parameters."
                : known.size() == 1
                    ? "Did you mean `" + known.keySet().iterator().next() + "`?"
                    : "");
        mistaken = true;
      } else if (given.putIfAbsent(name, text) != null) {
        diagnostics.error(text.name().span(), "duplicate-name/value", name);
      }
    }
    return mistaken;
  }
}
