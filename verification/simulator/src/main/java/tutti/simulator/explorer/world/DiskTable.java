package tutti.simulator.explorer.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.ProtocolRecord;

/**
 * A table of disks as numbers: disks with equal durable states are one, whatever records the states
 * come from. Confined to one thread.
 *
 * <p>For example, a disk with the promises of two ballots equals the one with the higher promise
 * alone, since the durable state that a replica makes of either is equal.
 *
 * @param <K> the durable state that a machine makes of its records
 */
public final class DiskTable<K> {
  private final BiFunction<Integer, List<ProtocolRecord>, K> memory;
  private final Function<List<ProtocolRecord>, Object> more;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<List<ProtocolRecord>> records = new ArrayList<>();
  private final List<Integer> owners = new ArrayList<>();
  private final Map<Integer, K> memories = new HashMap<>();

  /**
   * @param memory makes the memory of a disk's owner of its records
   */
  public DiskTable(BiFunction<Integer, List<ProtocolRecord>, K> memory) {
    this(memory, _ -> "");
  }

  /**
   * @param memory makes the memory of a disk's owner of its records
   * @param more gives what else the records of a disk mean to the model
   */
  public DiskTable(
      BiFunction<Integer, List<ProtocolRecord>, K> memory,
      Function<List<ProtocolRecord>, Object> more) {
    this.memory = memory;
    this.more = more;
  }

  /**
   * The number of a disk with these records.
   *
   * @param owner the number of the memory's owner, for disks of different owners differ
   */
  public int number(int owner, List<? extends ProtocolRecord> all) {
    List<ProtocolRecord> copy = List.copyOf(all);
    String meaning = owner + Machines.picture(memory.apply(owner, copy)) + more.apply(copy);
    return numbers.computeIfAbsent(
        meaning,
        _ -> {
          records.add(copy);
          owners.add(owner);
          return records.size() - 1;
        });
  }

  /** The number of a disk with these records behind its own. */
  public int append(int disk, List<Effect.Persist<?>> written) {
    if (written.isEmpty()) {
      return disk;
    }
    List<ProtocolRecord> all = new ArrayList<>(records.get(disk));
    written.forEach(each -> all.add(each.record()));
    return number(owners.get(disk), all);
  }

  /** The records of a disk, in their order. */
  public List<ProtocolRecord> records(int disk) {
    return records.get(disk);
  }

  /** Returns the durable state of a disk, not to be changed. */
  public K memory(int disk) {
    return memories.computeIfAbsent(
        disk, number -> memory.apply(owners.get(number), records.get(number)));
  }
}
