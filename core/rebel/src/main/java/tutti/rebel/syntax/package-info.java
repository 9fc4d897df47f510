/**
 * The tree of a Rebel text, as its author wrote it: no name is resolved, no type is known. Begin
 * with {@link tutti.rebel.syntax.Module}, one file.
 *
 * <table>
 *   <caption>The parts of the tree</caption>
 *   <tr><td>{@link tutti.rebel.syntax.Specification}</td><td>fields, events, invariants and states
 *       of one kind of instance</td></tr>
 *   <tr><td>{@link tutti.rebel.syntax.Declaration}</td><td>an event, function or invariant of a
 *       library, with its {@link tutti.rebel.syntax.Parameter}s</td></tr>
 *   <tr><td>{@link tutti.rebel.syntax.Statement}, {@link tutti.rebel.syntax.SyncStatement}</td>
 *       <td>a line of a declaration's body</td></tr>
 *   <tr><td>{@link tutti.rebel.syntax.Expr}, {@link tutti.rebel.syntax.Literal}, {@link
 *       tutti.rebel.syntax.TypeExpr}</td><td>expressions, constants and types as written</td></tr>
 *   <tr><td>{@link tutti.rebel.syntax.Span}, {@link tutti.rebel.syntax.SourceFile}</td><td>places
 *       in the text, which every node knows</td></tr>
 *   <tr><td>{@link tutti.rebel.syntax.Problem}, {@link tutti.rebel.syntax.Fix}</td><td>a
 *       diagnostic's place and words, and the change that mends it; {@code problems.txt} has the
 *       words of all of them by their keys</td></tr>
 * </table>
 *
 * <p>The tree is immutable. {@code tutti.rebel.parse} makes it, {@code tutti.rebel.check} gives it
 * its meaning.
 */
@NullMarked
package tutti.rebel.syntax;

import org.jspecify.annotations.NullMarked;
