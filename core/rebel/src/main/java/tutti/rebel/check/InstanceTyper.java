package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;
import static tutti.rebel.value.Type.Unknown.ANY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.Accessor;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.Typed.OfCaller.Part;
import tutti.rebel.value.Type;

/**
 * Finds the types of expressions about instances: {@code this}, {@code Account[key]}, fields and
 * states.
 */
final class InstanceTyper {

  private final Modules modules;
  private final Diagnostics diagnostics;
  private final Typer typer;

  private static final List<String> CALLER_FIELDS = List.of("subject", "tenant", "roles");

  /** Whether the current expression stands behind {@code new}. */
  private boolean after;

  InstanceTyper(Modules modules, Diagnostics diagnostics, Typer typer) {
    this.modules = modules;
    this.diagnostics = diagnostics;
    this.typer = typer;
  }

  Typed self(Span span, NameScope scope) {
    SpecificationShape self = scope.self;
    if (self == null) {
      return typer.error(
          span,
          scope.place() == NameScope.Place.FUNCTION ? "no-this-here/function" : "no-this-here",
          scope.place());
    }
    return new Typed.This(self.type(), span);
  }

  /** Types {@code new e}, the value of e after the event. */
  Typed after(Expr.New operand, NameScope scope) {
    if (scope.place() != NameScope.Place.POSTCONDITION) {
      return typer.error(operand.span(), "stray-new", scope.place());
    }
    Expr root = root(operand.operand());
    if (root instanceof Expr.Reference reference
        && Character.isUpperCase(reference.name().text().charAt(0))) {
      return typer.error(operand.span(), "new-of-other", reference.name());
    }
    if (!(root instanceof Expr.This)) {
      return typer.error(operand.span(), "stray-new/not-this");
    }
    return typed(operand.operand(), scope, true);
  }

  private static Expr root(Expr expr) {
    Expr root = expr;
    while (true) {
      if (root instanceof Expr.FieldAccess access) {
        root = access.target();
      } else if (root instanceof Expr.Index index) {
        root = index.target();
      } else {
        return root;
      }
    }
  }

  /** Types a specification's name alone, which is the instance of a singleton. */
  Typed specification(Name name, NameScope scope) {
    SpecificationShape shape = modules.specification(scope.module, name);
    if (shape == null) {
      return Typer.wrong(name.span());
    }
    if (!shape.isSingleton()) {
      return typer.error(name.span(), "key-missing", name);
    }
    Typed key = new Typed.Constant(Literal.text(shape.name()), Type.Simple.STRING, name.span());
    return other(shape, key, name.span(), scope);
  }

  private Typed other(SpecificationShape shape, Typed key, Span span, NameScope scope) {
    if (!scope.place().seesInstances()) {
      return typer.error(
          span,
          scope.place() == NameScope.Place.INVARIANT
              ? "no-instances-here/invariant"
              : "no-instances-here",
          scope.place());
    }
    if (shape.isAbstract()) {
      return typer.error(span, "abstract-reference", shape.name());
    }
    return new Typed.InstanceOf(shape.index(), key, shape.type(), span);
  }

  Typed index(Expr.Index index, NameScope scope) {
    if (index.target() instanceof Expr.Reference reference
        && Character.isUpperCase(reference.name().text().charAt(0))) {
      SpecificationShape shape = modules.specification(scope.module, reference.name());
      Typed key = typed(index.index(), scope, false);
      return shape == null
          ? Typer.wrong(index.span())
          : other(shape, key(shape, key), index.span(), scope);
    }
    Typed target = typer.type(index.target(), scope);
    // The key in new this.map[key] has its value before the event.
    Typed key = typed(index.index(), scope, false);
    return switch (target.type()) {
      case Type.MapOf(Type keys, Type values) -> {
        if (!Types.fits(keys, key.type())) {
          yield typer.error(key.span(), "type/map-key", keys, key.type());
        }
        yield new Typed.MapValue(target, key, values, index.span());
      }
      case Type.Unknown _ -> Typer.wrong(index.span());
      case Type.Simple _, Type.SetOf _, Type.Reference _ ->
          typer.error(
              index.span(),
              target.type() instanceof Type.SetOf ? "type/index-set" : "type/index",
              target.type());
    };
  }

  /** Types an expression that stands behind {@code new} or not, whatever is around it. */
  private Typed typed(Expr expr, NameScope scope, boolean behindNew) {
    boolean outer = after;
    after = behindNew;
    try {
      return typer.type(expr, scope);
    } finally {
      after = outer;
    }
  }

  /** Converts a key for a specification; a reference to an instance is its key. */
  Typed key(SpecificationShape shape, Typed key) {
    boolean reference = key.type() instanceof Type.Reference to && to.index() == shape.index();
    if (reference || Types.fits(shape.keyType(), key.type())) {
      modules.keys.right(shape, key.type());
      return key;
    }
    if (shape.isSingleton()) {
      return typer.error(
          key.span(), "key-type/singleton", shape.name(), shape.keyType(), key.type());
    }
    modules.keys.wrong(shape, key.type(), key.span(), "key-type/given", shape.name());
    return Typer.wrong(key.span());
  }

  Typed field(Expr.FieldAccess access, NameScope scope) {
    if (Typer.isCaller(access.target(), scope)) {
      return ofCaller(access, scope);
    }
    Typed target = typer.type(access.target(), scope);
    Name field = access.field();
    if (target instanceof Typed.This) {
      return ownField(field, access.span(), scope);
    }
    return switch (target.type()) {
      case Type.Reference instance -> otherField(instance, target, field, access.span(), scope);
      case Type.Unknown _ -> Typer.wrong(access.span());
      case Type.Simple base -> part(base, target, field, access.span());
      case Type.SetOf _, Type.MapOf _ ->
          typer.error(access.span(), "unknown-field/collection", target.type());
    };
  }

  private Typed ofCaller(Expr.FieldAccess access, NameScope scope) {
    Name field = access.field();
    if (!scope.place().seesInstances()) {
      return typer.error(
          access.span(),
          "no-caller-here",
          scope.place(),
          scope.place() == NameScope.Place.FUNCTION ? "Pass it as an argument." : "");
    }
    modules.callers.add(access.span());
    return switch (field.text()) {
      case "subject" -> new Typed.OfCaller(Part.SUBJECT, Type.Simple.STRING, access.span());
      case "tenant" -> new Typed.OfCaller(Part.TENANT, Type.Simple.STRING, access.span());
      case "roles" ->
          new Typed.OfCaller(Part.ROLES, new Type.SetOf(Type.Simple.STRING), access.span());
      default -> {
        diagnostics.unknown(field, "unknown-field", "field of a caller called", CALLER_FIELDS, "");
        yield Typer.wrong(access.span());
      }
    };
  }

  private Typed ownField(Name name, Span span, NameScope scope) {
    SpecificationShape self = scope.self;
    SpecificationShape.FieldShape field = self == null ? null : self.fields.get(name.text());
    if (self == null || field == null) {
      unknownField(name, self);
      return Typer.wrong(span);
    }
    modules.resolved(name, field.name().span());
    if (after) {
      return new Typed.NewField(field.index(), name.text(), field.type(), span);
    }
    if (scope.creating && !field.key()) {
      return typer.error(
          span,
          scope.place() == NameScope.Place.POSTCONDITION ? "unset-field/after" : "unset-field",
          name.text());
    }
    return new Typed.ThisField(field.index(), name.text(), field.type(), span);
  }

  private void unknownField(Name name, @Nullable SpecificationShape shape) {
    if (shape != null) {
      diagnostics.unknown(
          name,
          "unknown-field",
          "field of `" + shape.name() + "` called",
          shape.fields.keySet(),
          "");
    }
  }

  private Typed otherField(
      Type.Reference instance, Typed target, Name name, Span span, NameScope scope) {
    SpecificationShape shape = byIndex(instance, scope);
    if (shape == null) {
      return Typer.wrong(span);
    }
    SpecificationShape.FieldShape field = shape.fields.get(name.text());
    if (field == null) {
      unknownField(name, shape);
      return Typer.wrong(span);
    }
    modules.resolved(name, field.name().span());
    Typed key = target;
    if (target instanceof Typed.InstanceOf known) {
      key = known.key();
    } else if (other(shape, target, span, scope).type() == ANY) {
      return Typer.wrong(span);
    }
    return new Typed.OtherField(shape.index(), key, field.index(), name.text(), field.type(), span);
  }

  private @Nullable SpecificationShape byIndex(Type.Reference instance, NameScope scope) {
    SpecificationShape self = scope.self;
    if (self != null && self.name().equals(instance.specification())) {
      return self;
    }
    return modules.shapes.stream()
        .filter(s -> s.index() == instance.index() && s.name().equals(instance.specification()))
        .findFirst()
        .orElse(null);
  }

  private Typed part(Type.Simple base, Typed target, Name name, Span span) {
    List<String> known = new ArrayList<>();
    for (Accessor accessor : Accessor.values()) {
      if (accessor.of() == base) {
        if (accessor.field().equals(name.text())) {
          return new Typed.Part(accessor, target, accessor.result(), span);
        }
        known.add(accessor.field());
      }
    }
    if (known.isEmpty()) {
      return typer.error(name.span(), "unknown-field/none", base);
    }
    Optional<String> longer =
        known.stream().filter(field -> field.startsWith(name.text())).findFirst();
    if (longer.isPresent()) {
      return typer.error(name.span(), "unknown-field/near", base, name.text(), longer.get());
    }
    diagnostics.unknown(name, "unknown-field", "field of " + base + " called", known, "");
    return Typer.wrong(span);
  }

  Typed inState(Expr.InState inState, NameScope scope) {
    return inStages(
        inState.operand(), shape -> stages(inState.states(), shape), inState.span(), scope);
  }

  private long stages(List<Name> states, SpecificationShape shape) {
    long bits = 0;
    for (Name state : states) {
      int stage = shape.stages.indexOf(state.text());
      if (stage < 0) {
        diagnostics.unknown(
            state, "unknown-state", "state of `" + shape.name() + "` called", shape.stages, "");
      } else {
        modules.resolved(state, shape.places.get(state.text()));
        bits |= 1L << Math.min(stage, 63);
      }
    }
    return bits;
  }

  Typed inStages(
      Expr operand, ToLongFunction<SpecificationShape> stages, Span span, NameScope scope) {
    boolean future = operand instanceof Expr.New;
    Typed target = typer.type(operand, scope);
    if (target.type() == ANY) {
      return new Typed.Constant(new Literal.Any(), ANY, span);
    }
    if (!(target.type() instanceof Type.Reference instance)) {
      return typer.error(
          operand.span(),
          target.type() == BOOLEAN ? "type/state-of-truth" : "type/state",
          target.type(),
          Typer.precedenceHint(operand));
    }
    SpecificationShape shape = byIndex(instance, scope);
    if (shape == null) {
      return Typer.wrong(span);
    }
    if (target instanceof Typed.This) {
      if (scope.place() == NameScope.Place.INVARIANT) {
        return typer.error(span, "state-in-invariant");
      }
      return future
          ? new Typed.NewInStages(stages.applyAsLong(shape), BOOLEAN, span)
          : new Typed.ThisInStages(stages.applyAsLong(shape), BOOLEAN, span);
    }
    Typed key = target instanceof Typed.InstanceOf known ? known.key() : target;
    if (other(shape, key, span, scope).type() == ANY) {
      return Typer.wrong(span);
    }
    return new Typed.OtherInStages(shape.index(), key, stages.applyAsLong(shape), BOOLEAN, span);
  }
}
