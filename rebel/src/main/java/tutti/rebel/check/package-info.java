/**
 * The meaning of a Rebel text: names resolved, types found, rules checked.
 *
 * <p>{@code Checker.check(path)} gives a {@link tutti.rebel.check.CheckedApplication} and all
 * {@link tutti.rebel.check.Diagnostic diagnostics}. The checked model needs no look-up by name:
 * specifications, fields, events, functions, parameters and locals are indexes, states are bits,
 * and every expression is a {@link tutti.rebel.check.Typed} that knows its {@link
 * tutti.rebel.check.Type}. Only an application without errors is returned.
 */
@NullMarked
package tutti.rebel.check;

import org.jspecify.annotations.NullMarked;
