package tutti.lab.objects;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import tutti.lab.node.NodeKeys;

/**
 * The size of a benchmark.
 *
 * @param nodes each with as many objects
 * @param objects of a node
 * @param reads the share of read transactions, in a hundred
 * @param service the time of each operation
 */
public record ObjectShape(int nodes, int objects, int reads, ServiceTime service) {
  /**
   * @throws IllegalArgumentException if a number makes no sense; the message names its flag
   */
  public ObjectShape {
    if (nodes < 2 || nodes > NodeKeys.MOST_NODES) {
      throw new IllegalArgumentException(
          "there can be 2 to " + NodeKeys.MOST_NODES + " --nodes, not " + nodes);
    }
    if (objects < 1) {
      throw new IllegalArgumentException("--objects must be at least 1, is " + objects);
    }
    if (reads < 0 || reads > 100) {
      throw new IllegalArgumentException(
          "--read-transactions is a share in a hundred, not " + reads);
    }
  }

  /** Returns the number of objects of all nodes. */
  int total() {
    return nodes * objects;
  }

  /** Returns the key of an object, by its number among all. */
  String key(int number) {
    return NodeKeys.key(number % nodes, number / nodes);
  }

  /** Returns the keys of all objects, in a random order. */
  List<String> all(SplittableRandom random) {
    List<String> keys = new ArrayList<>(total());
    for (int i = 0; i < total(); i++) {
      keys.add(key(i));
    }
    Collections.shuffle(keys, random);
    return keys;
  }

  /** Returns the keys of {@code count} different objects, in a random order. */
  List<String> some(int count, SplittableRandom random) {
    if (2 * count > total()) {
      return List.copyOf(all(random).subList(0, count));
    }
    Set<String> chosen = new LinkedHashSet<>();
    while (chosen.size() < count) {
      chosen.add(key(random.nextInt(total())));
    }
    return List.copyOf(chosen);
  }

  /**
   * Returns the keys of {@code count} objects on as many nodes, or on all nodes if there are fewer.
   */
  List<String> apart(int count, SplittableRandom random) {
    List<Integer> order = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      order.add(node);
    }
    Collections.shuffle(order, random);
    Set<String> chosen = new LinkedHashSet<>();
    for (int i = 0; chosen.size() < count; i++) {
      chosen.add(NodeKeys.key(order.get(i % nodes), random.nextInt(objects)));
    }
    return List.copyOf(chosen);
  }
}
