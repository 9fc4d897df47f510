/**
 * Rebel as text: source positions, tokens, the parser and the tree that it gives. The package does
 * not resolve names; {@code tutti.rebel.check} does.
 *
 * <p>The tree: {@link tutti.rebel.syntax.Module} → {@link tutti.rebel.syntax.Specification} and
 * {@link tutti.rebel.syntax.Declaration}, with {@link tutti.rebel.syntax.Expr} below. The tree is
 * immutable, and every node knows its {@link tutti.rebel.syntax.Span}.
 */
@NullMarked
package tutti.rebel.syntax;

import org.jspecify.annotations.NullMarked;
