package tutti.rebel.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.TypeExpr;
import tutti.rebel.typed.Type;
import tutti.rebel.typed.Type.Base;

/** Resolves types as they are written, and has the relations between types. */
final class Types {

  private static final Set<Base> ORDERED =
      EnumSet.of(
          Base.INTEGER,
          Base.MONEY,
          Base.PERCENTAGE,
          Base.DATE,
          Base.TIME,
          Base.DATE_TIME,
          Base.TERM,
          Base.STRING);

  /** The types by their names in other languages, in lower case. */
  private static final Map<String, Base> ELSEWHERE =
      Map.ofEntries(
          Map.entry("int", Base.INTEGER),
          Map.entry("long", Base.INTEGER),
          Map.entry("short", Base.INTEGER),
          Map.entry("number", Base.INTEGER),
          Map.entry("bigint", Base.INTEGER),
          Map.entry("biginteger", Base.INTEGER),
          Map.entry("bool", Base.BOOLEAN),
          Map.entry("str", Base.STRING),
          Map.entry("text", Base.STRING),
          Map.entry("varchar", Base.STRING),
          Map.entry("uuid", Base.STRING),
          Map.entry("localdate", Base.DATE),
          Map.entry("localtime", Base.TIME),
          Map.entry("instant", Base.DATE_TIME),
          Map.entry("timestamp", Base.DATE_TIME),
          Map.entry("localdatetime", Base.DATE_TIME));

  private final Modules modules;
  private final Diagnostics diagnostics;

  Types(Modules modules, Diagnostics diagnostics) {
    this.modules = modules;
    this.diagnostics = diagnostics;
  }

  /** Resolves a written type; ANY after a diagnostic. */
  Type of(TypeExpr written, LoadedModule from) {
    return switch (written) {
      case TypeExpr.Named named -> named(named, from);
      case TypeExpr.SetOf set -> new Type.SetOf(of(set.element(), from));
      case TypeExpr.MapOf map -> new Type.MapOf(of(map.key(), from), of(map.value(), from));
      case TypeExpr.Function function ->
          unsupported(
              function.span(), "A function", "Declare a `function` and call it by its name.");
      case TypeExpr.Tuple tuple ->
          unsupported(tuple.span(), "A tuple", "Use a parameter or field for each of its parts.");
    };
  }

  private Type unsupported(Span span, String what, String help) {
    diagnostics.error(span, "unsupported-type", what + " is no value in Tutti's Rebel.", help);
    return Base.ANY;
  }

  private Type named(TypeExpr.Named named, LoadedModule from) {
    String name = named.name().full();
    for (Base base : Base.values()) {
      if (base != Base.ANY && base.toString().equals(name)) {
        return base;
      }
    }
    if (Character.isDigit(name.charAt(0))) {
      return unsupported(named.span(), "A Term in the place of a type", "Write `Term`.");
    }
    Shape shape = modules.find(from, named.name());
    if (shape != null) {
      if (shape.isAbstract()) {
        diagnostics.error(
            named.span(),
            "abstract-reference",
            "`" + name + "` is abstract, so it has no instances to refer to.",
            "Name a specification that extends it.");
        return Base.ANY;
      }
      return shape.type();
    }
    List<String> known = new ArrayList<>();
    for (Base base : Base.values()) {
      if (base != Base.ANY) {
        known.add(base.toString());
      }
    }
    modules.shapes().forEach(other -> known.add(other.name()));
    String help =
        name.equals("set") || name.equals("map")
            ? "Write `set[String]` or `map[Currency: Money]`."
            : "A type is built in, as Integer or Money, or a specification.";
    Base meant = ELSEWHERE.get(name.toLowerCase(Locale.ROOT));
    if (meant != null) {
      diagnostics.error(
          named.span(),
          "unknown-type",
          "There is no type `" + name + "`.",
          "Did you mean `" + meant + "`?");
    } else {
      diagnostics.unknown(named.span(), "unknown-type", "type", name, known, help);
    }
    return Base.ANY;
  }

  /** Whether a value of type {@code actual} can stand where {@code expected} is wanted. */
  static boolean fits(Type expected, Type actual) {
    if (expected == Base.ANY || actual == Base.ANY) {
      return true;
    }
    return switch (expected) {
      case Base base -> base == actual;
      case Type.Instance instance -> instance.equals(actual);
      case Type.SetOf(Type element) -> actual instanceof Type.SetOf(Type a) && fits(element, a);
      case Type.MapOf(Type key, Type value) ->
          actual instanceof Type.MapOf(Type k, Type v) && fits(key, k) && fits(value, v);
    };
  }

  /** Returns the more specific one of two types that fit. */
  static Type join(Type a, Type b) {
    if (a == Base.ANY) {
      return b;
    }
    return switch (a) {
      case Type.SetOf(Type x) when b instanceof Type.SetOf(Type y) -> new Type.SetOf(join(x, y));
      case Type.MapOf(Type k, Type v) when b instanceof Type.MapOf(Type l, Type w) ->
          new Type.MapOf(join(k, l), join(v, w));
      case Base _, Type.Instance _, Type.SetOf _, Type.MapOf _ -> a;
    };
  }

  /** Whether values of this type have an order for {@code <}. */
  static boolean ordered(Type type) {
    return type == Base.ANY || type instanceof Base base && ORDERED.contains(base);
  }

  /** Whether the key of an instance can be of this type. */
  static boolean canBeKey(Type type) {
    return type instanceof Base base
        && base != Base.MONEY
        && base != Base.PERCENTAGE
        && base != Base.INTEREST_TARIFF;
  }
}
