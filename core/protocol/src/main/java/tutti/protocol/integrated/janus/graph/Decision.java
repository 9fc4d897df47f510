package tutti.protocol.integrated.janus.graph;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The value that coordinators of a transaction agree on.
 *
 * @param dependencies the transactions that the transaction waits for; none if it is abandoned
 * @param abandoned whether the transaction is never executed, because no replica that has answered
 *     has its request
 * @param configurations the numbers of the configurations in which the dependencies were witnessed,
 *     for each shard that has a configuration log. Transactions that were forgotten before are not
 *     among the dependencies: a replica that has not begun that configuration may lack them
 */
public record Decision(
    Dependencies dependencies, boolean abandoned, SortedMap<Integer, Long> configurations) {
  private static final int COMMITTED = 0;
  private static final int NEVER = 1;
  private static final int IN_CONFIGURATIONS = 2;

  public static final Decision ABANDONED = new Decision(Dependencies.NONE, true, new TreeMap<>());

  public Decision {
    configurations = Collections.unmodifiableSortedMap(new TreeMap<>(configurations));
  }

  public static Decision commit(Dependencies dependencies) {
    return commit(dependencies, new TreeMap<>());
  }

  public static Decision commit(
      Dependencies dependencies, SortedMap<Integer, Long> configurations) {
    return new Decision(dependencies, false, configurations);
  }

  /**
   * The number of the configuration of a shard that this rests on; 0 if that has no configuration
   * log.
   */
  public long configuration(int shard) {
    return configurations.getOrDefault(shard, 0L);
  }

  public void encode(Encoder out) {
    dependencies.encode(out);
    if (configurations.isEmpty()) {
      out.putByte(abandoned ? NEVER : COMMITTED);
    } else {
      out.putByte(IN_CONFIGURATIONS).putVarLong(configurations.size());
      configurations.forEach((shard, number) -> out.putVarLong(shard).putVarLong(number));
    }
  }

  /**
   * Reads a decision and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are none
   */
  public static Decision decode(Decoder in) {
    Dependencies dependencies = Dependencies.decode(in);
    int kind = in.getByte();
    return switch (kind) {
      case COMMITTED -> commit(dependencies);
      case NEVER -> new Decision(dependencies, true, new TreeMap<>());
      case IN_CONFIGURATIONS -> commit(dependencies, configurations(in));
      default -> throw new MalformedData("no decision is of kind " + kind);
    };
  }

  private static SortedMap<Integer, Long> configurations(Decoder in) {
    SortedMap<Integer, Long> configurations = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      configurations.put(in.getCount(Transaction.MOST_SHARDS), in.getVarLong());
    }
    return configurations;
  }

  @Override
  public String toString() {
    return abandoned ? "abandoned" : "after " + dependencies;
  }
}
