/**
 * {@code tutti bench smallbank}: customers with a savings and a checking account each (M. Alomari,
 * M. Cahill, A. Fekete, U. Röhm, <i>The Cost of Serializability on Platforms That Use Snapshot
 * Isolation</i>, ICDE 2008), with the payment between two customers that H-Store and OLTP-Bench
 * added, and the multi-transfer that the Reactors paper added (Reactors §4.1).
 *
 * <p>As there: three tables, the six transactions, the shares and the hot spot of H-Store's form,
 * and multi-transfer in four formulations, which differ in what overlaps. As in Reactors, a
 * customer is an actor.
 *
 * <p>Departures:
 *
 * <ul>
 *   <li>money is whole cents, and amounts are drawn, where H-Store has one amount for each kind;
 *   <li>a row of an account also counts what came and went and how often it changed, so that stored
 *       rows alone tell whether money was lost, also after {@code kill -9};
 *   <li>there are 18,000 customers unless told otherwise, as in the first paper, not a million;
 *   <li>a client's next transaction follows the answer to the one before.
 * </ul>
 *
 * <p>For example, a transfer whose credit is lost leaves transfers whose sum is not zero, and the
 * rule {@code smallbank-conserved} finds it.
 *
 * <p>Readers begin with {@link tutti.lab.smallbank.BankCustomer}, the application; {@link
 * tutti.lab.smallbank.SmallbankWorkload} runs it.
 */
@NullMarked
package tutti.lab.smallbank;

import org.jspecify.annotations.NullMarked;
