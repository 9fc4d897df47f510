package tutti.protocol.termination;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A small set of nodes, iterated lowest first. As bytes: their number, then each. Immutable: a
 * machine, its messages and its records share one.
 */
final class Nodes extends AbstractSet<Integer> {
  static final Nodes NONE = new Nodes(new int[0]);

  /** The nodes in ascending order, each once. */
  private final int[] numbers;

  private Nodes(int[] numbers) {
    this.numbers = numbers;
  }

  static Nodes copy(Set<Integer> nodes) {
    if (nodes instanceof Nodes same) {
      return same;
    }
    int[] numbers = new int[nodes.size()];
    int i = 0;
    for (int node : nodes) {
      numbers[i++] = node;
    }
    Arrays.sort(numbers);
    return new Nodes(numbers);
  }

  Nodes with(int node) {
    if (contains(node)) {
      return this;
    }
    int[] more = Arrays.copyOf(numbers, numbers.length + 1);
    more[numbers.length] = node;
    Arrays.sort(more);
    return new Nodes(more);
  }

  Nodes without(int node) {
    int at = Arrays.binarySearch(numbers, node);
    if (at < 0) {
      return this;
    }
    int[] fewer = Arrays.copyOf(numbers, numbers.length - 1);
    System.arraycopy(numbers, at + 1, fewer, at, fewer.length - at);
    return new Nodes(fewer);
  }

  @Override
  public boolean contains(Object node) {
    return node instanceof Integer number && Arrays.binarySearch(numbers, number) >= 0;
  }

  @Override
  public int size() {
    return numbers.length;
  }

  @Override
  public Iterator<Integer> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < numbers.length;
      }

      @Override
      public Integer next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return numbers[next++];
      }
    };
  }

  static Encoder encode(Set<Integer> nodes, Encoder out) {
    int[] numbers = copy(nodes).numbers;
    out.putVarLong(numbers.length);
    for (int node : numbers) {
      out.putVarLong(node);
    }
    return out;
  }

  /**
   * Reads one set and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no set of nodes
   */
  static Nodes decode(Decoder in) {
    int[] numbers = new int[in.getCount(in.remaining())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.getCount(Integer.MAX_VALUE);
      if (i > 0 && numbers[i] <= numbers[i - 1]) {
        throw new MalformedData("nodes are in order, and " + numbers[i] + " is not");
      }
    }
    return new Nodes(numbers);
  }
}
