package tutti.rebel.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Name;
import tutti.rebel.typed.CheckedFunction;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/**
 * The functions of an application. Each is checked when it is first called, so that a function
 * comes after those that it calls and a recursion is detected.
 */
final class CheckedFunctions {

  private final Modules modules;
  private final Types types;
  private final Diagnostics diagnostics;
  private final List<CheckedFunction> checked = new ArrayList<>();
  private final Map<Declaration.Function, Optional<CheckedFunction>> done = new LinkedHashMap<>();
  private final List<Declaration.Function> open = new ArrayList<>();
  final Typer typer;

  CheckedFunctions(Modules modules, Types types, Diagnostics diagnostics) {
    this.modules = modules;
    this.types = types;
    this.diagnostics = diagnostics;
    this.typer = new Typer(modules, this, diagnostics);
  }

  /** Checks also the functions that are never called, and returns all of them. */
  List<CheckedFunction> all() {
    for (LoadedModule module : modules.all()) {
      for (Declaration declaration : module.module().declarations()) {
        if (declaration instanceof Declaration.Function function) {
          check(function, module);
        }
      }
    }
    return checked;
  }

  private boolean declared(String name) {
    return modules.all().stream()
        .flatMap(each -> each.module().declarations().stream())
        .anyMatch(each -> each instanceof Declaration.Function && each.name().text().equals(name));
  }

  /** The function that a name means, or null after a diagnostic. */
  @Nullable CheckedFunction find(Name name, LoadedModule from) {
    if (name.text().equals("if") && !declared("if")) {
      diagnostics.error(name.span(), "unknown-function/if");
      return null;
    }
    Modules.Found<Declaration.Function> found =
        modules.declaration(from, name, Declaration.Function.class, "function");
    if (found == null) {
      return null;
    }
    int at = open.indexOf(found.declaration());
    if (at >= 0) {
      List<String> cycle = new ArrayList<>();
      open.subList(at, open.size()).forEach(function -> cycle.add(function.name().text()));
      cycle.add(name.text());
      diagnostics.error(name.span(), "recursive-function", String.join(" → ", cycle));
      return null;
    }
    return check(found.declaration(), found.module());
  }

  private @Nullable CheckedFunction check(Declaration.Function function, LoadedModule module) {
    Optional<CheckedFunction> known = done.get(function);
    if (known == null) {
      open.add(function);
      known = Optional.of(body(function, module));
      open.removeLast();
      done.put(function, known);
    }
    return known.orElse(null);
  }

  private CheckedFunction body(Declaration.Function function, LoadedModule module) {
    NameScope scope = new NameScope(module, null, NameScope.Place.FUNCTION, false);
    List<CheckedParameter> parameters =
        new Parameters(types, typer, diagnostics).declare(function.parameters(), module, scope);
    Type returns = types.of(function.returnType(), module);
    Typed body = new StatementTyper(typer, diagnostics).value(function.body(), scope);
    if (!Types.fits(returns, body.type())) {
      diagnostics.error(body.span(), "type/function", function.name().text(), returns, body.type());
    }
    CheckedFunction result =
        new CheckedFunction(
            checked.size(),
            function.name().text(),
            parameters,
            returns,
            body,
            scope.slots(),
            function.name().span());
    checked.add(result);
    return result;
  }
}
