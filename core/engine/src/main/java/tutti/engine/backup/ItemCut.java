package tutti.engine.backup;

import java.util.List;
import java.util.Map;
import tutti.model.ActorId;

/**
 * All items of a shard as they were at one moment, for a backup.
 *
 * @param place the moment, as a number that is equal on all replicas that were cut together
 * @param items their values, in the order of their names; not to be changed
 */
public record ItemCut(long place, List<Map.Entry<ActorId, byte[]>> items) {}
