/**
 * The checked application: the tree with its types. Begin with {@link
 * tutti.rebel.typed.CheckedApplication}; {@code tutti.rebel.check} makes it, {@code
 * tutti.rebel.compile} and {@code tutti.rebel.analyze} read it.
 *
 * <p>A {@link tutti.rebel.typed.CheckedSpecification} has its fields, events and invariants,
 * inherited ones included; a {@link tutti.rebel.typed.CheckedEvent} has conditions, effects, syncs
 * and calls of procedures. Nothing needs a look-up by name: specifications, fields, events,
 * functions, parameters and locals are indexes, states are bits, and every expression is a {@link
 * tutti.rebel.typed.Typed} that knows its {@link tutti.rebel.value.Type}. Only an application
 * without errors becomes such a tree; {@link tutti.rebel.typed.ResolvedName}s lead from names to
 * declarations also where there are errors.
 */
@NullMarked
package tutti.rebel.typed;

import org.jspecify.annotations.NullMarked;
