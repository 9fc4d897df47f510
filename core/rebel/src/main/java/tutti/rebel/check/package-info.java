/**
 * The checker of Rebel: names are resolved, types found, rules checked. Begin with {@link
 * tutti.rebel.check.Checker}: {@code Checker.check(path)} gives a {@link
 * tutti.rebel.typed.CheckedApplication}, or the mistakes.
 *
 * <table>
 *   <caption>The steps of a check, in their order</caption>
 *   <tr><td>{@code Modules}, {@code Types}</td><td>find declarations and types by name</td></tr>
 *   <tr><td>{@code Shapes}, {@code SpecificationShape}, {@code LifeCycles}</td><td>fields, signatures and states
 *       of every specification, inherited ones included</td></tr>
 *   <tr><td>{@code Typer}, with {@code InstanceTyper}, {@code CollectionTyper}, {@code
 *       StatementTyper}, {@code OperatorTypes}, {@code NameScope}</td><td>types of expressions</td></tr>
 *   <tr><td>{@code CheckedFunctions}, {@code EventChecker}, {@code Parameters}, {@code SyncChecker},
 *       {@code CallChecker}, {@code JavaTypes}</td><td>functions, events, and the events and
 *       procedures in Java with which they sync</td></tr>
 *   <tr><td>{@code Equations}, {@code Determination}</td><td>turn postconditions into effects, and
 *       see that each field gets one value</td></tr>
 *   <tr><td>{@code InitialInvariants}, {@code Bounds}, {@code NegatedCalls}</td><td>what no run
 *       could ever satisfy</td></tr>
 * </table>
 */
@NullMarked
package tutti.rebel.check;

import org.jspecify.annotations.NullMarked;
