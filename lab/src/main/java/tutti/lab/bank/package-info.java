/**
 * The paper's bank as a workload (PSAC §5.4): opening accounts, booking transfers between many or
 * few of them, and a hot account; and what must be true of the money afterwards.
 */
@NullMarked
package tutti.lab.bank;

import org.jspecify.annotations.NullMarked;
