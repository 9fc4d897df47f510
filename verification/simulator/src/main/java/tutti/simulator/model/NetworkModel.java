package tutti.simulator.model;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The places of nodes and clients, and the distances between places. Immutable.
 *
 * @param places their names
 * @param latencyNanos the time of a message one way, by place of the sender and of the receiver
 * @param bytesPerSecond the bytes that a node can send towards one place; further bytes queue
 * @param jitter the additional time of messages, on average, as a share of the latency; that of
 *     each message is drawn from the seed, with an exponential distribution
 * @param nodeShares the share of the nodes at each place, in proportion to the others
 * @param clientShares the share of the clients at each place
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
   * Returns the place of each of {@code count} nodes: the first nodes are at the first place.
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
            "the clients at %1$s have no node there: give --nodes at least %2$s, or %1$s no share of the clients"
                .formatted(places.get(place), places.size()));
      }
    }
    return dealt;
  }

  /** Returns the place of each of {@code count} clients. */
  public int[] placeClients(int count) {
    return deal(count, clientShares);
  }

  /** Returns the model with all clients at one place. */
  public NetworkModel withClientsAt(int place) {
    List<Double> shares =
        IntStream.range(0, places.size()).mapToObj(each -> each == place ? 1.0 : 0.0).toList();
    return new NetworkModel(places, latencyNanos, bytesPerSecond, jitter, nodeShares, shares);
  }

  /** Deals a count out in proportion to the shares; the rest goes to the largest remainders. */
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

  /** Returns the model with all latencies, or the bandwidth, that many times as large. */
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
