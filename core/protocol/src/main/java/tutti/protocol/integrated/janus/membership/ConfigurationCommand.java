package tutti.protocol.integrated.janus.membership;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Group;

/**
 * A command in the configuration log of a shard's configurations, which is a replicated log.
 * Immutable.
 */
public sealed interface ConfigurationCommand {

  /** The end of a configuration: a voter that has seen it decides nothing in it any more. */
  record Close(long number) implements ConfigurationCommand {}

  /**
   * The begin of a configuration.
   *
   * @param disks the names of the disks of its hosts
   * @param graph the transactions that the voters begin with
   */
  record Open(Configuration configuration, SortedMap<Integer, Long> disks, List<HandedOver> graph)
      implements ConfigurationCommand {
    public Open {
      disks = Collections.unmodifiableSortedMap(new TreeMap<>(disks));
      graph = List.copyOf(graph);
    }
  }

  /** Appends this command's bytes. */
  default void encode(Encoder out) {
    switch (this) {
      case Close(long number) -> out.putByte(0).putVarLong(number);
      case Open(Configuration its, SortedMap<Integer, Long> disks, List<HandedOver> graph) -> {
        its.encode(out.putByte(1));
        out.putVarLong(disks.size());
        disks.forEach((host, disk) -> out.putVarLong(host).putLong(disk));
        HandedOver.encode(graph, out);
      }
    }
  }

  /**
   * Reads a command and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no command
   */
  static ConfigurationCommand decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Close(in.getVarLong());
      case 1 -> new Open(Configuration.decode(in), disks(in), HandedOver.all(in));
      default -> throw new MalformedData("no change of a configuration is of kind " + kind);
    };
  }

  private static SortedMap<Integer, Long> disks(Decoder in) {
    SortedMap<Integer, Long> disks = new TreeMap<>();
    for (int left = in.getCount(Group.MOST_HOSTS); left > 0; left--) {
      disks.put(in.getCount(Group.MOST_HOSTS), in.getLong());
    }
    return disks;
  }
}
