package tutti.simulator.model;

import java.util.List;

/**
 * Where nodes and clients are, and how far places are apart. Immutable.
 *
 * @param places their names
 * @param latencyNanos by place of the sender and of the receiver: how long a message takes, one way
 * @param bytesPerSecond what a node can send towards one place; more of it queues
 * @param jitter how much longer messages take, on average, as a share of the latency; how much each
 *     takes is drawn from the seed, with an exponential distribution
 * @param nodeShares by place: how many of the nodes are there, in proportion to the others
 * @param clientShares by place: the same of the clients
 */
public record NetworkModel(
    List<String> places,
    long[][] latencyNanos,
    long bytesPerSecond,
    double jitter,
    List<Double> nodeShares,
    List<Double> clientShares) {

  public NetworkModel {
    places = List.copyOf(places);
    nodeShares = List.copyOf(nodeShares);
    clientShares = List.copyOf(clientShares);
  }

  /**
   * The place of each of so many nodes: the first ones at the first place.
   *
   * @throws IllegalArgumentException if a place that has clients gets no node
   */
  public int[] placeNodes(int count) {
    int[] dealt = deal(count, nodeShares);
    for (int place = 0; place < places.size(); place++) {
      int wanted = place;
      if (clientShares.get(place) > 0
          && java.util.Arrays.stream(dealt).noneMatch(each -> each == wanted)) {
        throw new IllegalArgumentException(
            "the clients at "
                + places.get(place)
                + " have no node there: give --nodes at least "
                + places.size()
                + ", or "
                + places.get(place)
                + " no share of the clients");
      }
    }
    return dealt;
  }

  /** The place of each of so many clients. */
  public int[] placeClients(int count) {
    return deal(count, clientShares);
  }

  /** In proportion to the shares; what is left over goes to the largest remainders. */
  private static int[] deal(int count, List<Double> shares) {
    double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
    int[] numbers = new int[shares.size()];
    int given = 0;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (int) (count * shares.get(i) / sum);
      given += numbers[i];
    }
    while (given < count) {
      int most = 0;
      for (int i = 1; i < numbers.length; i++) {
        if (count * shares.get(i) / sum - numbers[i]
            > count * shares.get(most) / sum - numbers[most] + 1e-9) {
          most = i;
        }
      }
      numbers[most]++;
      given++;
    }
    int[] places = new int[count];
    int next = 0;
    for (int place = 0; place < numbers.length; place++) {
      for (int i = 0; i < numbers[place]; i++) {
        places[next++] = place;
      }
    }
    return places;
  }

  /** The same with all latencies, or the bandwidth, that many times as large. */
  public NetworkModel scaled(double latency, double bandwidth) {
    long[][] scaled = new long[latencyNanos.length][];
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = new long[latencyNanos[i].length];
      for (int j = 0; j < scaled[i].length; j++) {
        scaled[i][j] = Math.round(latencyNanos[i][j] * latency);
      }
    }
    return new NetworkModel(
        places,
        scaled,
        Math.max(1, Math.round(bytesPerSecond * bandwidth)),
        jitter,
        nodeShares,
        clientShares);
  }
}
