package tutti.protocol.termination;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/** Sets of nodes as bytes: how many, then each, lowest first. */
final class Nodes {
  private Nodes() {}

  /** A copy that nobody changes, and that is walked through in the same order in every run. */
  static Set<Integer> copy(Set<Integer> nodes) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
  }

  static Encoder encode(Set<Integer> nodes, Encoder out) {
    out.putVarLong(nodes.size());
    new TreeSet<>(nodes).forEach(out::putVarLong);
    return out;
  }

  /**
   * Reads one and leaves what follows it.
   *
   * @throws MalformedData if the bytes are none
   */
  static Set<Integer> decode(Decoder in) {
    int count = in.getCount(in.remaining());
    TreeSet<Integer> nodes = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      int node = in.getCount(Integer.MAX_VALUE);
      if (!nodes.isEmpty() && node <= nodes.last()) {
        throw new MalformedData("nodes are in order, and " + node + " is not");
      }
      nodes.add(node);
    }
    return nodes;
  }
}
