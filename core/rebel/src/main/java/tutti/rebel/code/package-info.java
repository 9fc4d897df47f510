/**
 * Expressions as closures. Begin with {@link tutti.rebel.code.ExpressionCompiler}, which makes the
 * {@link tutti.rebel.code.Code} of a {@link tutti.rebel.typed.Typed}.
 *
 * <p>Names, types and operators are resolved once, when an application is loaded, and constant
 * parts are computed then. {@link tutti.rebel.code.Arithmetic} is the table of the arithmetic
 * operators; {@code Operators}, {@code SetCode}, {@code FieldAccessCode}, {@code CompiledFunctions}
 * and {@code Instances} have the code of each kind of expression; a {@link tutti.rebel.code.Frame}
 * has the data of one evaluation. A {@link tutti.rebel.code.RefusalRule} is a condition with its
 * text; when it does not hold, {@code RuleRefusal} and {@code Watcher} say what it looked at. The
 * meaning of rules is described for users in {@code docs/rebel.md}.
 */
@NullMarked
package tutti.rebel.code;

import org.jspecify.annotations.NullMarked;
