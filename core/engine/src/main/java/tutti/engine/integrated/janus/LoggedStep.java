package tutti.engine.integrated.janus;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import tutti.model.ActorId;

/** A statement of a host's log about a transaction or about the items of a replica. */
public sealed interface LoggedStep {

  /** Returns the shard whose replica has written it. */
  int shard();

  /**
   * The replica has the request of a transaction.
   *
   * @param transaction the transaction's id
   * @param shards the transaction's participants
   * @param items the items of this shard that the transaction may read or write
   */
  record Requested(int shard, String transaction, List<Integer> shards, SortedSet<ActorId> items)
      implements LoggedStep {}

  /**
   * The decision over a transaction is chosen.
   *
   * @param abandoned whether it is never executed
   */
  record Decided(int shard, String transaction, boolean abandoned) implements LoggedStep {}

  /**
   * The replica has executed a transaction, or skipped it since it is abandoned.
   *
   * @param writes the new values of items of this shard
   */
  record Executed(int shard, String transaction, boolean refused, SortedMap<ActorId, byte[]> writes)
      implements LoggedStep {}

  /** An image of the replica's memory begins. */
  record ImageBegun(int shard) implements LoggedStep {}

  /** Some items of the image, as they are now. */
  record Imaged(int shard, SortedMap<ActorId, byte[]> items) implements LoggedStep {}

  /** The image is complete, with all items. */
  record ImageComplete(int shard) implements LoggedStep {}

  /** The items of another replica begin to come. */
  record Coming(int shard) implements LoggedStep {}

  /** Some items of another replica have come. */
  record Come(int shard, SortedMap<ActorId, byte[]> items) implements LoggedStep {}

  /** The items that have come take the place of the replica's. */
  record Taken(int shard) implements LoggedStep {}
}
