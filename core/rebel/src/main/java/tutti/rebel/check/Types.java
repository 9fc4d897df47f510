package tutti.rebel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.TypeExpr;
import tutti.rebel.value.Type;
import tutti.rebel.value.Type.Simple;

/** Resolves types as they are written, and has the relations between types. */
record Types(Modules modules, Diagnostics diagnostics) {
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
    diagnostics.error(span, "unsupported-type", what, help);
    return Type.Unknown.ANY;
  }

  private Type named(TypeExpr.Named named, LoadedModule from) {
    String name = named.name().full();
    for (Simple base : Simple.values()) {
      if (base.toString().equals(name)) {
        return base;
      }
    }
    if (Character.isDigit(name.charAt(0))) {
      return unsupported(named.span(), "A Term in the place of a type", "Write `Term`.");
    }
    SpecificationShape shape = modules.find(from, named.name());
    if (shape != null) {
      if (shape.isAbstract()) {
        diagnostics.error(named.span(), "abstract-reference/type", name);
        return Type.Unknown.ANY;
      }
      return shape.type();
    }
    List<String> known = new ArrayList<>();
    for (Simple base : Simple.values()) {
      known.add(base.toString());
    }
    modules.shapes.forEach(other -> known.add(other.name()));
    String help =
        name.equals("set") || name.equals("map")
            ? "Write `set[String]` or `map[Currency: Money]`."
            : "A type is built in, as Integer or Money, or a specification.";
    Simple meant = elsewhere(name.toLowerCase(Locale.ROOT));
    if (meant != null) {
      diagnostics.error(named.span(), "unknown-type", name, meant);
    } else {
      diagnostics.unknown(
          named.span(), "unknown-type", "type", name, known, help, Optional.empty());
    }
    return Type.Unknown.ANY;
  }

  /** The type that has this name, in lower case, in other languages; null if none has. */
  private static @Nullable Simple elsewhere(String name) {
    return switch (name) {
      case "int", "long", "short", "number", "bigint", "biginteger" -> Simple.INTEGER;
      case "bool" -> Simple.BOOLEAN;
      case "str", "text", "varchar", "uuid" -> Simple.STRING;
      case "localdate" -> Simple.DATE;
      case "localtime" -> Simple.TIME;
      case "instant", "timestamp", "localdatetime" -> Simple.DATE_TIME;
      default -> null;
    };
  }

  /** Whether a value of type {@code actual} can stand where {@code expected} is wanted. */
  static boolean fits(Type expected, Type actual) {
    if (expected == Type.Unknown.ANY || actual == Type.Unknown.ANY) {
      return true;
    }
    return switch (expected) {
      case Simple _, Type.Unknown _ -> expected == actual;
      case Type.Reference instance -> instance.equals(actual);
      case Type.SetOf(Type element) -> actual instanceof Type.SetOf(Type a) && fits(element, a);
      case Type.MapOf(Type key, Type value) ->
          actual instanceof Type.MapOf(Type k, Type v) && fits(key, k) && fits(value, v);
    };
  }

  /** Returns the more specific one of two types that fit. */
  static Type join(Type a, Type b) {
    if (a == Type.Unknown.ANY) {
      return b;
    }
    return switch (a) {
      case Type.SetOf(Type x) when b instanceof Type.SetOf(Type y) -> new Type.SetOf(join(x, y));
      case Type.MapOf(Type k, Type v) when b instanceof Type.MapOf(Type l, Type w) ->
          new Type.MapOf(join(k, l), join(v, w));
      case Simple _, Type.Unknown _, Type.Reference _, Type.SetOf _, Type.MapOf _ -> a;
    };
  }

  /** Whether values of this type have an order for {@code <}. */
  static boolean ordered(Type type) {
    return switch (type) {
      case Type.Unknown.ANY -> true;
      case Simple.INTEGER, Simple.MONEY, Simple.PERCENTAGE, Simple.TERM, Simple.STRING -> true;
      case Simple.DATE, Simple.TIME, Simple.DATE_TIME -> true;
      default -> false;
    };
  }

  /** Whether the key of an instance can be of this type. */
  static boolean canBeKey(Type type) {
    return type == Type.Unknown.ANY
        || type instanceof Simple
            && type != Simple.MONEY
            && type != Simple.PERCENTAGE
            && type != Simple.INTEREST_TARIFF;
  }
}
