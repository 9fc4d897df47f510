package tutti.rebel.syntax;

import java.util.Optional;

/** {@code name: Type = default}. */
public record Parameter(Name name, TypeExpr type, Optional<Expr> defaultValue, Span span) {}
