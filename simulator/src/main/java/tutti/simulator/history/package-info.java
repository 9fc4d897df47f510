/**
 * Histories and their checkers: what clients asked and were told, which version of each actor every
 * transaction read and made, and whether all of it is what a system with a given claim may do.
 *
 * <p>Nothing in here knows the engine: a history may come from the simulator, from real processes
 * or from another system ({@code docs/history-format.md}).
 *
 * <p>Sources: A. Adya, B. Liskov, P. O'Neil, Generalized Isolation Level Definitions, ICDE 2000,
 * for the names of anomalies; K. Kingsbury, P. Alvaro, Elle, VLDB 2020, for inferring them from
 * what clients saw; M. Herlihy, J. Wing, Linearizability, TOPLAS 1990.
 */
@NullMarked
package tutti.simulator.history;

import org.jspecify.annotations.NullMarked;
