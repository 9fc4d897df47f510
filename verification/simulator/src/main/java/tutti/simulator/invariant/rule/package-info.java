/**
 * The invariants, a class for each mechanism's card. Begin with {@link
 * tutti.simulator.invariant.rule.Invariant}, then read {@link
 * tutti.simulator.invariant.rule.JournalInvariants}, the shortest list.
 */
@NullMarked
package tutti.simulator.invariant.rule;

import org.jspecify.annotations.NullMarked;
