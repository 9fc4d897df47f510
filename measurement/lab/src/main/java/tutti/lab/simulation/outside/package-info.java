/**
 * Transactions that charge cards in a simulated world outside of Tutti, with the rule that holds of
 * the charges: each happens at most once, and exactly when its transaction commits.
 *
 * <p>Readers begin with {@link tutti.lab.simulation.outside.ChargesSimulation}; {@link
 * tutti.lab.simulation.outside.CardService} is the world outside, and {@link
 * tutti.lab.simulation.outside.Purse} is the actor.
 */
@NullMarked
package tutti.lab.simulation.outside;

import org.jspecify.annotations.NullMarked;
