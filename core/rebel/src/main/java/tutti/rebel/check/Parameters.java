package tutti.rebel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/** Declares parameters in a scope. */
record Parameters(Types types, Typer typer, Diagnostics diagnostics) {
  /** Checks the parameters and declares them in {@code scope}. */
  List<CheckedParameter> declare(List<Parameter> texts, LoadedModule module, NameScope scope) {
    List<CheckedParameter> parameters = new ArrayList<>();
    for (Parameter text : texts) {
      Type type = types.of(text.type(), module);
      unique(text.name(), scope);
      scope.parameters.put(
          text.name().text(), new NameScope.Variable(parameters.size(), type, text.name().span()));
      parameters.add(
          new CheckedParameter(
              text.name().text(), type, defaultValue(text, type, module), text.name().span()));
    }
    return parameters;
  }

  /** Checks the parameter's default value, which reads no state. */
  Optional<Typed> defaultValue(Parameter text, Type type, LoadedModule module) {
    NameScope constant = new NameScope(module, null, NameScope.Place.CONSTANT, false);
    return text.defaultValue()
        .map(
            value ->
                typer.expect(
                    value, constant, type, "The default value of `" + text.name().text() + "`"));
  }

  void unique(Name name, NameScope scope) {
    if (scope.parameters.containsKey(name.text()) || scope.configuration.containsKey(name.text())) {
      diagnostics.error(name.span(), "duplicate-name/parameter", name.text());
    }
  }
}
