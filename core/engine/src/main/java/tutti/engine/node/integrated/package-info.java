/**
 * A host of an integrated protocol: any host is the front of any client, and there is no leader
 * that clients would have to find (docs/decisions/0022-integrated-protocols.md).
 *
 * <p>Begin with {@link tutti.engine.node.integrated.IntegratedShards}, the shards of such a host:
 * the parts that all protocols have ({@code HostParts}, {@code IntegratedFront}) and the machines
 * of one ({@link tutti.engine.node.integrated.ProtocolReplicas}): {@code TapirMachines} or {@code
 * JanusMachines}. {@code IntegratedLinks} joins hosts; {@code HostQuestions} asks the host that has
 * run a transaction for its outcome, and hosts for their parts of a backup; {@code
 * WrittenApplication} has the versions of the application that a folder's data was written under,
 * and refuses data that today's cannot follow. {@code ShardCopies} begins backups, and {@code
 * ReplicaCopies} has a host's part in them; {@link tutti.engine.node.integrated.RestoredItems}
 * makes a host's folder of one. {@link tutti.engine.node.integrated.IntegratedMessages} tells tools
 * what hosts say to each other.
 *
 * <p><b>Messages</b> are a kind (1: of the configuration logs, 2: of the protocol's machines, 3: a
 * question or its answer as between nodes, 4: a report for people) and what those have written,
 * sealed.
 */
@NullMarked
package tutti.engine.node.integrated;

import org.jspecify.annotations.NullMarked;
