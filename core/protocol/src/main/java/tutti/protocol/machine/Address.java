package tutti.protocol.machine;

/**
 * The place of a machine, as another one names it. Immutable.
 *
 * <p>For example, a replica of shard 3 that answers host 1's replica of the same shard sends to
 * {@code Peer(1)}; a coordinator that asks it sends to {@code Replica(1, 3)}.
 */
public sealed interface Address {

  /** The number of the machine's node, from 0. */
  int host();

  /** The machine of the same transaction, or of the same shard, on that node. */
  record Peer(int host) implements Address {}

  /** The replica of that shard on that host. */
  record Replica(int host, int shard) implements Address {}

  /** The coordinator or reader on that host to which the message belongs by what it says. */
  record Coordinator(int host) implements Address {}
}
