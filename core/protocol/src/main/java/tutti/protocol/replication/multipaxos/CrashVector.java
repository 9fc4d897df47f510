package tutti.protocol.replication.multipaxos;

import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Group;

/**
 * The number of the disk that each host uses, as far as a replica knows: 0 is the disk that the
 * shard was formed on, and each disk that rejoins has a higher one than the host's disk before.
 * These are the crash vectors of crash-consistent quorums (DISC'17): answers from a disk that is
 * known to be lost do not count. Immutable.
 *
 * @param numbers the disks but those numbered 0, by host
 */
public record CrashVector(SortedMap<Integer, Integer> numbers) {
  static final CrashVector FIRST = new CrashVector(new TreeMap<>());

  public CrashVector {
    numbers = new TreeMap<>(numbers);
  }

  /** The number of a host's disk. */
  public int of(int host) {
    return numbers.getOrDefault(host, 0);
  }

  /** Adds a disk of a host, if it is newer than the known one. */
  CrashVector with(int host, int disk) {
    if (disk <= of(host)) {
      return this;
    }
    SortedMap<Integer, Integer> all = new TreeMap<>(numbers);
    all.put(host, disk);
    return new CrashVector(all);
  }

  /** The newer disk of each host. */
  CrashVector and(CrashVector other) {
    CrashVector both = this;
    for (var each : other.numbers.entrySet()) {
      both = both.with(each.getKey(), each.getValue());
    }
    return both;
  }

  void encode(Encoder out) {
    out.putVarLong(numbers.size());
    numbers.forEach((host, disk) -> out.putVarLong(host).putVarLong(disk));
  }

  static CrashVector decode(Decoder in) {
    SortedMap<Integer, Integer> numbers = new TreeMap<>();
    for (int left = in.getCount(Group.MOST_HOSTS); left > 0; left--) {
      numbers.put(in.getCount(Group.MOST_HOSTS), in.getCount(Integer.MAX_VALUE));
    }
    return new CrashVector(numbers);
  }
}
