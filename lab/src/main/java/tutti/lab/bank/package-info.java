/**
 * The paper's bank as a workload (PSAC §5.4): opening accounts, booking transfers between many or
 * few of them, and a hot account; and the rules that hold of the money afterwards.
 */
@NullMarked
package tutti.lab.bank;

import org.jspecify.annotations.NullMarked;
