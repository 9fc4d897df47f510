package tutti.protocol.integrated.janus;

import java.util.SortedSet;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * A transaction whose turn it is at a replica, for people.
 *
 * @param executing whether it is executed now; if not, it waits until all replicas of all
 *     participants have said what they have done of it
 * @param missing the hosts of the replicas that have not
 * @param unsure the hosts of those that may have executed it, and do not know
 */
public record ExecutingTransaction(
    TransactionId id,
    Request request,
    boolean executing,
    SortedSet<Integer> missing,
    SortedSet<Integer> unsure) {}
