/**
 * Histories and their checkers. A history has the requests and answers of clients, and the versions
 * of each actor that every transaction read and made. A checker says whether a system with a given
 * claim may have that history.
 *
 * <p>Nothing in here knows the engine: a history may come from the simulator, from real processes
 * or from another system ({@code docs/history-format.md}).
 *
 * <p>Sources: A. Adya, B. Liskov, P. O'Neil, Generalized Isolation Level Definitions, ICDE 2000,
 * for the names of anomalies; K. Kingsbury, P. Alvaro, Elle, VLDB 2020, for inferring them from the
 * observations of clients; M. Herlihy, J. Wing, Linearizability, TOPLAS 1990.
 *
 * <p>Begin with {@link tutti.simulator.history.HistoryChecker}: {@link
 * tutti.simulator.history.Sessions} (is it a history at all), {@link
 * tutti.simulator.history.EffectCheck} (did whole transactions happen, each once) and {@link
 * tutti.simulator.history.Cycles} (is there an order) judge one after another. An {@link
 * tutti.simulator.history.Operation} is what a client and the logs say of one transaction. Files
 * are in {@code history.file}, graphs in {@code history.graph}.
 */
@NullMarked
package tutti.simulator.history;

import org.jspecify.annotations.NullMarked;
