/**
 * A reader of the logs of data folders from outside: it finds the transaction that made each
 * version of each actor, and checks that the nodes' logs agree. The bytes are read by the journal's
 * published format and not by its code, so that a mistake of recovery is not repeated here.
 *
 * <p>Readers begin with {@link tutti.lab.log.Logs}. {@code LoggedTransactions} has the transactions
 * of nodes and of replicated logs, {@code LoggedItems} those of TAPIR, and {@code OrderedItems}
 * those of Janus; {@code ItemVersions} has what the last two come to.
 */
@NullMarked
package tutti.lab.log;

import org.jspecify.annotations.NullMarked;
