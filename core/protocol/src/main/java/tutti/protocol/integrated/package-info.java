/**
 * The parts that protocols share which replace concurrency control, commitment and replication at
 * once: the ballots of coordinators, the watch over coordinators that are gone, the waits of those
 * that ask again, the effects that wait for the disk, the reads that wait for a transaction, and
 * the order of transactions that wait for each other.
 *
 * <p>Each protocol is a package of its own below. Begin with the card of {@code tapir}.
 */
@NullMarked
package tutti.protocol.integrated;

import org.jspecify.annotations.NullMarked;
