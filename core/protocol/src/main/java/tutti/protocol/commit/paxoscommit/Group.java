package tutti.protocol.commit.paxoscommit;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The members and the witnesses of one transaction. All members that vote know them, so that each
 * can end the transaction.
 *
 * @param members the resource managers, in ascending order, with one consensus about each: the
 *     participants, and the coordinator if its own node changes something
 * @param witnesses the acceptors, an odd number; the coordinator's node first
 */
public record Group(List<Integer> members, List<Integer> witnesses) {
  public Group {
    members = List.copyOf(members);
    witnesses = List.copyOf(witnesses);
  }

  /**
   * The witnesses of a coordinator: on its own node and on the {@code 2 f} nodes that follow it.
   */
  static List<Integer> witnesses(int coordinator, int nodes, int f) {
    return IntStream.rangeClosed(0, 2 * f).mapToObj(i -> (coordinator + i) % nodes).toList();
  }

  /** The number of witnesses that is enough: any two such sets have one in common. */
  int majority() {
    return witnesses.size() / 2 + 1;
  }

  void encode(Encoder out) {
    put(out, members);
    put(out, witnesses);
  }

  static Group decode(Decoder in) {
    return new Group(nodes(in), nodes(in));
  }

  static void put(Encoder out, Collection<Integer> nodes) {
    out.putVarLong(nodes.size());
    nodes.forEach(out::putVarLong);
  }

  static List<Integer> nodes(Decoder in) {
    int count = in.getCount(in.remaining());
    return Stream.generate(() -> in.getCount(Integer.MAX_VALUE)).limit(count).toList();
  }
}
