/**
 * {@code tutti bench tpcc}: an order-entry system of warehouses (TPC Benchmark C, standard
 * specification, revision 5.11), as an application in Java. Reactors (§4.1.3, a warehouse as an
 * actor), Easy Commit (§6.1) and Janus (§6.3) measure by it.
 *
 * <p>As there: the tables with their columns, the rows that are loaded (clause 4.3), random values
 * that are not evenly drawn (clause 2.1.6), the five transactions (clause 2), keying and think
 * times, and the twelve consistency conditions (clause 3.3.2). Money is decimal.
 *
 * <p>Departures from the specification:
 *
 * <ul>
 *   <li>no terminals are emulated beyond their times, and no screens are drawn; a client's next
 *       transaction follows the answer to the one before, at once unless it is told to wait;
 *   <li>a delivery is answered when it has been done, not queued, and all its districts are one
 *       transaction;
 *   <li>kinds of transactions are drawn by their shares, not from a deck of cards;
 *   <li>each warehouse has its own rows of the items, so that no transaction reads an item of
 *       another node;
 *   <li>the columns of the warehouse's own number are in no row: the actor has it;
 *   <li>history has a key, the number of the payment among all of the customer's;
 *   <li>an item that is not valid belongs to a line that the own warehouse supplies.
 * </ul>
 *
 * <p>No result is audited, so figures are TPC-C transactions in a second, of all kinds together.
 *
 * <p>Under protocols of which an actor is one item, rows are actors: the same application, cut
 * finer ({@link tutti.lab.tpcc.Clerk}).
 *
 * <p>Readers begin with {@link tutti.lab.tpcc.Warehouse}, the application; {@link
 * tutti.lab.tpcc.TpccWorkload} runs it.
 */
@NullMarked
package tutti.lab.tpcc;

import org.jspecify.annotations.NullMarked;
