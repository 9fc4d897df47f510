/**
 * The paper's bank as a workload (PSAC §5.4): opening accounts, booking transfers between many or
 * few of them, and a hot account; and the rules that hold of the money afterwards.
 *
 * <p>Readers begin with {@link tutti.lab.bank.BankWorkload}, on real nodes or on a model. {@link
 * tutti.lab.bank.Accounts} has the requests, {@link tutti.lab.bank.Audit} the rules.
 */
@NullMarked
package tutti.lab.bank;

import org.jspecify.annotations.NullMarked;
