package tutti.protocol.integrated.janus;

import java.util.SortedSet;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * A description for people of a transaction whose turn has come at a replica.
 *
 * @param executing true if the transaction is being executed; false if it waits until all replicas
 *     of all participants have reported whether they have executed it
 * @param missing the hosts of the replicas that have not reported yet
 * @param unsure the hosts of the replicas that may have executed it, and do not know
 */
public record ExecutingTransaction(
    TransactionId id,
    Request request,
    boolean executing,
    SortedSet<Integer> missing,
    SortedSet<Integer> unsure) {}
