package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;
import static tutti.rebel.value.Type.Simple.DATE;
import static tutti.rebel.value.Type.Simple.INTEGER;
import static tutti.rebel.value.Type.Unknown.ANY;

import java.util.ArrayList;
import java.util.List;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Name;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/** Finds the types of sets, of maps, and of expressions over all their elements. */
record CollectionTyper(Diagnostics diagnostics, Typer typer) {
  Typed range(Expr.Range range, NameScope scope) {
    Typed lower = typer.type(range.lower(), scope);
    Typed upper = typer.type(range.upper(), scope);
    Type type = Types.join(lower.type(), upper.type());
    boolean fits = Types.fits(lower.type(), upper.type());
    if (!fits || type != INTEGER && type != DATE && type != ANY) {
      return typer.error(range.span(), "type/range", lower.type(), upper.type());
    }
    return new Typed.Range(lower, upper, new Type.SetOf(type), range.span());
  }

  Typed set(Expr.SetLiteral set, NameScope scope) {
    List<Typed> elements = new ArrayList<>();
    Type type = ANY;
    for (Expr element : set.elements()) {
      Typed typed = typer.type(element, scope);
      type = joined(type, typed, "The elements of a set");
      elements.add(typed);
    }
    return new Typed.SetLiteral(elements, new Type.SetOf(type), set.span());
  }

  Typed map(Expr.MapLiteral map, NameScope scope) {
    List<Typed.Entry> entries = new ArrayList<>();
    Type keys = ANY;
    Type values = ANY;
    for (Expr.Entry entry : map.entries()) {
      Typed key = typer.type(entry.key(), scope);
      Typed value = typer.type(entry.value(), scope);
      keys = joined(keys, key, "The keys of a map");
      values = joined(values, value, "The values of a map");
      entries.add(new Typed.Entry(key, value));
    }
    return new Typed.MapLiteral(entries, new Type.MapOf(keys, values), map.span());
  }

  private Type joined(Type before, Typed next, String what) {
    if (!Types.fits(before, next.type())) {
      diagnostics.error(next.span(), "type/elements", what, next.type(), before);
      return before;
    }
    return Types.join(before, next.type());
  }

  Typed comprehension(Expr.Comprehension comprehension, NameScope scope) {
    Typed source = typer.type(comprehension.source(), scope);
    Type element = element(source);
    int slot = bind(comprehension.variable(), element, scope);
    List<Typed> conditions = conditions(comprehension.conditions(), scope);
    scope.unbind();
    return new Typed.Comprehension(
        slot, source, conditions, new Type.SetOf(element), comprehension.span());
  }

  Typed quantified(Expr.Quantified quantified, NameScope scope) {
    Typed source = typer.type(quantified.source(), scope);
    int slot = bind(quantified.variable(), element(source), scope);
    List<Typed> conditions = conditions(quantified.conditions(), scope);
    scope.unbind();
    return new Typed.Quantified(
        quantified.universal(), slot, source, conditions, BOOLEAN, quantified.span());
  }

  private int bind(Name variable, Type type, NameScope scope) {
    boolean hides =
        scope.parameters.containsKey(variable.text())
            || scope.configuration.containsKey(variable.text())
            || scope.locals.stream().anyMatch(local -> local.name().equals(variable.text()));
    if (hides) {
      diagnostics.error(variable.span(), "duplicate-name/variable", variable.text());
    }
    return scope.bind(variable.text(), type, variable.span());
  }

  private List<Typed> conditions(List<Expr> conditions, NameScope scope) {
    return conditions.stream()
        .map(condition -> typer.expect(condition, scope, BOOLEAN, "A condition"))
        .toList();
  }

  Typed cardinality(Expr.Cardinality cardinality, NameScope scope) {
    Typed operand = typer.type(cardinality.operand(), scope);
    if (operand.type() instanceof Type.Simple || operand.type() instanceof Type.Reference) {
      return typer.error(cardinality.span(), "type/cardinality", operand.type());
    }
    return new Typed.Cardinality(operand, INTEGER, cardinality.span());
  }

  private Type element(Typed source) {
    return switch (source.type()) {
      case Type.SetOf(Type element) -> element;
      case Type.MapOf(Type key, Type _) -> key;
      case Type.Unknown _ -> ANY;
      case Type.Simple _, Type.Reference _ -> {
        diagnostics.error(source.span(), "type/source", source.type());
        yield ANY;
      }
    };
  }
}
